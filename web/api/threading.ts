import { messages } from '../base/messages.js';

/** How many threads compute, and why not more. */
export interface Threading {
  readonly threads: number;
  readonly reason: string;
  close(): void;
}

/** The caller's own thread, and no other. */
export const ALONE: Threading = { threads: 1, reason: messages.oneThread(), close: () => {} };
