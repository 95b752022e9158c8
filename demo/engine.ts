/** What the page takes from the package: its names, and the loading of it. */
import type { Alignment, Fix, load, Trace } from 'simdcast';

export type { Alignment, Fix, Trace };
export type Engine = Awaited<ReturnType<typeof load>>;
export type OperatorName = 'Add' | 'Sub' | 'Mul' | 'Div';
export type ElementType = 'float32' | 'int32';

/** Fetched apart from the page, which can be read meanwhile. */
export async function loadEngine(): Promise<Engine> {
  const { load } = await import('simdcast');
  return load();
}
