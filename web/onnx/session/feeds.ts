/** Reads what callers give for the inputs of a model: feeds, and shapes to prepare for. */
import { arrayOf, itemsOf } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { Operand as OperandInput, TensorLike } from '../../base/types.js';
import type { EngineParts } from '../../engine/parts.js';
import { type Operand, type Reading, toOperand, toTensor } from '../../memory/operand.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import type { Declaration, Model } from '../model/model.js';
import { checkDims, checkSymbols, isDims, type Shaped, type Shapes, withType } from './inputs.js';

/** An operand for each input, by name; values without a type have that of the input. */
export type Feeds = Readonly<Record<string, OperandInput>>;

export class FeedReader {
  readonly #reading: Reading;
  /** The inputs of the graph, those that have an initializer last. */
  readonly #declared: readonly Declaration[];
  readonly #required: readonly string[];

  constructor({ engine, layouts }: EngineParts, { inputs, optionalInputs }: Model) {
    this.#reading = { memory: engine.memory, layouts, maxRank: engine.catalogue.maxRank };
    this.#declared = [...inputs, ...optionalInputs];
    this.#required = inputs.map(({ name }) => name);
  }

  /** @throws ModelError */
  operands(feeds: Feeds): Map<string, Operand> {
    if (typeof feeds !== 'object' || feeds === null)
      throw new ModelError('invalid_feeds', onnxMessages.feeds());
    return this.#byName(feeds, (given, declaration) => this.#operand(given, declaration));
  }

  /** @throws ModelError */
  shapes(shapes: Shapes): Map<string, Shaped> {
    if (typeof shapes !== 'object' || shapes === null)
      throw new ModelError('invalid_feeds', onnxMessages.shapes());
    const { layouts } = this.#reading;
    return this.#byName(shapes, (said, declaration): Shaped => {
      const { name, type } = declaration;
      if (!isDims(said)) return this.shaped(this.#operand(said as OperandInput, declaration));
      checkDims(said, declaration);
      return {
        ...{ type, dims: said, layout: layouts.idOf(type, said) },
        elements() {
          throw new ModelError('invalid_feeds', onnxMessages.prepareValue(name));
        },
      };
    });
  }

  /** A tensor to write an output into. */
  target(into: TensorLike, name: string): Operand {
    return toTensor(into, name, this.#reading);
  }

  shaped(operand: Operand): Shaped {
    const { type, dims, layout } = operand;
    return { type, dims, layout, elements: () => this.#dataOf(operand) };
  }

  /** What is given for each input, of which those that have no initializer must be there. */
  #byName<Given, Made extends Pick<Operand, 'dims'>>(
    feeds: Readonly<Record<string, Given>>,
    make: (given: Given, declaration: Declaration) => Made,
  ): Map<string, Made> {
    for (const name of Object.keys(feeds))
      if (!this.#declared.some((input) => input.name === name))
        throw new ModelError('invalid_feeds', onnxMessages.feedUnknown(name, this.#required));
    const operands = new Map<string, Made>();
    for (const declaration of this.#declared) {
      const { name } = declaration;
      const given = Object.hasOwn(feeds, name) ? feeds[name] : undefined;
      if (given !== undefined) operands.set(name, make(given, declaration));
      else if (this.#required.includes(name))
        throw new ModelError('invalid_feeds', onnxMessages.feedMissing(name, this.#required));
    }
    checkSymbols(this.#declared, operands);
    return operands;
  }

  /** A feed without a type is taken for what the model asks. */
  #operand(given: OperandInput, { name, type, shape }: Declaration): Operand {
    const operand = toOperand(withType(given, type), `The input '${name}'`, this.#reading, type);
    if (operand.type !== type)
      throw new ModelError('invalid_feeds', onnxMessages.feedType(name, type, operand.type));
    checkDims(operand.dims, { name, type, shape });
    return operand;
  }

  #dataOf({ type, size, data, strings, address }: Operand): TypedArray | readonly string[] {
    const { memory } = this.#reading;
    return strings ?? data ?? memory.view(arrayOf(type), address, itemsOf(type, size));
  }
}
