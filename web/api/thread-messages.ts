/** What `load` says of threads. */
const counted = (threads: number): string => `${threads} ${threads === 1 ? 'thread' : 'threads'}`;

const ended = (reason: string): string => reason.replace(/\.?$/, '.');

export const threadMessages = {
  threads: (threads: unknown, most: number) =>
    `threads should be 'auto' or a whole number from 1 to ${most}, and is ${
      typeof threads === 'string' ? `'${threads}'` : String(threads)
    }.`,
  worker: () =>
    'worker should be the URL of simdcast/worker.js, or a function that makes a worker of it.',
  asked: (threads: number) => `${counted(threads)}, as load was asked for.`,
  automatic: (threads: number, cores: number) =>
    `${counted(threads)}: 'auto' takes one for each core, at most 4, and there are ${cores} cores.`,
  oneCore: () => "One thread: 'auto' takes one for each core, and there is one core.",
  notIsolated: () =>
    'One thread: this page is not cross-origin isolated. Serve it with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.',
  noSharedMemory: () => 'One thread: this JavaScript engine has no SharedArrayBuffer.',
  noMemory: (limit: number) =>
    `One thread: a shared memory that may grow to ${limit} bytes could not be reserved; load with a lower maximumMemory.`,
  noRoom: (limit: number) =>
    `One thread: ${limit} bytes have no room for the stacks and buffers of several threads; load with a higher maximumMemory.`,
  noWorker: (reason: string) => `One thread: no worker started; ${ended(reason)}`,
  fewer: (threads: number, wanted: number, reason: string) =>
    `${counted(threads)} rather than ${wanted}, as not all workers started; ${ended(reason)}`,
  lost: (reason: string) => `One thread from now on: a worker has ended; ${ended(reason)}`,
} as const;
