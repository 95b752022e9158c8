import { isExecutable, which } from '../../tools/lib/run.mjs';

/**
 * The program at `chosen`, where one is chosen, or the first of the names that is on PATH; undefined
 * where there is none.
 */
export function findExecutable(names, chosen) {
  if (chosen) return isExecutable(chosen) ? chosen : undefined;
  return names.map((name) => which(name)).find(Boolean);
}
