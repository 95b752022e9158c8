/** The module that the build substitutes for this name. */
declare module '#module' {
  /** The deflated module. */
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
