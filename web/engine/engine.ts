/** One instance of the C++ engine: its memory, its names, and its requests. */
import type { RuleName } from '../base/alignment.js';
import type { DType } from '../base/dtypes.js';
import { Memory } from '../memory/memory.js';
import type { Enumeration, Enumerator } from '../wasm/embind.js';
import { CLOSED, type Native } from '../wasm/instantiate.js';
import type { NativeAlignment, NativeRequest } from '../wasm/native.js';

/** Number of inputs that a run accepts as arguments; further ones are set by `feed`. */
export const DIRECT = 3;

/** How an attribute's value is checked and passed. */
export type AttributeKind = 'integer' | 'flag' | 'real' | 'choice' | 'type' | 'ignored';

/** Names, indexed by their numbers. */
export interface Catalogue {
  readonly operators: readonly string[];
  readonly types: readonly string[];
  readonly rules: readonly string[];
  readonly attributes: readonly string[];
  readonly attributeKinds: readonly AttributeKind[];
  /** The allowed strings of each attribute. */
  readonly attributeChoices: readonly (readonly string[])[];
  readonly newestOpset: number;
  readonly maxRank: number;
  readonly maxOperands: number;
}

/** The subject of a request, without its inputs. */
export type Question = (request: NativeRequest) => void;

/** The properties of an input that a request needs. */
export interface Asked {
  readonly type: string;
  readonly dims: readonly number[];
}

/** A question about inputs. Both are immutable. */
export interface Inquiry {
  readonly question: Question;
  readonly inputs: readonly Asked[];
}

/** The legacy rule's `axis` that aligns at the right end; -1 means the same. */
export const SUFFIX = -1;

/** The rule determines the order of shapes. */
export const OWN_ORDER = -1;

/** A question about a rule; `axis` and `broadcast` are those of the legacy rule. */
export const ruleQuestion =
  (rule: number, axis: number, broadcast: boolean, order: number): Question =>
  (request) => {
    request.beginRule(rule, axis, broadcast, order);
  };

const isEnumerator = (value: unknown): value is Enumerator =>
  typeof value === 'object' && value !== null && 'value' in value;

/** Embind adds other properties to the enumerators, some of them properties of a function. */
function namesOf(enumeration: Enumeration): string[] {
  const names: string[] = [];
  for (const [name, value] of Object.entries(enumeration))
    if (isEnumerator(value)) names[value.value] = name;
  return names;
}

function choicesOf(native: Native, attribute: number, from = 0): string[] {
  const choice = native.attributeChoice(attribute, from);
  return choice === '' ? [] : [choice, ...choicesOf(native, attribute, from + 1)];
}

function catalogueOf(native: Native): Catalogue {
  const attributes = namesOf(native.Attribute);
  const kinds = namesOf(native.AttributeKind) as AttributeKind[];
  const kindOf = (attribute: number): AttributeKind =>
    kinds[native.attributeKind(attribute)] as AttributeKind;
  return {
    operators: namesOf(native.Operator),
    types: namesOf(native.DType),
    rules: namesOf(native.Rule),
    attributes,
    attributeKinds: attributes.map((_, attribute) => kindOf(attribute)),
    attributeChoices: attributes.map((_, attribute) => choicesOf(native, attribute)),
    newestOpset: native.newestOpset,
    maxRank: native.maxRank,
    maxOperands: native.maxOperands,
  };
}

/** Number of sizes that `input` accepts; each further one is passed to `axis`. */
const SIZES_AT_ONCE = 4;

function writeInput(request: NativeRequest, type: number, dims: readonly number[]): void {
  const { length } = dims;
  const at = (axis: number): number => (axis < length ? (dims[axis] as number) : 0);
  request.input(type, length, at(0), at(1), at(2), at(3));
  for (let axis = SIZES_AT_ONCE; axis < length; axis++) request.axis(dims[axis] as number);
}

/** The shape of a result. A loop, because `Array.from` takes longer than the engine needs to find a shape. */
export function shapeOf(result: { rank(): number; size(axis: number): number }): number[] {
  const sizes: number[] = [];
  const rank = result.rank();
  for (let axis = 0; axis < rank; axis++) sizes.push(result.size(axis));
  return sizes;
}

export class Engine {
  native: Native;
  readonly memory: Memory;
  readonly catalogue: Catalogue;
  /** One request and one answer are reused for all questions, one at a time. */
  readonly #request: NativeRequest;
  readonly #aligned: NativeAlignment;
  /** The inquiry that the answer belongs to. */
  #answered: Inquiry | undefined;
  readonly #typeNumbers: ReadonlyMap<string, number>;
  /** Whether the request has inputs, which take memory if there are more than two. */
  #isFilled = false;

  constructor(native: Native, limit: number) {
    this.native = native;
    this.memory = new Memory(native, limit);
    this.catalogue = catalogueOf(native);
    this.#request = new native.Request();
    this.#aligned = new native.Aligned();
    this.#typeNumbers = new Map(this.catalogue.types.map((name, number) => [name, number]));
    this.memory.onShortage(() => this.#forget());
  }

  /** Releases the module, including its memory. */
  close(): void {
    this.memory.close();
    this.native = CLOSED;
  }

  typeNumber(type: string): number {
    return this.#typeNumbers.get(type) ?? -1;
  }

  /** The type in the form that the engine's structs use. */
  typeOf(type: DType): Enumerator {
    return this.native.DType[type] as Enumerator;
  }

  /** Sets the addresses of inputs of the next run, starting at `first`. */
  feed(addresses: readonly number[], first = 0): void {
    for (let i = first; i < addresses.length; i++) this.native.feed(i, addresses[i] as number);
  }

  /** The question for a rule without parameters. */
  rule(name: RuleName): Question {
    return ruleQuestion(this.catalogue.rules.indexOf(name), SUFFIX, true, OWN_ORDER);
  }

  /**
   * How inputs are aligned; valid until the next inquiry. Memory for reading the answer is reserved. Repeated
   * inquiries are answered once, however many parts of the answer are read.
   * @throws OutOfMemoryError
   */
  align(inquiry: Inquiry): NativeAlignment {
    // A shortage of memory discards the answer.
    if (this.#answered === inquiry) this.memory.headroom();
    if (this.#answered !== inquiry) {
      this.#answered = undefined;
      this.#aligned.ask(this.request(inquiry));
      this.#answered = inquiry;
    }
    return this.#aligned;
  }

  /**
   * A request with a question about these inputs, in memory that is sure to be available. It must be used
   * before the next one is created.
   * @throws OutOfMemoryError
   */
  request({ question, inputs }: Inquiry): NativeRequest {
    this.memory.headroom();
    const request = this.#request;
    question(request);
    for (const { type, dims } of inputs) {
      const number = this.typeNumber(type);
      if (number < 0) request.absent();
      else writeInput(request, number, dims);
    }
    this.#isFilled = true;
    return request;
  }

  /**
   * Empties the request and the answer; returns whether there were inputs. Both are reused, because new ones
   * could split the free memory.
   */
  #forget(): boolean {
    if (!this.#isFilled) return false;
    this.#request.begin(0, 1);
    this.#aligned.ask(this.#request);
    this.#answered = undefined;
    this.#isFilled = false;
    return true;
  }
}
