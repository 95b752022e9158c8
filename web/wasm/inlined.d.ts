/** A wasm module as text: deflated, in base64. */
declare module '*.wasm' {
  const text: string;
  export default text;
}
