export * from 'onnxruntime-common';

/** What sessions run on, as onnxruntime-node lists it. */
export declare function listSupportedBackends(): readonly { name: string; bundled: boolean }[];
