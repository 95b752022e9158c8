/** What the entry `simdcast/fuse` adds, so that programs without fused expressions do not carry it. */
import { AttributeError } from './errors.js';
import type { Fused, FuseOptions, Traced } from './fuse/types.js';
import { messages } from './messages.js';
import type { Simdcast } from './simdcast.js';

type Fuse = <Inputs extends readonly Traced[]>(
  engine: Simdcast,
  expression: (...inputs: Inputs) => Traced,
  options?: FuseOptions,
) => Fused<Inputs>;

export const fusing: { fuse: Fuse } = {
  fuse: () => {
    throw new AttributeError('not_loaded', messages.fuse());
  },
};
