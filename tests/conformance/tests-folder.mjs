import { fileURLToPath } from 'node:url';

/** Where ONNX's node tests lie when they come with the machine: beside the repository. */
export const besideRepository = fileURLToPath(
  new URL('../../../shared/onnx-node-tests', import.meta.url),
);
