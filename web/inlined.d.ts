/** The wasm modules, or patches that make them of the first, as text: deflated, in base64. */
declare module '*.wasm' {
  const text: string;
  export default text;
}
