/** The sentences of the ONNX entry. */

const listed = (names: readonly string[]): string =>
  names.length > 12
    ? `${names.slice(0, 12).join(', ')} and ${names.length - 12} more`
    : names.join(', ');

const shown = (dims: readonly unknown[]): string => `(${dims.join(',')})`;

export const onnxMessages = {
  node: (node: string, problem: string) => `${node}: ${problem}`,
  cast: () => 'Insert a Cast into the model.',
  source: () =>
    'A model is given as its bytes (ArrayBuffer or Uint8Array), a path, a URL, a Response or a Blob.',
  sourcePromise: () => 'The model is a promise. Await it: the bytes are needed, or a Response.',
  sourceGone: () => 'The buffer of the model has been transferred away or detached.',
  fetch: (url: string, reason: string) =>
    `The model${url && ` at ${url}`} could not be read: ${reason}.`,
  status: (status: number, text: string) => `status ${status}${text && ` (${text})`}`,
  protobuf: (reason: string) => `The bytes are not an ONNX model: ${reason}.`,
  noGraph: () => 'there is no graph in them',
  /** What a file is instead of a model, and what to do. */
  formats: {
    empty: () => 'the file is empty. Check that it was downloaded or written completely',
    lfs: () =>
      'they are a Git LFS pointer, which stands for the file. Fetch the file itself with git lfs pull, or download it from the address of the raw file',
    html: (start: string) =>
      `they are an HTML page that begins with ${JSON.stringify(start)}, often the answer to a wrong address. Check the address of the model`,
    xml: (start: string) =>
      `they are XML that begins with ${JSON.stringify(start)}, often an error of the server or a model of OpenVINO. Check the address, or export the model to ONNX`,
    torchZip: () =>
      'they are a PyTorch file (a zip archive with a pickle). Export the model with torch.onnx.export',
    npz: () => 'they are NumPy arrays (.npz), not a model. Give the .onnx file',
    kerasZip: () => 'they are a Keras model (.keras). Convert it to ONNX with tf2onnx',
    coreMl: () => 'they are a Core ML model. Export the model to ONNX',
    zip: () => 'they are a zip archive. Unpack it, and give the .onnx file in it',
    gzip: () =>
      'they are compressed with gzip. Decompress them, or serve them with the header Content-Encoding: gzip',
    zstd: () => 'they are compressed with Zstandard. Decompress them',
    compressed: () => 'they are a compressed archive. Unpack it, and give the .onnx file in it',
    tar: () => 'they are a tar archive. Unpack it, and give the .onnx file in it',
    ort: () =>
      "they are a model in onnxruntime's own format (.ort). Give the .onnx file that it was converted from",
    tflite: () =>
      'they are a TensorFlow Lite model (.tflite). Convert it to ONNX with python -m tf2onnx.convert --tflite',
    gguf: () =>
      'they are weights for llama.cpp (GGUF or GGML). Export the original model to ONNX, for example with Optimum',
    h5: () => 'they are an HDF5 file, often a Keras model (.h5). Convert it to ONNX with tf2onnx',
    npy: () => 'they are a NumPy array (.npy), not a model. Give the .onnx file',
    safetensors: () =>
      'they are weights in the format safetensors, without a graph. Export the model to ONNX, for example with Optimum',
    pickle: () =>
      'they are a Python pickle, often a PyTorch or scikit-learn model. Export the model with torch.onnx.export or skl2onnx',
    wasm: () => 'they are a WebAssembly module. Give the .onnx file',
    ncnn: () =>
      'they are the graph of an ncnn model (.param). Give the .onnx file that it was converted from',
    picture: () => 'they are an image. Give the .onnx file',
    pdf: () => 'they are a PDF document. Give the .onnx file',
    json: (start: string) =>
      `they are JSON that begins with ${JSON.stringify(start)}, often an error of a server or a model of TensorFlow.js. Check the address, or convert the model to ONNX`,
    utf16: () =>
      'they are text in UTF-16. Check that the file was not written or downloaded as text',
    text: (start: string) =>
      `they are text that begins with ${JSON.stringify(start)}. Check the address of the model`,
  },
  opset: (version: number, newest: number) =>
    `The model imports opset ${version}; the opsets from 1 to ${newest} are known.`,
  unsupported: (operators: readonly string[]) =>
    `These operators are not supported: ${listed(operators)}.`,
  duplicate: (name: string) => `Two values of the graph are named '${name}'.`,
  unnamed: (what: string) => `${what} has no name.`,
  missing: (node: string, name: string) => `${node} reads '${name}', which nothing makes.`,
  noOutput: (name: string) => `The output '${name}' of the graph is made by nothing.`,
  outputs: () => 'The graph has no output.',
  body: (node: string) =>
    `The inputs and outputs of ${node} are not those of the graph in its body.`,
  carried: (node: string, at: number, before: string, after: string) =>
    `${node} carries ${before} from one iteration to the next as its state ${at}, and its graph gives ${after}.`,
  stacked: (node: string, a: readonly number[], b: readonly number[]) =>
    `${node} stacks what its iterations make, which is ${shown(a)} in one of them and ${shown(b)} in another.`,
  scanInputs: (node: string, a: number, b: number) =>
    `The scan inputs of ${node} are ${a} and ${b} long; they must be of one length.`,
  endless: (node: string, most: number) => `${node} does not end within ${most} iterations.`,
  unrolled: (node: string, most: number) =>
    `${node} makes other shapes in each iteration, which would be more than ${most} nodes for all of them.`,
  unknownTrips: (node: string) =>
    `How often ${node} runs decides the shape of what it makes, and is not known before it runs.`,
  branch: (node: string, name: string) =>
    `${node} needs a graph as its attribute '${name}', at most 32 graphs deep.`,
  cycle: (nodes: readonly string[]) => `These nodes wait for each other: ${listed(nodes)}.`,
  tensorType: (name: string, type: number) =>
    `The tensor '${name}' has the element type ${type} of ONNX, which is not supported.`,
  valueType: (name: string) =>
    `'${name}' is neither a dense tensor, nor a sequence of such or an optional value; maps and sparse tensors are not supported there.`,
  valueElement: (name: string, type: number | string) =>
    `'${name}' has the element type ${type} of ONNX, which is not supported.`,
  external: (name: string) =>
    `The tensor '${name}' keeps its data in another file, which only initializers of the model may; save it with its data inside.`,
  externalMissing: (name: string, file: string, given: readonly string[]) =>
    `The tensor '${name}' keeps its data in the file '${file}'; give it as externalData: { '${file}': source }${given.length > 0 ? `, beside ${listed(given)}` : ''}.`,
  externalOption: () =>
    'The option externalData should be an object with a source for each file, or an array of { path, data } and of addresses.',
  externalFetch: (name: string, file: string, address: string, reason: string) =>
    `The file '${file}', which holds the data of the tensor '${name}', could not be read${address && ` at ${address}`}: ${reason}.`,
  externalBeside: (name: string, file: string, address: string, reason: string) =>
    `The tensor '${name}' keeps its data in the file '${file}', which could not be read at ${address}: ${reason}. Put it beside the model.`,
  externalOutside: (name: string, file: string) =>
    `The tensor '${name}' keeps its data in the file '${file}', which is outside the folder of the model. Only files in that folder are read without being named.`,
  externalEntry: (name: string, file: string) =>
    `The tensor '${name}' keeps its data in the file '${file}', at a place that cannot be.`,
  externalShort: (name: string, file: string, needed: number, got: number) =>
    `The tensor '${name}' reaches to byte ${needed} of the file '${file}', which has ${got}.`,
  outputUnknown: (name: string, outputs: readonly string[]) =>
    `The option outputs names '${name}'; the outputs of the model are ${listed(outputs)}.`,
  option: (name: string, wanted: string) => `The option ${name} should be ${wanted}.`,
  prepareValue: (name: string) =>
    `The values of the input '${name}' decide a shape, so prepare takes a tensor for it: { data, dims }.`,
  shapes: (got: string) =>
    `The shapes must be an object with the dims of each input, or a tensor if its values determine shapes, but are ${got}.${got === 'a Map' ? ' Pass Object.fromEntries(map).' : ''}`,
  segment: (name: string) =>
    `The tensor '${name}' is one segment of several, which is not supported.`,
  sparseTexts: (name: string) =>
    `The sparse tensor '${name}' holds strings, which is not supported.`,
  sparseIndices: (name: string, dims: readonly number[], count: number) =>
    `The sparse tensor '${name}' ${shown(dims)} needs an int64 index within it for each of its ${count} values.`,
  tensorDims: (name: string, dims: readonly unknown[]) =>
    `The tensor '${name}' has the sizes ${shown(dims)}, which no tensor can have.`,
  tensorData: (name: string, dims: readonly number[], needed: number, got: number) =>
    `The tensor '${name}' ${shown(dims)} needs ${needed} items of data, and has ${got}.`,
  tensorText: (name: string) => `A string of the tensor '${name}' is not UTF-8.`,
  declaredRank: (name: string, rank: number, highest: number) =>
    `'${name}' has rank ${rank}; the highest is ${highest}.`,
  dimension: (name: string, size: string) => `'${name}' has an axis of size ${size}.`,
  attributeType: (node: string, name: string, wanted: string) =>
    `The attribute '${name}' of ${node} should be ${wanted}.`,
  attributeMissing: (node: string, name: string) => `${node} lacks the attribute '${name}'.`,
  attributeTwice: (node: string, name: string) => `${node} has the attribute '${name}' twice.`,
  reference: (node: string, name: string) =>
    `${node} refers to the attribute '${name}' of a function, and is in none.`,
  rank: (node: string, rank: number, highest: number) =>
    `${node} would make a tensor of rank ${rank}; the highest is ${highest}.`,
  feeds: (inputs: readonly string[], got: string) =>
    `The feeds must be an object with a tensor for each input, such as { ${inputs[0] ?? 'x'}: tensor }, but are ${got}.${got === 'a Map' ? ' Pass Object.fromEntries(map).' : ''}`,
  feedForeign: (what: string) =>
    `${what} belongs to another engine than the session. Create the session with { engine: sc }, where sc is the engine of the tensor.`,
  threads: () =>
    "Threads belong to the engine: pass { engine: await load({ threads: 2 }) }, with load of 'simdcast/threads'.",
  preparing: () => 'To compile for shapes before the first run, call session.prepare(shapes).',
  foreignOption: (name: string, instead: string | undefined) =>
    `The option '${name}' of onnxruntime-web has no meaning here: leave it out.${instead ? ` ${instead}` : ''}`,
  feedMissing: (name: string, inputs: readonly string[]) =>
    `The input '${name}' is missing from the feeds; the inputs are ${listed(inputs)}.`,
  feedUnknown: (name: string, inputs: readonly string[]) =>
    `The model has no input '${name}'; its inputs are ${listed(inputs)}.`,
  input: (name: string) => `The input '${name}'`,
  element: (name: string, at: number) => `Element ${at} of the input '${name}'`,
  feedType: (what: string, wanted: string, got: string) =>
    `${what} should be ${wanted}, and is ${got}.`,
  feedShape: (what: string, wanted: readonly unknown[], got: readonly number[]) =>
    `${what} should have the shape ${shown(wanted)}, and has ${shown(got)}.`,
  feedSequence: (name: string) =>
    `The input '${name}' is a sequence: give it as an array of tensors.`,
  feedCount: (name: string, count: number, most: number) =>
    `The input '${name}' has ${count} elements; the most of a sequence is ${most}.`,
  feedSymbol: (symbol: string, a: string, sizeOfA: number, b: string, sizeOfB: number) =>
    `${symbol} is ${sizeOfA} in the input '${a}' and ${sizeOfB} in '${b}'.`,
  fetchUnknown: (name: string, outputs: readonly string[]) =>
    `The model has no output '${name}'; its outputs are ${listed(outputs)}.`,
  fetches: (got: string) =>
    `The fetches must be an array of output names, such as ['y'], or an object with a tensor or null for each, but are ${got}.${got === 'a Set' ? ' Pass [...set].' : ''}`,
  location: (got: string) =>
    `preferredOutputLocation should be 'cpu', 'js' or 'wasm', and is '${got}'.`,
  engine: () => 'The option engine should be an instance that load() gave.',
  released: () => 'The session has been released.',
  constructed: () =>
    'A session is not made with new: call await InferenceSession.create(model), which takes a path, a URL or bytes.',
  detached: (method: string) => `${method} must be called as a method: session.${method}(…).`,
  manyOutput: (name: string) =>
    `The output '${name}' is no single tensor; leave its tensor out of the fetches.`,
  outputKind: (name: string, said: string, given: string) =>
    `The model declares '${name}' as ${said}, and its graph gives ${given}.`,
  stringOutput: (name: string) =>
    `The output '${name}' holds strings, which stay in JavaScript; leave its tensor out of the fetches.`,
  outOverlaps: (name: string, other: string) =>
    `The tensor for the output '${name}' shares memory with another that is given: ${other}.`,
  legacyAxis: (name: string, from: readonly unknown[], to: readonly unknown[]) =>
    `The attribute axis is gone from opset 7 on; reshape '${name}' ${shown(from)} to ${shown(to)} instead.`,
  legacyAxisIdle: (name: string) =>
    `The attribute axis is gone from opset 7 on; '${name}' aligns the same without it.`,
  ncnnDiffers: (withoutBatch: boolean, verdict: string) =>
    `ncnn${withoutBatch ? ', which has no batch axis,' : ''} would do otherwise: ${verdict}`,
  ncnnConflict: (
    operands: readonly { readonly name: string; readonly shape: readonly number[] }[],
    reason: string,
  ) =>
    `${operands.map(({ name, shape }) => `${name} [${shape.join(',')}]`).join(' and ')} do not broadcast by ncnn's rule: ${reason}.`,
  ncnnReshape: (name: string, from: readonly unknown[], to: readonly unknown[]) =>
    `Reshape '${name}' ${shown(from)} to ${shown(to)}, and both agree.`,
  ncnnNever: () => 'No reshape of the operands makes both agree.',
  checkUnsupported: (declared: boolean) =>
    declared
      ? 'The operator is not followed; its shapes are those that the model declares.'
      : 'The operator is not followed, and the model does not declare what it makes.',
  checkDeclared: (name: string, said: readonly unknown[], given: readonly unknown[]) =>
    `The model declares '${name}' as ${shown(said.map((size) => size ?? '?'))}; the node gives ${shown(given)}.`,
  checkSomeSizes: (problem: string) => `Only some sizes fit. With other sizes: ${problem}`,
  checkEqualSizes: (problem: string, size: number | string, other: number | string) =>
    `It fits if ${size} is ${other}. Otherwise: ${problem}`,
  checkUnknown: (name: string) => `The shape of '${name}' is not known.`,
  checkOpen: (name: string) => `What '${name}' holds is not known before the model is fed.`,
  functionCycle: (name: string) => `The function ${name} calls itself.`,
  functionCount: () => 'The functions of the model unfold into too many nodes.',
  functionInputs: (node: string, got: number, most: number) =>
    `${node} has ${got} inputs; its function takes ${most}.`,
  functionOutputs: (node: string, got: number, most: number) =>
    `${node} has ${got} outputs; its function makes ${most}.`,
  functionTwice: (name: string) => `Two functions of the model are named ${name}.`,
  functionOutput: (name: string, output: string) =>
    `The function ${name} does not make its output '${output}'.`,
} as const;
