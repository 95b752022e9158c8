/** onnxruntime-common's functions that report to a profiler or register a runtime. They do nothing here. */

const ignore = (..._given: unknown[]): void => {};

/** Does nothing: reports an event to a profiler. */
export const TRACE: (deviceType: string, label: string) => void = ignore;
/** Does nothing: reports that a function begins. */
export const TRACE_FUNC_BEGIN: (extraMessage?: string) => void = ignore;
/** Does nothing: reports that a function ends. */
export const TRACE_FUNC_END: (extraMessage?: string) => void = ignore;
/** Does nothing: reports that an event begins. */
export const TRACE_EVENT_BEGIN: (extraMessage?: string) => void = ignore;
/** Does nothing: reports that an event ends. */
export const TRACE_EVENT_END: (extraMessage?: string) => void = ignore;

/** Ignored: every session runs on simdcast. */
export const registerBackend: (name: string, backend: unknown, priority: number) => void = ignore;

/** onnxruntime-node's list of backends. */
export const listSupportedBackends = (): readonly { name: string; bundled: boolean }[] => [
  { name: 'cpu', bundled: true },
];
