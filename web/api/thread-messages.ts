/** Messages of `load` about threads. */
const counted = (threads: number): string => `${threads} ${threads === 1 ? 'thread' : 'threads'}`;

const ended = (reason: string): string => reason.replace(/\.?$/, '.');

export const threadMessages = {
  threads: (threads: unknown, most: number) =>
    `threads must be 'auto' or an integer from 1 to ${most}, but is ${
      typeof threads === 'string' ? `'${threads}'` : String(threads)
    }.`,
  worker: () =>
    'worker must be the URL of simdcast/worker.js, or a function that creates a worker from it.',
  asked: (threads: number) => `${counted(threads)}, as requested from load.`,
  automatic: (threads: number, cores: number) =>
    `${counted(threads)}: 'auto' uses one per core, up to 4, and this machine has ${cores} cores.`,
  oneCore: () => "One thread: 'auto' uses one per core, and this machine has one core.",
  notIsolated: () =>
    'One thread: this page is not cross-origin isolated. Serve it with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.',
  noSharedMemory: () => 'One thread: this JavaScript engine has no SharedArrayBuffer.',
  noMemory: (limit: number) =>
    `One thread: shared memory that can grow to ${limit} bytes could not be reserved; load with a smaller maximumMemory.`,
  noRoom: (limit: number) =>
    `One thread: ${limit} bytes are not enough for the stacks and buffers of several threads; load with a larger maximumMemory.`,
  noWorker: (reason: string) => `One thread: no worker started; ${ended(reason)}`,
  fewer: (threads: number, wanted: number, reason: string) =>
    `${counted(threads)} instead of ${wanted}, because not all workers started; ${ended(reason)}`,
  lost: (reason: string) => `One thread from now on: a worker has stopped; ${ended(reason)}`,
} as const;
