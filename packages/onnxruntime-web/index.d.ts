import * as common from 'onnxruntime-common';

export * from 'onnxruntime-common';
export default common;

/** What sessions run on, as onnxruntime-node lists it. */
export declare function listSupportedBackends(): readonly { name: string; bundled: boolean }[];
