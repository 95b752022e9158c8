/** The sentences of the entry with onnxruntime-web's names. */
export const ortMessages = {
  untyped: (given: string) =>
    `A tensor without a type must hold a typed array, or an array of strings or booleans, but holds ${given}. Pass the type first: new Tensor('float32', data, dims).`,
  array: (type: string, wanted: readonly string[], got: string) =>
    `The data of a tensor of ${type} must be an array or a ${wanted.join(' or ')}, but is a ${got}.`,
  packed: (type: string, wanted: number, got: number) =>
    `The data of a tensor of ${type} must hold two elements in each byte, ${wanted} bytes, but has ${got}.`,
  disposed: () => 'The tensor has been disposed.',
  located: (location: string) =>
    `The location of a tensor must be 'cpu' or 'cpu-pinned', but is '${location}': simdcast keeps tensors in the memory of the CPU.`,
  reshaped: (from: readonly number[], to: readonly number[]) =>
    `A tensor of (${from}) cannot be reshaped to (${to}): the number of elements differs.`,
  providers: (given: readonly string[]) =>
    `executionProviders must include 'wasm' or 'cpu', but lists ${given.join(', ')}. simdcast runs on the CPU.`,
  fetches: () => 'fetches must be an array of at least one name, or an object of names.',
  option: (name: string, wanted: string) => `The option '${name}' must be ${wanted}.`,
  output: (name: string, location: string) =>
    `The preferred location of the output '${name}' must be 'cpu' or 'cpu-pinned', but is '${location}'.`,
  outputUnknown: (name: string, known: readonly string[]) =>
    `The model has no output '${name}'. Its outputs are ${known.join(', ')}.`,
  terminated: () => 'The run was terminated before it began: the option `terminate` is true.',
  logLevel: (value: unknown, known: readonly string[]) =>
    `env.logLevel must be one of ${known.join(', ')}, but is ${String(value)}.`,
  range: (offset: number, length: number, bytes: number) =>
    `The model must lie within its buffer, but offset ${offset} and length ${length} reach beyond ${bytes} bytes.`,
};
