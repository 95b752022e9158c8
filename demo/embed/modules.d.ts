/** What the build puts in place of this name. */
declare module '#module' {
  /** Deflated. */
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
