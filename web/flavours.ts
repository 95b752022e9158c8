/** The builds of the engine, best first, and how to tell which of them an engine can run. */
export type Flavour = 'relaxed' | 'simd' | 'scalar';

/** A `v128` of zeros: `i32.const 0`, `i8x16.splat`. */
const ZEROS = [65, 0, 253, 15];

/** What an engine must know to run a flavour: code that leaves a `v128`. */
const PROBES: Readonly<Record<Flavour, readonly number[]>> = {
  // f32x4.relaxed_madd
  relaxed: [...ZEROS, ...ZEROS, ...ZEROS, 253, 133, 2],
  // i8x16.popcnt
  simd: [...ZEROS, 253, 98],
  scalar: [],
};

/** Whether WebAssembly here takes a module, in the specification's binary format, whose one function
 * has the code of the flavour's probe. */
export function isSupported(flavour: Flavour): boolean {
  // Some browsers can be told to do without it, as in Lockdown Mode.
  if (!('WebAssembly' in globalThis)) return false;
  const code = PROBES[flavour];
  const before = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10];
  const body = [code.length + 4, 1, code.length + 2, 0, ...code, 11];
  return code.length === 0 || WebAssembly.validate(new Uint8Array([...before, ...body]));
}
