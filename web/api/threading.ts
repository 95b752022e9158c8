import { functionMessages } from './messages.js';

/** The number of threads that compute, and the reason why there are not more. */
export interface Threading {
  readonly threads: number;
  readonly reason: string;
  close(): void;
}

/** Only the caller's own thread. */
export const ALONE: Threading = {
  threads: 1,
  reason: functionMessages.oneThread(),
  close: () => {},
};
