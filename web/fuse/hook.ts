/** What the entry `simdcast/fuse` adds, so that programs without fused expressions do not carry it. */
import { AttributeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import type { EngineParts } from '../engine/parts.js';
import type { Fused, FuseOptions, Traced } from './types.js';

type Fuse = <Inputs extends readonly Traced[]>(
  parts: EngineParts,
  expression: (...inputs: Inputs) => Traced,
  options?: FuseOptions,
) => Fused<Inputs>;

export const fuseHook: { fuse: Fuse } = {
  fuse: () => {
    throw new AttributeError('not_loaded', messages.fuse());
  },
};
