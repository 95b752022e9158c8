/** The flavours that run here, and an engine for each. */
import { setFlagsFromString } from 'node:v8';
import { load } from 'simdcast';
import { isPart } from './extent.mjs';

/** `f32x4.relaxed_madd` of three zeros, in the binary format of the specification. */
const PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0],
  ...[65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11],
);

/** Node 20 supports relaxed SIMD with a flag. */
function tryRelaxed() {
  if (!WebAssembly.validate(PROBE)) setFlagsFromString('--experimental-wasm-relaxed-simd');
  return WebAssembly.validate(PROBE);
}

export const hasRelaxed = tryRelaxed();
export const noRelaxed = `WebAssembly in Node ${process.version} has no relaxed SIMD`;
if (!hasRelaxed) console.error(`! The flavour 'relaxed' did not run: ${noRelaxed}`);

/** The flavours that each test runs in; `simd` is first, because its results are the same on every machine. */
export const flavours = hasRelaxed ? ['simd', 'relaxed'] : ['simd'];

/** In addition to an engine of one thread, tests use those of THREADS ('2,3,8'). */
const counts = process.env.THREADS?.split(',').map(Number) ?? [];

/**
 * One engine per flavour; with threads only the first flavour, which the others are compared with without
 * threads.
 */
export async function loadFlavours() {
  if (counts.length === 0) return Promise.all(flavours.map((flavour) => load({ flavour })));
  const { eagerTeam } = await import('./teams.mjs');
  const wanted = counts.flatMap((threads) => flavours.map((flavour) => ({ threads, flavour })));
  const teams = await Promise.all(wanted.map(eagerTeam));
  return [await load({ flavour: flavours[0] }), ...teams.map(({ sc }) => sc)];
}

/** An engine, as failures name it. */
export const nameOf = ({ flavour, threads }) =>
  threads > 1 ? `${flavour}, ${threads} threads` : flavour;

/**
 * The engines for what multiplies no matrices. `relaxed` has its own loops for products and nothing else, so
 * that EXTENT=part is content with the flavour that users get.
 * @template Each
 * @param {Each[]} engines one for each flavour
 */
export const withoutProducts = (engines) =>
  isPart && counts.length === 0 ? engines.slice(-1) : engines;
