/** Detects the flavours that this environment can run, and installs the micro-kernels with fused multiply-adds. */
import relaxedLoops from '#wasm/relaxed.wasm';
import { decode } from './inflate.js';
import type { Native } from './instantiate.js';

/** With fused multiply-adds if WebAssembly has them, or only with SIMD128. */
export type Flavour = 'relaxed' | 'simd';

/** The best one first. */
export const FLAVOURS: readonly Flavour[] = ['relaxed', 'simd'];

/** A `v128` of zeros: `i32.const 0`, `i8x16.splat`. */
const ZEROS = [65, 0, 253, 15];

/** Code that compiles only in engines that support a flavour; it leaves a `v128`. */
const PROBES: Readonly<Record<Flavour, readonly number[]>> = {
  // f32x4.relaxed_madd
  relaxed: [...ZEROS, ...ZEROS, ...ZEROS, 253, 133, 2],
  // i8x16.popcnt
  simd: [...ZEROS, 253, 98],
};

/** Whether WebAssembly here accepts a module with a single function that contains the flavour's probe. */
export function isSupported(flavour: Flavour): boolean {
  // Some browsers disable WebAssembly, as in Lockdown Mode.
  if (!('WebAssembly' in globalThis)) return false;
  const code = PROBES[flavour];
  // '\0asm' and the version; the type () → v128; a function of that type; the start of the code section.
  const before = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10];
  const body = [code.length + 4, 1, code.length + 2, 0, ...code, 11];
  return WebAssembly.validate(new Uint8Array([...before, ...body]));
}

/** The compiled module of the micro-kernels; `undefined` if the environment only compiles deployed modules. */
export async function compileMicroKernels(
  shared: boolean,
): Promise<WebAssembly.Module | undefined> {
  const bytes = await decode(relaxedLoops);
  if (shared) share(bytes);
  return WebAssembly.compile(bytes).catch(() => undefined);
}

/** The import of `env.memory` with a minimum and a maximum; for a shared memory, one bit differs. */
const MEMORY_IMPORT = [3, 101, 110, 118, 6, 109, 101, 109, 111, 114, 121, 2, 1];
const SHARED = 2;

/** Changes a module's import to a shared memory. */
function share(module: Uint8Array): void {
  const start = module.findIndex((_, at) =>
    MEMORY_IMPORT.every((byte, i) => module[at + i] === byte),
  );
  const limits = start + MEMORY_IMPORT.length - 1;
  module[limits] = (module[limits] as number) | SHARED;
}

/** Adds the micro-kernels to the engine's function table, over its memory, and lets plans use them. */
export async function addMicroKernels(native: Native, module: WebAssembly.Module): Promise<void> {
  const { memory, table } = native;
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  const first = table.grow(2);
  table.set(first, exports.float32);
  table.set(first + 1, exports.float64);
  native.workers?.put({
    ...{ module, space: 'env', compute: 0, numbers: () => [] },
    places: [
      ['float32', first],
      ['float64', first + 1],
    ],
  });
  native.useMicroKernels(first, first + 1);
}
