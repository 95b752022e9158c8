/**
 * Expressions of several operators evaluated in one pass: importing this entry makes `fuse` of every
 * `Simdcast` work.
 * @module simdcast/fuse
 */
import { fuse } from './fuse/fused.js';
import { fuseHook } from './fuse/hook.js';

fuseHook.fuse = fuse;

export type * from './fuse/types.js';
