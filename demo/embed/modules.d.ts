/** What the build puts in place of these names. */
declare module '#engine' {
  export { load } from 'simdcast/core';
}

declare module '#module' {
  /** Deflated. */
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
