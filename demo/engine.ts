/** What the page takes from the package: its names, and the loading of it. */
import type { Alignment, AlignOptions, Fix, load, Trace, Warning } from 'simdcast';

export type { Alignment, AlignOptions, Fix, Trace, Warning };
export type Engine = Awaited<ReturnType<typeof load>>;

/** Fetched apart from the page, which can be read meanwhile. */
export async function loadEngine(): Promise<Engine> {
  const { load } = await import('simdcast/external');
  return load();
}
