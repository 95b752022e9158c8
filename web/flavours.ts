/** The builds of the engine, best first, and how to tell which of them an engine can run. */
export type Flavour = 'relaxed' | 'simd' | 'scalar';

/** Whether WebAssembly here has 128-bit SIMD: a module whose one function holds a `v128.const`-free
 * splat and a lane extraction, in the binary format of the specification. */
const SIMD_PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
];

const PROBES: Readonly<Record<Flavour, readonly number[] | undefined>> = {
  relaxed: undefined,
  simd: SIMD_PROBE,
  scalar: [],
};

export function isSupported(flavour: Flavour): boolean {
  const probe = PROBES[flavour];
  if (probe === undefined) return false;
  return probe.length === 0 || WebAssembly.validate(new Uint8Array(probe));
}
