/** Reads the inputs of a model: feeds, and the shapes passed to `prepare`. */
import { checkDims as checkSizes } from '../../base/checks.js';
import { arrayOf, itemsOf } from '../../base/dtypes.js';
import { DTypeError } from '../../base/errors.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { TensorLike } from '../../base/types.js';
import type { EngineParts } from '../../engine/parts.js';
import { type Operand, type Reading, toOperand, toTensor } from '../../memory/operand.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import type { Declaration, Model } from '../model/model.js';
import {
  checkDims,
  isRecord,
  kindOf,
  labelOf,
  listOf,
  type Shaped,
  symbolClash,
} from './inputs.js';
import type { Feeds, Shapes } from './public.js';

/** The given tensors of each input: any number for a sequence, none for an absent input. */
type Tensors<Tensor> = Map<string, readonly Tensor[]>;

export class FeedReader {
  readonly #reading: Reading;
  /** The inputs of the graph; those that have an initializer come last. */
  readonly #declared: readonly Declaration[];
  readonly #names: ReadonlySet<string>;
  readonly #required: readonly string[];

  constructor({ engine, layouts }: EngineParts, { inputs, optionalInputs }: Model) {
    this.#reading = { memory: engine.memory, layouts, maxRank: engine.catalogue.maxRank };
    this.#declared = [...inputs, ...optionalInputs];
    this.#names = new Set(this.#declared.map(({ name }) => name));
    this.#required = inputs.map(({ name }) => name);
  }

  /** @throws ModelError */
  operands(feeds: Feeds): Tensors<Operand> {
    this.#checkRecord(feeds, (got) => onnxMessages.feeds(this.#required, got));
    return this.#byName(feeds, (given, declaration, label) =>
      this.#operand(given, declaration, label),
    );
  }

  /** @throws ModelError; ShapeError for dims that are not sizes */
  shapes(shapes: Shapes): Tensors<Shaped> {
    this.#checkRecord(shapes, (got) => onnxMessages.shapes(got));
    return this.#byName(shapes, (said, declaration, label): Shaped => {
      const { name, type } = declaration;
      if (!Array.isArray(said)) return this.shaped(this.#operand(said, declaration, label));
      const dims = checkSizes(said, label, this.#reading.maxRank);
      checkDims(dims, declaration, label);
      return {
        ...{ type, dims },
        elements() {
          throw new ModelError('invalid_feeds', onnxMessages.prepareValue(name));
        },
      };
    });
  }

  /** A tensor to write an output into. */
  target(into: TensorLike, name: string): Operand {
    return this.#own(name, () => toTensor(into, name, this.#reading));
  }

  /** Reads a tensor that must be of the session's engine, if it is in wasm memory. */
  #own(label: string, read: () => Operand): Operand {
    try {
      return read();
    } catch (error) {
      if (error instanceof DTypeError && error.code === 'foreign_tensor')
        throw new DTypeError(error.code, onnxMessages.feedForeign(label), error);
      throw error;
    }
  }

  shaped(operand: Operand): Shaped {
    const { type, dims } = operand;
    return { type, dims, operand, elements: () => this.#dataOf(operand) };
  }

  /**
   * Runs work in which nodes may reject these inputs. If one name stands for two sizes, the error mentions it
   * as a possible cause.
   */
  explaining<Result>(given: Tensors<Shaped>, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      const clash = error instanceof ModelError ? symbolClash(this.#declared, given) : undefined;
      if (clash === undefined) throw error;
      const { code, message, nodes } = error as ModelError;
      throw new ModelError(code, `${message} ${clash}`, nodes, error);
    }
  }

  /** @throws ModelError if the argument is not an object with a value for each input */
  #checkRecord(given: unknown, message: (got: string) => string): void {
    if (!isRecord(given, this.#names))
      throw new ModelError('invalid_feeds', message(kindOf(given)));
  }

  /** Collects the feeds. An input is required unless it is optional or has an initializer. */
  #byName<Made extends Pick<Operand, 'dims'>>(
    feeds: Readonly<Record<string, unknown>>,
    make: (given: unknown, declaration: Declaration, label: string) => Made,
  ): Tensors<Made> {
    for (const name of Object.keys(feeds))
      if (!this.#names.has(name))
        throw new ModelError('invalid_feeds', onnxMessages.feedUnknown(name, this.#required));
    const tensors: Tensors<Made> = new Map();
    for (const declaration of this.#declared) {
      const { name, optional } = declaration;
      const given = Object.hasOwn(feeds, name) ? feeds[name] : undefined;
      const isAbsent = given === undefined || (optional && given === null);
      if (!isAbsent)
        tensors.set(
          name,
          listOf(given, declaration).map((one, at) =>
            make(one, declaration, labelOf(declaration, at)),
          ),
        );
      else if (!optional && this.#required.includes(name))
        throw new ModelError('invalid_feeds', onnxMessages.feedMissing(name, this.#required));
    }
    return tensors;
  }

  /** A feed without a type gets the type that the model declares. */
  #operand(given: unknown, { type, shape }: Declaration, label: string): Operand {
    const operand = this.#own(label, () => toOperand(given, label, this.#reading, type));
    if (operand.type !== type)
      throw new ModelError('invalid_feeds', onnxMessages.feedType(label, type, operand.type));
    checkDims(operand.dims, { shape }, label);
    return operand;
  }

  #dataOf({ type, size, data, strings, address }: Operand): TypedArray | readonly string[] {
    const { memory } = this.#reading;
    // A copy, because memory may grow before it is read.
    const stored = () =>
      memory.view(arrayOf(type), address, itemsOf(type, size)).slice() as TypedArray;
    return strings ?? data ?? stored();
  }
}
