/** Describes the attributes of a call, JavaScript values, to the engine. */
import { onnxNumberOf } from '../base/dtypes.js';
import { AttributeError } from '../base/errors.js';
import type { Attributes } from '../base/function-options.js';
import { messages } from '../base/messages.js';
import { lengthOf, type TypedArray } from '../base/typed-arrays.js';
import type { Memory } from '../memory/memory.js';
import type { NativeModelDraft } from '../wasm/native.js';
import type { NodeAttributeKind } from './operator-table.js';
import type { EngineParts } from './parts.js';

/** A node, as attributes and their errors need it. */
export interface AttributedNode {
  readonly domain: string;
  readonly operator: string;
  readonly opset: number;
  /** The node's name in messages. */
  readonly label: string;
}

/** A tensor of the caller that has been read. */
type TensorAttribute = {
  readonly type: string;
  readonly dims: number[];
  readonly data: TypedArray | readonly string[];
};

/** How messages describe a value of each kind. */
const KIND_WORDS: Readonly<Record<NodeAttributeKind, string>> = {
  int: 'an integer',
  type: 'an element type',
  float: 'a number',
  string: 'a string',
  ints: 'an array of integers',
  floats: 'a list of numbers',
  strings: 'a list of strings',
  tensor: 'a tensor',
  sparse: 'a sparse tensor, which only models have',
  graph: 'a graph, which only models have',
};

const isWhole = (value: unknown): value is number | bigint | boolean =>
  typeof value === 'bigint' || typeof value === 'boolean' || Number.isSafeInteger(value);

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';

/** The items of an array or typed array; `undefined` if one has another kind. */
function listOf<Item>(value: unknown, is: (item: unknown) => item is Item): Item[] | undefined {
  if (!Array.isArray(value) && !(ArrayBuffer.isView(value) && 'length' in value)) return undefined;
  const items = Array.from(value as ArrayLike<unknown>);
  return items.every(is) ? items : undefined;
}

class AttributeWriter {
  readonly #parts: EngineParts;
  readonly #native: NativeModelDraft;

  constructor(parts: EngineParts, native: NativeModelDraft) {
    this.#parts = parts;
    this.#native = native;
  }

  /** Returns whether the value is of this kind. */
  write(kind: NodeAttributeKind, name: string, value: unknown): boolean {
    const native = this.#native;
    if (kind === 'float' && isNumber(value)) native.real(name, Math.fround(value));
    else if (kind === 'string' && isText(value)) native.text(name, value);
    else if (kind === 'int' && isWhole(value)) native.integer(name, BigInt(value));
    else if (kind === 'type') return this.#type(name, value);
    else if (kind === 'ints') return this.#integers(name, value);
    else if (kind === 'floats') return this.#reals(name, value);
    else if (kind === 'strings') return this.#texts(name, value);
    else if (kind === 'tensor') return this.#tensor(name, value);
    else return false;
    return true;
  }

  /** A value of the engine's own operators or of the package's: a string, or a number, which may be a double. */
  writePlain(name: string, value: unknown): void {
    const native = this.#native;
    if (isText(value)) native.text(name, value);
    else if (isWhole(value)) native.integer(name, BigInt(value));
    else if (Object.is(Math.fround(value as number), value)) native.real(name, value as number);
    else this.#tensor(name, { type: 'float64', dims: [], data: Float64Array.of(value as number) });
  }

  #type(name: string, value: unknown): boolean {
    const number = isWhole(value) ? Number(value) : onnxNumberOf(value);
    if (number !== undefined) this.#native.integer(name, BigInt(number));
    return number !== undefined;
  }

  #integers(name: string, value: unknown): boolean {
    const items = listOf(value, isWhole);
    if (items) writeIntegers(this.#parts, this.#native, name, items);
    return items !== undefined;
  }

  #reals(name: string, value: unknown): boolean {
    const items = listOf(value, isNumber);
    if (!items) return false;
    const list = Float32Array.from(items);
    this.#staged(list, (address) => this.#native.reals(name, address, list.length));
    return true;
  }

  #texts(name: string, value: unknown): boolean {
    const items = listOf(value, isText);
    if (!items) return false;
    this.#native.texts(name);
    for (const text of items) this.#native.addText(text);
    return true;
  }

  #tensor(name: string, value: unknown): boolean {
    const { data, dims, type } = (value ?? {}) as Partial<TensorAttribute>;
    if (!data || !dims || !type) return false;
    const number = this.#parts.engine.typeNumber(type);
    this.#staged(Float64Array.from(dims), (sizes) => {
      if (Array.isArray(data)) {
        this.#native.stringTensor(name, sizes, dims.length);
        for (const text of data) this.#native.addText(text);
        return;
      }
      this.#staged(data as TypedArray, (address) =>
        this.#native.tensor(name, number, sizes, dims.length, address),
      );
    });
    return true;
  }

  #staged(data: TypedArray, use: (address: number) => void): void {
    staged(this.#parts.engine.memory, data, use);
  }
}

function staged(memory: Memory, data: TypedArray, use: (address: number) => void): void {
  const bytes = lengthOf(data) * data.BYTES_PER_ELEMENT;
  const block = memory.borrow(bytes);
  try {
    memory.write(block, data, bytes);
    use(block);
  } finally {
    memory.handBack(block);
  }
}

/** Describes a list of integers as an attribute of the draft's last node. */
export function writeIntegers(
  { engine }: EngineParts,
  native: NativeModelDraft,
  name: string,
  items: readonly (number | bigint | boolean)[],
): void {
  const list = BigInt64Array.from(items, BigInt);
  staged(engine.memory, list, (address) => native.integers(name, address, list.length));
}

/** Whether the engine's own table has the operator. Cast has attributes that only ONNX's has. */
const isOfEngine = ({ engine }: EngineParts, { domain, operator }: AttributedNode): boolean =>
  domain === '' && operator !== 'Cast' && engine.catalogue.operators.includes(operator);

/**
 * Describes the attributes of the draft's last node.
 * @throws AttributeError if a value is of another kind than ONNX's
 */
export function writeAttributes(
  parts: EngineParts,
  native: NativeModelDraft,
  node: AttributedNode,
  attributes: Attributes,
): void {
  const { domain, operator, opset, label } = node;
  const writer = new AttributeWriter(parts, native);
  const isPlain = domain !== '' || isOfEngine(parts, node);
  if (isPlain && domain === '') parts.plans.node(operator, attributes, opset);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    const kind = isPlain ? undefined : parts.table.attributeKind(operator, opset, name);
    // The engine rejects unknown attributes.
    if (kind === undefined) writer.writePlain(name, value);
    else if (!writer.write(kind, name, value))
      throw new AttributeError(
        'invalid_attribute',
        messages.attributeKind(label, name, KIND_WORDS[kind], value),
      );
  }
}
