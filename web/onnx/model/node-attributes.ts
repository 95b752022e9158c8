/** A node's attributes, by their names and types. */
import { exactText } from '../../base/exact-text.js';
import type { Attributes } from '../../base/function-options.js';
import { decodeUtf8 } from '../../base/utf8.js';
import {
  type AttributeKind,
  type AttributeSource,
  type AttributeValues,
  KIND_WORDS,
} from './attributes.js';
import { ModelError } from './errors.js';
import { onnxMessages } from './messages.js';
import type { AttributeProto } from './schema.js';
import { denseFrom } from './sparse.js';
import { EMPTY_TENSOR, ownedTensor, tensorFrom } from './tensor-proto.js';

/** AttributeProto.AttributeType. */
const KINDS: Readonly<Record<number, AttributeKind>> = {
  1: 'float',
  2: 'int',
  3: 'string',
  4: 'tensor',
  6: 'floats',
  7: 'ints',
  8: 'strings',
  11: 'sparse',
};

/** Models of the first release omit the type. */
function kindOf(proto: AttributeProto): AttributeKind {
  if (proto.type) return KINDS[proto.type] ?? 'other';
  if (proto.f !== undefined) return 'float';
  if (proto.i !== undefined) return 'int';
  if (proto.s !== undefined) return 'string';
  if (proto.t !== undefined) return 'tensor';
  if (proto.sparseTensor !== undefined) return 'sparse';
  if (proto.g !== undefined) return 'other';
  if (proto.floats.length > 0) return 'floats';
  if (proto.strings.length > 0) return 'strings';
  return 'ints';
}

const READERS: {
  readonly [Kind in AttributeKind]: (proto: AttributeProto) => AttributeValues[Kind];
} = {
  int: ({ i }) => Number(i ?? 0n),
  type: ({ i }) => Number(i ?? 0n),
  float: ({ f }) => f ?? 0,
  string: ({ s }) => (s ? decodeUtf8(s) : ''),
  ints: ({ ints }) => ints.map(Number),
  long: ({ i }) => i ?? 0n,
  longs: ({ ints }) => ints,
  floats: ({ floats }) => floats,
  strings: ({ strings }) => strings.map(decodeUtf8),
  tensor: ({ t, name }) => tensorFrom(t ?? EMPTY_TENSOR, name),
  sparse: ({ sparseTensor, name }) => denseFrom(sparseTensor ?? { dims: [] }, name),
  other: () => undefined,
};

/** Kinds that differ only in how integers are read. */
const WRITTEN_AS: Partial<Readonly<Record<AttributeKind, AttributeKind>>> = {
  type: 'int',
  long: 'int',
  longs: 'ints',
};

/** A copy with bytes of its own, because attributes are read whenever their node is lowered. */
const ownedAttribute = (proto: AttributeProto): AttributeProto => {
  const { s, strings, t, sparseTensor: sparse } = proto;
  return {
    ...proto,
    ...(s && { s: s.slice() }),
    strings: strings.map((text) => text.slice()),
    ...(t && { t: ownedTensor(t) }),
    ...(sparse && {
      sparseTensor: {
        ...sparse,
        ...(sparse.values && { values: ownedTensor(sparse.values) }),
        ...(sparse.indices && { indices: ownedTensor(sparse.indices) }),
      },
    }),
  };
};

export class NodeAttributes implements AttributeSource {
  readonly #node: string;
  readonly #protos = new Map<string, AttributeProto>();

  /** `node` is how messages name the node. */
  constructor(node: string, protos: readonly AttributeProto[]) {
    this.#node = node;
    for (const proto of protos) {
      const name = proto.name ?? '';
      if (this.#protos.has(name)) throw this.#error(onnxMessages.attributeTwice(node, name));
      if (proto.refAttrName) throw this.#error(onnxMessages.reference(node, name));
      this.#protos.set(name, ownedAttribute(proto));
    }
  }

  get protos(): Iterable<AttributeProto> {
    return this.#protos.values();
  }

  get names(): string[] {
    return [...this.#protos.keys()];
  }

  has(name: string): boolean {
    return this.#protos.has(name);
  }

  /** The bytes of a graph; `undefined` if the attribute is absent. */
  graph(name: string): Uint8Array | undefined {
    return this.#protos.get(name)?.g;
  }

  /** The attributes without the subgraphs, whose bytes are not needed once they are parsed. */
  withoutGraphs(): NodeAttributes {
    const others = [...this.#protos.values()].filter(({ g }) => g === undefined);
    return new NodeAttributes(this.#node, others);
  }

  kind(name: string): AttributeKind | undefined {
    const proto = this.#protos.get(name);
    return proto && kindOf(proto);
  }

  /** A text that only equal attributes have in common; `undefined` if they contain tensors or graphs. */
  get text(): string | undefined {
    const texts = [];
    for (const proto of this.#protos.values()) {
      const { name, type, f, i, s, t, g, sparseTensor, floats, ints, strings } = proto;
      if (t || g || sparseTensor) return undefined;
      const numbers = [f, ...floats].map(exactText);
      const bytes = [s, ...strings].map((one) => one && [...one]);
      texts.push(JSON.stringify([name, type, numbers, [i, ...ints].map(String), bytes]));
    }
    return texts.sort().join();
  }

  /** @throws ModelError for an attribute of another kind. */
  find<Kind extends AttributeKind>(name: string, kind: Kind): AttributeValues[Kind] | undefined {
    const proto = this.#protos.get(name);
    if (!proto) return undefined;
    const wrong = () => this.#error(onnxMessages.attributeType(this.#node, name, KIND_WORDS[kind]));
    // An empty list without a type matches any list.
    const empty = !proto.type && kindOf(proto) === 'ints' && proto.ints.length === 0;
    const written = WRITTEN_AS[kind] ?? kind;
    if (kindOf(proto) !== written && !(empty && kind.endsWith('s'))) throw wrong();
    try {
      return READERS[kind](proto);
    } catch (error) {
      throw error instanceof ModelError ? error : wrong();
    }
  }

  get<Kind extends AttributeKind>(name: string, kind: Kind): AttributeValues[Kind] {
    const value = this.find(name, kind);
    if (value === undefined) throw this.#error(onnxMessages.attributeMissing(this.#node, name));
    return value;
  }

  /** All values, keyed by name, in the form that the engine accepts. @throws ModelError */
  get values(): Attributes {
    const read = (name: string): unknown => this.find(name, this.kind(name) as AttributeKind);
    return Object.fromEntries(this.names.map((name) => [name, read(name)]));
  }

  #error(message: string): ModelError {
    return new ModelError('invalid_attribute', message, [this.#node]);
  }
}
