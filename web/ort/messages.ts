/** Messages of the entry with onnxruntime-web's names. */
export const ortMessages = {
  untyped: (given: string) =>
    `The data of a tensor without a type must be a typed array, or an array of strings or booleans, but is ${given}. Pass the type first: new Tensor('float32', data, dims).`,
  array: (type: string, wanted: readonly string[], got: string) =>
    `The data of a tensor of ${type} must be an array or a ${wanted.join(' or ')}, but is a ${got}.`,
  packedArray: (type: string, got: string) =>
    `The data of a tensor of ${type} must be a Uint8Array with two elements in each byte, but is a ${got}.`,
  packed: (type: string, wanted: number, got: number) =>
    `The data of a tensor of ${type} must have two elements in each byte, ${wanted} bytes in total, but has ${got}.`,
  disposed: () => 'The tensor has been disposed.',
  located: (location: string) =>
    `The location of a tensor must be 'cpu' or 'cpu-pinned', but is '${location}': simdcast keeps tensors in the memory of the CPU.`,
  reshaped: (from: readonly number[], to: unknown) =>
    `A tensor of (${from}) cannot be reshaped to (${to}): the number of elements differs.`,
  providers: (given: readonly string[]) =>
    `executionProviders must include 'wasm' or 'cpu', but lists ${given.join(', ')}. simdcast runs on the CPU.`,
  fetches: () => 'fetches must be an array of at least one name, or an object of names.',
  constructed: () =>
    'A session cannot be created with `new`. Call `await InferenceSession.create(model)`.',
  options: () => 'The options must be an object.',
  elsewhere: (member: string, place: string) =>
    `A tensor has no ${member}: simdcast keeps tensors in the memory of the CPU, not in ${place}.`,
  option: (name: string, wanted: string) => `The option '${name}' must be ${wanted}.`,
  oneOf: (name: string, known: readonly string[], got: unknown) =>
    `The option '${name}' must be one of ${known.join(', ')}, but is ${String(got)}.`,
  integer: (name: string, most: number, got: unknown) =>
    `The option '${name}' must be an integer from 0 to ${most}, but is ${String(got)}.`,
  output: (name: string, location: string) =>
    `The preferred location of the output '${name}' must be 'cpu' or 'cpu-pinned', but is '${location}'.`,
  terminated: () => 'The run was terminated before it began: the option `terminate` is true.',
  logLevel: (value: unknown, known: readonly string[]) =>
    `env.logLevel must be one of ${known.join(', ')}, but is ${String(value)}.`,
  layout: () =>
    "tensorLayout must be 'NCHW': simdcast does not convert images to NHWC tensors. Transpose the tensor with an operator of the model.",
  canvas: () =>
    'There is no canvas here that can read or encode images. Pass an ImageData without options, or use a page.',
  image: () =>
    'The image must be an ImageData, an ImageBitmap, an HTMLImageElement or the address of an image.',
  imageGone: (address: string) => `The image ${address} could not be loaded.`,
  elementFormat: () =>
    "An HTMLImageElement becomes a tensor of 'RGBA'. Omit the option 'tensorFormat'.",
  bitmapOptions: () => "An ImageBitmap needs options with its format, such as { format: 'RGBA' }.",
  channels: (format: string, channels: number) =>
    `The tensor must have the channels of the format '${format}', but has ${channels}.`,
  range: (offset: number, length: number, bytes: number) =>
    `The model must be within its buffer, but offset ${offset} plus length ${length} exceeds ${bytes} bytes.`,
};
