/** Compiles a model for the shapes of its inputs. */
import type { DType } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { EngineParts } from '../../engine/parts.js';
import type { TaskBuilder } from '../../engine/tasks.js';
import type { Derivations } from '../../graph/derivations.js';
import { Generation } from '../../graph/generation.js';
import { Lowering } from '../../graph/lowering.js';
import { Program } from '../../graph/program.js';
import type { Made } from '../../graph/program-cache.js';
import { bytesOfValue, Storage, type Value } from '../../graph/values.js';
import {
  type AnyValue,
  contentOf,
  isOptional,
  isSequence,
  tensorsIn,
  textOfValue,
} from '../../operators/containers/values.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import {
  type Declaration,
  type Model,
  type OutputDeclaration,
  typeTextOf,
} from '../model/model.js';
import type { BoundNode } from './bind.js';
import { NodeLowerer } from './lower.js';

/** A tensor at compile time: its type and dims, and its elements if they determine a shape. */
export interface Given {
  readonly type: DType;
  readonly dims: readonly number[];
  readonly data?: TypedArray | readonly string[] | undefined;
}

/** The given tensors of each input, by name: any number for a sequence, otherwise one. */
type GivenInputs = ReadonlyMap<string, readonly Given[]>;

export interface CompileContext {
  readonly parts: EngineParts;
  readonly tasks: TaskBuilder;
  readonly model: Model;
  readonly nodes: readonly BoundNode[];
  /** The initializers in wasm memory, and the values derived from them. */
  readonly constants: ReadonlyMap<string, AnyValue>;
  readonly derivations: Derivations;
}

/** A program of a model. Its inputs are the given tensors, in order. */
export class ModelProgram extends Program {
  /** The outputs of the model, which consist of the program's tensors. */
  readonly results: readonly AnyValue[];

  constructor(lowering: Lowering, inputs: readonly Value[], results: readonly AnyValue[]) {
    super(lowering, inputs, results.flatMap(tensorsIn));
    this.results = results;
  }
}

function tensorOf(lowering: Lowering, { type, dims, data }: Given): Value {
  if (data) return lowering.constant(type, dims, data);
  const bytes = bytesOfValue({ type, dims });
  return { type, dims, storage: new Storage('input', bytes) };
}

/** The value of an input; `undefined` for a required input that is missing. */
function inputOf(
  { type, sequence, optional }: Declaration,
  given: readonly Value[] | undefined,
): AnyValue | undefined {
  const content = given && (sequence ? { type, elements: given } : given[0]);
  return optional ? { type, content } : content;
}

/** An output in the kind that the model declares. @throws ModelError for another kind */
function outputOf(declaration: OutputDeclaration, value: AnyValue | undefined): AnyValue {
  const { name, sequence = false, optional = false } = declaration;
  if (!value) throw new ModelError('invalid_graph', onnxMessages.noOutput(name));
  const content = contentOf(value);
  const fits = content ? isSequence(content) === sequence : optional;
  if (!fits || (isOptional(value) && !optional))
    throw new ModelError(
      'invalid_graph',
      onnxMessages.outputKind(name, typeTextOf(declaration), textOfValue(value)),
    );
  return content ?? value;
}

/**
 * @param before the generation of an earlier program for these nodes, whose parts are reused
 * @throws ModelError, OutOfMemoryError
 */
export function compile(
  { parts, tasks, model, nodes, constants, derivations }: CompileContext,
  given: GivenInputs,
  before?: Generation,
): Made<ModelProgram> {
  const generation = new Generation(tasks.memory, before);
  const lowering = new Lowering(tasks, { derivations, generation, flushes: true });
  try {
    const values = new Map(constants);
    const inputs: Value[] = [];
    for (const declaration of [...model.inputs, ...model.optionalInputs]) {
      const known = given.get(declaration.name);
      const tensors =
        known &&
        generation.values(lowering, declaration, () => known.map((one) => tensorOf(lowering, one)));
      inputs.push(...(tensors ?? []));
      const value = inputOf(declaration, tensors);
      // An initializer replaces an omitted tensor.
      if (value && (tensors || !constants.has(declaration.name)))
        values.set(declaration.name, value);
    }
    const lowerer = new NodeLowerer(parts);
    for (const bound of nodes) lowerer.lower(lowering, bound, values);
    const results = model.outputs.map((output) => outputOf(output, values.get(output.name)));
    return { program: new ModelProgram(lowering, inputs, results), generation };
  } catch (error) {
    lowering.resources.dispose();
    generation.holdings.dispose();
    throw error;
  } finally {
    generation.finish();
  }
}
