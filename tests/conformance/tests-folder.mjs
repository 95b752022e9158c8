import { fileURLToPath } from 'node:url';

/** The location of ONNX's node tests beside the repository. */
export const besideRepository = fileURLToPath(
  new URL('../../../shared/onnx-node-tests', import.meta.url),
);
