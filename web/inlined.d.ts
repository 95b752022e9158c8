/** The wasm modules, inlined by the bundler: deflated, in base64. */
declare module '*.wasm' {
  const text: string;
  export default text;
}
