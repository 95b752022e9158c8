import * as common from 'onnxruntime-common';

export * from 'onnxruntime-common';
export default common;

/** The backends, as onnxruntime-node lists them. */
export declare function listSupportedBackends(): readonly { name: string; bundled: boolean }[];
