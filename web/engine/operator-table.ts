/** The engine's table of operators: names, versions, and the inputs and attributes of each version. */
import type { DType } from '../base/dtypes.js';
import { AttributeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import type { OwnTypes } from '../memory/operands.js';
import type { NativeModule, NativeOperatorVersion } from '../wasm/native.js';
import type { Engine } from './engine.js';

/** The kinds of attributes, as in ONNX's AttributeProto. A type is an integer that names an element type. */
export type NodeAttributeKind =
  | 'int'
  | 'type'
  | 'float'
  | 'string'
  | 'ints'
  | 'floats'
  | 'strings'
  | 'tensor'
  | 'sparse'
  | 'graph';

export interface OperatorVersion {
  /** The first opset. */
  readonly since: number;
  /** Minimum and maximum number of inputs. */
  readonly inputs: readonly [number, number];
  /** Maximum number of outputs. */
  readonly outputs: number;
  /** The types of each input; the last entry applies to all further inputs. */
  readonly types: readonly (readonly DType[])[];
  /** The types that an attribute may choose for the output, except those that later opsets have added. */
  readonly makes: readonly DType[];
  readonly attributes: ReadonlyMap<string, NodeAttributeKind>;
  /** Whether only models may contain it. */
  readonly onlyInModels: boolean;
}

/** Operators with subgraphs, which only models have: never suggested for a misspelt name. */
const BRANCHING: ReadonlySet<string> = new Set(['If', 'Loop', 'Scan']);

/** The types of numbers and nested arrays, by position, if the versions allow several. */
const OWN_TYPES: ReadonlyMap<string, OwnTypes> = new Map<string, OwnTypes>([
  ['BitCast', ['widest']],
  ['Cast', ['widest']],
  ['CastLike', ['widest', undefined]],
  ['DequantizeLinear', [undefined, 'float32']],
  ['OneHot', ['int64', 'int64']],
  ['QLinearMatMul', [undefined, 'float32', undefined, undefined, 'float32', undefined, 'float32']],
  ['QuantizeLinear', [undefined, undefined, 'uint8']],
  ['Resize', [undefined, 'float32', 'float32', 'int64']],
  ['StringConcat', []],
]);

const isIndex = (type: DType): boolean => type === 'int32' || type === 'int64';

/** The type of an input for which ONNX allows only one type, or only index types. */
const onlyType = (types: readonly DType[] = []): DType | undefined =>
  types.length > 1 && types.every(isIndex) ? 'int64' : types.length === 1 ? types[0] : undefined;

export class OperatorTable {
  readonly #engine: Engine;
  readonly #versions = new Map<string, readonly OperatorVersion[]>();
  readonly #ownTypes = new Map<string, OwnTypes>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The names of a domain's operators, including those that only models may have. */
  names(domain = ''): readonly string[] {
    return this.#native.operatorNames(domain, true);
  }

  /** The versions of an operator, those for models included; empty if it is unknown. */
  versions(name: string, domain = ''): readonly OperatorVersion[] {
    const key = domain === '' ? name : `${domain}.${name}`;
    const known = this.#versions.get(key);
    if (known) return known;
    const found = this.#native.operatorVersions(domain, name).map((version) => this.#read(version));
    // The caller's strings may be any: only those of operators are kept.
    if (found.length > 0) this.#versions.set(key, found);
    return found;
  }

  /** The version of an operator that `run` has at an opset; `undefined` if there is none. */
  versionAt(name: string, opset: number): OperatorVersion | undefined {
    return this.#ofRun(name)
      .filter(({ since }) => since <= opset)
      .at(-1);
  }

  /** Like `versionAt`. @throws AttributeError if there is none */
  requireOperator(name: string, opset: number): OperatorVersion {
    const version = this.versionAt(name, opset);
    if (version) return version;
    const [first] = this.#ofRun(name);
    if (!first) throw this.unknownOperator(name);
    throw new AttributeError('not_in_opset', messages.notYet(name, first.since, opset));
  }

  /** The error for an unknown operator name. */
  unknownOperator(name: unknown): AttributeError {
    const { operators } = this.#engine.catalogue;
    if (typeof name === 'string' && operators.includes(`ncnn.${name}`))
      return new AttributeError('unknown_operator', messages.ncnnOperator(name));
    const own = operators.filter((known) => !known.startsWith('ncnn.'));
    const others = this.#native
      .operatorNames('', false)
      .filter((known) => !BRANCHING.has(known) && !own.includes(known));
    return new AttributeError('unknown_operator', messages.onnxOperator(name, [...own, ...others]));
  }

  /** Whether an operator accepts a type as its first input, or for Where as its values, at an opset. */
  supports(name: string, type: DType, opset: number): boolean {
    return this.inputTypes(name, opset, name === 'Where' ? 1 : 0).includes(type);
  }

  /** The types that an operator accepts for an input; empty if it may accept any. */
  inputTypes(name: string, opset: number, at: number): readonly DType[] {
    const { types = [] } = this.versionAt(name, opset) ?? {};
    return types[at] ?? types.at(-1) ?? [];
  }

  /**
   * The types of an operator's inputs when they are passed as numbers or nested arrays, by position;
   * `undefined` for inputs that share a type.
   */
  ownTypesOf(name: string): OwnTypes {
    const known = this.#ownTypes.get(name) ?? OWN_TYPES.get(name);
    if (known) return known;
    const version = this.#ofRun(name).at(-1);
    if (!version || name.startsWith('ncnn.')) return [];
    const { types, inputs } = version;
    const count = Number.isFinite(inputs[1]) ? inputs[1] : types.length;
    const found = Array.from({ length: count }, (_, at) => onlyType(types[at] ?? types.at(-1)));
    this.#ownTypes.set(name, found);
    return found;
  }

  /** The attributes of an operator at an opset. */
  attributesAt(name: string, opset: number): readonly string[] {
    return [...(this.versionAt(name, opset)?.attributes.keys() ?? [])];
  }

  /** The kind of an attribute; `undefined` if the operator does not have it at that opset. */
  attributeKind(name: string, opset: number, attribute: string): NodeAttributeKind | undefined {
    return this.versionAt(name, opset)?.attributes.get(attribute);
  }

  /** @throws OutOfMemoryError */
  get #native(): NativeModule {
    this.#engine.memory.headroom();
    return this.#engine.native;
  }

  #ofRun(name: string): readonly OperatorVersion[] {
    return this.versions(name).filter(({ onlyInModels }) => !onlyInModels);
  }

  #read(version: NativeOperatorVersion): OperatorVersion {
    const { since, least, most, outputs, types, makes, attributes, kinds, onlyInModels } = version;
    const named = (numbers: readonly number[]): DType[] =>
      numbers.map((number) => this.#engine.catalogue.types[number] as DType);
    return {
      since,
      inputs: [least, most],
      outputs,
      types: types.map(named),
      makes: named(makes),
      attributes: new Map(attributes.map((name, i) => [name, kinds[i] as NodeAttributeKind])),
      onlyInModels,
    };
  }
}
