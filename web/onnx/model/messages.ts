/** Messages of the ONNX entry. */
import { shapeText } from '../../base/messages.js';

const listed = (names: readonly string[]): string =>
  names.length > 12
    ? `${names.slice(0, 12).join(', ')} and ${names.length - 12} more`
    : names.join(', ');

export const onnxMessages = {
  node: (node: string, problem: string) => `${node}: ${problem}`,
  cast: () => 'Insert a Cast into the model.',
  source: () =>
    'The model must be its bytes (ArrayBuffer or Uint8Array), a path, a URL, a Response or a Blob.',
  sourcePromise: () => 'The model must be its bytes or a Response, but is a promise. Await it.',
  sourceGone: () => 'The buffer of the model has been transferred or detached.',
  fetch: (url: string, reason: string) =>
    `The model${url && ` at ${url}`} could not be read: ${reason}.`,
  status: (status: number, text: string) => `status ${status}${text && ` (${text})`}`,
  protobuf: (reason: string) => `The bytes are not an ONNX model: ${reason}.`,
  noGraph: () => 'they contain no graph',
  /** For files in another format: the format, and the fix. */
  formats: {
    empty: () => 'the file is empty. Check that it was downloaded or written completely',
    lfs: () =>
      'they are a Git LFS pointer instead of the file. Fetch the file with git lfs pull, or download it from the address of the raw file',
    html: (start: string) =>
      `they are an HTML page that begins with ${JSON.stringify(start)}, often the response to a wrong address. Check the address of the model`,
    xml: (start: string) =>
      `they are XML that begins with ${JSON.stringify(start)}, often an error of the server or a model of OpenVINO. Check the address, or export the model to ONNX`,
    torchZip: () =>
      'they are a PyTorch file (a zip archive with a pickle). Export the model with torch.onnx.export',
    npz: () => 'they are NumPy arrays (.npz), not a model. Pass the .onnx file',
    kerasZip: () => 'they are a Keras model (.keras). Convert it to ONNX with tf2onnx',
    coreMl: () => 'they are a Core ML model. Export the model to ONNX',
    zip: () => 'they are a zip archive. Unpack it, and pass the .onnx file in it',
    gzip: () =>
      'they are compressed with gzip. Decompress them, or serve them with the header Content-Encoding: gzip',
    zstd: () => 'they are compressed with Zstandard. Decompress them',
    compressed: () => 'they are a compressed archive. Unpack it, and pass the .onnx file in it',
    tar: () => 'they are a tar archive. Unpack it, and pass the .onnx file in it',
    ort: () =>
      "they are a model in onnxruntime's own format (.ort). Pass the .onnx file that it was converted from",
    tflite: () =>
      'they are a TensorFlow Lite model (.tflite). Convert it to ONNX with python -m tf2onnx.convert --tflite',
    gguf: () =>
      'they are weights for llama.cpp (GGUF or GGML). Export the original model to ONNX, for example with Optimum',
    h5: () => 'they are an HDF5 file, often a Keras model (.h5). Convert it to ONNX with tf2onnx',
    npy: () => 'they are a NumPy array (.npy), not a model. Pass the .onnx file',
    safetensors: () =>
      'they are weights in the safetensors format, without a graph. Export the model to ONNX, for example with Optimum',
    pickle: () =>
      'they are a Python pickle, often a PyTorch or scikit-learn model. Export the model with torch.onnx.export or skl2onnx',
    wasm: () => 'they are a WebAssembly module. Pass the .onnx file',
    ncnn: () =>
      'they are the graph of an ncnn model (.param). Pass the .onnx file that it was converted from',
    picture: () => 'they are an image. Pass the .onnx file',
    pdf: () => 'they are a PDF document. Pass the .onnx file',
    json: (start: string) =>
      `they are JSON that begins with ${JSON.stringify(start)}, often an error of a server or a model of TensorFlow.js. Check the address, or convert the model to ONNX`,
    utf16: () =>
      'they are text in UTF-16. Check that the file was not written or downloaded as text',
    text: (start: string) =>
      `they are text that begins with ${JSON.stringify(start)}. Check the address of the model`,
  },
  opset: (version: number, newest: number) =>
    `The model imports opset ${version}, but simdcast supports opsets 1 to ${newest}.`,
  unsupported: (operators: readonly string[]) =>
    `These operators are not supported: ${listed(operators)}.`,
  duplicate: (name: string) =>
    `Names of values must be unique, but two values of the graph are named '${name}'.`,
  unnamed: (what: string) => `${what} has no name.`,
  missing: (node: string, name: string) => `${node} reads '${name}', which no node produces.`,
  noOutput: (name: string) => `No node produces the graph output '${name}'.`,
  outputs: () => 'The graph must have at least one output.',
  body: (node: string) => `The inputs and outputs of ${node} do not match those of its body.`,
  unrolled: (node: string, most: number) =>
    `Shapes in ${node} change with each iteration, and unrolling it would take more than ${most} nodes.`,
  branch: (node: string, name: string) =>
    `The attribute '${name}' of ${node} must be a graph, nested at most 32 deep.`,
  cycle: (nodes: readonly string[]) => `These nodes form a cycle: ${listed(nodes)}.`,
  tensorType: (name: string, type: number) =>
    `The tensor '${name}' has ONNX's element type ${type}, which is not supported.`,
  valueType: (name: string) =>
    `'${name}' must be a dense tensor, a sequence of dense tensors or an optional. Maps and sparse tensors are not supported here.`,
  valueElement: (name: string, type: number | string) =>
    `'${name}' has ONNX's element type ${type}, which is not supported.`,
  external: (name: string) =>
    `The data of the tensor '${name}' must be in the model: only initializers may use external files.`,
  externalMissing: (name: string, file: string, given: readonly string[]) =>
    `The data of the tensor '${name}' is in the file '${file}'. Pass it as externalData: { '${file}': source }${given.length > 0 ? `, in addition to ${listed(given)}` : ''}.`,
  externalOption: () =>
    'The option externalData must be an object with a source for each file, or an array of addresses and { path, data } objects.',
  externalFetch: (name: string, file: string, address: string, reason: string) =>
    `The file '${file}', which contains the data of the tensor '${name}', could not be read${address && ` at ${address}`}: ${reason}.`,
  externalBeside: (name: string, file: string, address: string, reason: string) =>
    `The data of the tensor '${name}' is in the file '${file}', which could not be read at ${address}: ${reason}. Put it next to the model.`,
  externalOutside: (name: string, file: string) =>
    `The data of the tensor '${name}' is in the file '${file}', outside the folder of the model. Pass it as externalData: only files in that folder are read without it.`,
  externalEntry: (name: string, file: string) =>
    `The external data of '${name}' has an invalid offset or length in the file '${file}'.`,
  externalShort: (name: string, file: string, needed: number, got: number) =>
    `The tensor '${name}' extends to byte ${needed} of the file '${file}', which has only ${got}.`,
  outputUnknown: (name: string, outputs: readonly string[]) =>
    `The option outputs lists '${name}', which is not an output of the model. Its outputs are ${listed(outputs)}.`,
  option: (name: string, wanted: string) => `The option ${name} must be ${wanted}.`,
  prepareValue: (name: string) =>
    `The values of the input '${name}' determine a shape, so prepare requires a tensor for it: { data, dims }.`,
  shapes: (got: string) =>
    `The shapes must be an object with the dims of each input, or a tensor if its values determine shapes, but are ${got}.${got === 'a Map' ? ' Pass Object.fromEntries(map).' : ''}`,
  segment: (name: string) =>
    `The tensor '${name}' is one segment of several, which is not supported.`,
  sparseTexts: (name: string) =>
    `The sparse tensor '${name}' holds strings, which is not supported.`,
  sparseIndices: (name: string, dims: readonly number[], count: number) =>
    `The sparse tensor '${name}' ${shapeText(dims)} requires an int64 index within its shape for each of its ${count} values.`,
  tensorDims: (name: string, dims: readonly unknown[]) =>
    `The tensor '${name}' has invalid sizes: ${shapeText(dims)}.`,
  tensorData: (name: string, dims: readonly number[], needed: number, got: number) =>
    `The tensor '${name}' ${shapeText(dims)} requires ${needed} ${needed === 1 ? 'element' : 'elements'} of data, but has ${got}.`,
  tensorText: (name: string) => `A string of the tensor '${name}' is not UTF-8.`,
  declaredRank: (name: string, rank: number, highest: number) =>
    `'${name}' must have at most ${highest} axes, but has ${rank}.`,
  dimension: (name: string, size: string) => `'${name}' has an axis of size ${size}.`,
  attributeType: (node: string, name: string, wanted: string) =>
    `The attribute '${name}' of ${node} must be ${wanted}.`,
  attributeMissing: (node: string, name: string) => `${node} requires the attribute '${name}'.`,
  attributeTwice: (node: string, name: string) => `${node} has the attribute '${name}' twice.`,
  reference: (node: string, name: string) =>
    `${node} refers to the attribute '${name}' of a function, but is not in a function.`,
  rank: (node: string, rank: number, highest: number) =>
    `The result of ${node} must have at most ${highest} axes, but would have ${rank}.`,
  feeds: (inputs: readonly string[], got: string) =>
    `The feeds must be an object with a tensor for each input, such as { ${inputs[0] ?? 'x'}: tensor }, but are ${got}.${got === 'a Map' ? ' Pass Object.fromEntries(map).' : ''}`,
  feedForeign: (what: string) =>
    `${what} belongs to a different engine than the session. Create the session with { engine: sc }, where sc is the engine of the tensor.`,
  threads: () =>
    "Threads belong to the engine: pass { engine: await load({ threads: 2 }) }, with load from 'simdcast/threads'.",
  preparing: () => 'To compile for shapes before the first run, call session.prepare(shapes).',
  foreignOption: (name: string, instead: string | undefined) =>
    `The option '${name}' of onnxruntime-web has no meaning here. Omit it.${instead ? ` ${instead}` : ''}`,
  feedMissing: (name: string, inputs: readonly string[]) =>
    `The input '${name}' is missing from the feeds; the inputs are ${listed(inputs)}.`,
  feedUnknown: (name: string, inputs: readonly string[]) =>
    `The model has no input '${name}'; its inputs are ${listed(inputs)}.`,
  input: (name: string) => `The input '${name}'`,
  element: (name: string, at: number) => `Element ${at} of the input '${name}'`,
  feedType: (what: string, wanted: string, got: string) =>
    `${what} must be ${wanted}, but is ${got}.`,
  feedShape: (what: string, wanted: readonly unknown[], got: readonly number[]) =>
    `${what} must have shape ${shapeText(wanted)}, but has shape ${shapeText(got)}.`,
  feedSequence: (name: string) => `The input '${name}' is a sequence. Pass an array of tensors.`,
  feedCount: (name: string, count: number, most: number) =>
    `The input '${name}' must have at most ${most} elements, but has ${count}.`,
  feedSymbol: (symbol: string, a: string, sizeOfA: number, b: string, sizeOfB: number) =>
    `${symbol} is ${sizeOfA} in the input '${a}' and ${sizeOfB} in '${b}'.`,
  fetchUnknown: (name: string, outputs: readonly string[]) =>
    `The model has no output '${name}'; its outputs are ${listed(outputs)}.`,
  fetches: (got: string) =>
    `The fetches must be an array of output names, such as ['y'], or an object with a tensor or null for each, but are ${got}.${got === 'a Set' ? ' Pass [...set].' : ''}`,
  location: (got: string) =>
    `preferredOutputLocation must be 'cpu', 'js' or 'wasm', but is '${got}'.`,
  engine: () => 'The option engine must be an instance returned by load().',
  released: () => 'The session has been released.',
  constructed: () =>
    'A session cannot be created with new. Call await InferenceSession.create(model), which accepts a path, a URL or bytes.',
  detached: (method: string) => `${method} must be called as a method: session.${method}(…).`,
  manyOutput: (name: string) =>
    `The output '${name}' is not a single tensor. Omit its tensor from the fetches.`,
  stringOutput: (name: string) =>
    `The output '${name}' has strings, which are stored in JavaScript. Omit its tensor from the fetches.`,
  target: (name: string) => `The tensor for the output '${name}'`,
  outOverlaps: (name: string, other: string) =>
    `The tensor for the output '${name}' shares memory with another one that was passed: ${other}.`,
  legacyAxis: (name: string, from: readonly unknown[], to: readonly unknown[]) =>
    `The attribute axis was removed in opset 7; reshape '${name}' ${shapeText(from)} to ${shapeText(to)} instead.`,
  legacyAxisIdle: (name: string) =>
    `The attribute axis was removed in opset 7; '${name}' aligns the same without it.`,
  ncnnDiffers: (withoutBatch: boolean, verdict: string) =>
    `ncnn${withoutBatch ? ', which has no batch axis,' : ''} behaves differently: ${verdict}`,
  ncnnConflict: (
    operands: readonly { readonly name: string; readonly shape: readonly number[] }[],
    reason: string,
  ) =>
    `${operands.map(({ name, shape }) => `${name} [${shape.join(',')}]`).join(' and ')} do not fit by ncnn's rule. ${reason}`,
  ncnnReshape: (name: string, from: readonly unknown[], to: readonly unknown[]) =>
    `If you reshape '${name}' ${shapeText(from)} to ${shapeText(to)}, both agree.`,
  ncnnNever: () => 'No reshape of the operands makes both agree.',
  checkUnsupported: (operators: readonly string[], declared: boolean) =>
    `Sessions do not support ${listed(operators)}. The shapes of the outputs are ${declared ? 'those that the model declares' : 'unknown'}.`,
  checkDeclared: (name: string, said: readonly unknown[], given: readonly unknown[]) =>
    `The model declares '${name}' as ${shapeText(said.map((size) => size ?? '?'))}, but the node produces ${shapeText(given)}.`,
  checkSomeSizes: (problem: string) => `Only some sizes are compatible. With others: ${problem}`,
  checkEqualSizes: (problem: string, size: number | string, other: number | string) =>
    `The shapes are compatible if ${size} is ${other}. Otherwise: ${problem}`,
  checkUnknown: (name: string) => `The shape of '${name}' is unknown.`,
  checkOpen: (name: string) => `The contents of '${name}' are known only at run time.`,
  functionCycle: (name: string) => `The function ${name} calls itself.`,
  functionCount: () => 'The functions of the model expand to too many nodes.',
  functionInputs: (node: string, got: number, most: number) =>
    `${node} must have at most ${most} inputs, those of its function, but has ${got}.`,
  functionOutputs: (node: string, got: number, most: number) =>
    `${node} must have at most ${most} outputs, those of its function, but has ${got}.`,
  functionTwice: (name: string) =>
    `Names of functions must be unique, but two functions of the model are named ${name}.`,
  functionOutput: (name: string, output: string) =>
    `The function ${name} does not produce its output '${output}'.`,
} as const;
