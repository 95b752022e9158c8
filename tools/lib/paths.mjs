import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top folder of the repository. */
export const top = fileURLToPath(new URL('../..', import.meta.url));

export const inTop = (...parts) => join(top, ...parts);
