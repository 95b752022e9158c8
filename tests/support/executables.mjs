import { isExecutable, which } from '../../tools/lib/run.mjs';

/** The program at `chosen`, if it is set, or the first of the names on PATH; undefined if there is none. */
export function findExecutable(names, chosen) {
  if (chosen) return isExecutable(chosen) ? chosen : undefined;
  return names.map((name) => which(name)).find(Boolean);
}
