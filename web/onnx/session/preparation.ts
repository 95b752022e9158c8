/**
 * Compiles a model for its inputs: as one program, or, if values that it computes determine shapes, as one
 * program per stage, each compiled when the stage before it has run.
 */

import { sizeOf } from '../../base/dims.js';
import { exactElements } from '../../base/exact-text.js';
import { LruCache } from '../../base/lru-cache.js';
import type { Value } from '../../graph/values.js';
import type { Operand } from '../../memory/operand.js';
import type { AnyValue } from '../../operators/containers/values.js';
import { ModelError } from '../model/errors.js';
import type { Declaration } from '../model/model.js';
import type { BoundNode } from './bind.js';
import { type CompileContext, compile, type ModelProgram } from './compile.js';
import type { FeedReader } from './feeds.js';
import type { Shaped } from './inputs.js';
import type { SessionMemory } from './session-memory.js';
import { inputsDecidingShapes, type LoopsCarry } from './shape-inputs.js';
import { type Stage, stagesOf } from './stages.js';

/** Types and shapes of the tensors of each input. */
export type ShapedInputs = ReadonlyMap<string, readonly Shaped[]>;

/** A model that is compiled for a run, of which all programs but the last have run. */
export interface Ready {
  /** The outputs of the model. */
  readonly results: readonly AnyValue[];
  /** The value that represents an operand; `undefined` if the last program does not use it. */
  inputOf(given: Operand): Value | undefined;
  /**
   * Runs what remains. A target is an address for an output, or 0; an output need not be written to it, as
   * `results` tell afterwards.
   */
  run(targets: readonly number[]): void;
}

/** A part of a model, or all of it, that is compiled as one program. */
interface Part {
  readonly context: CompileContext;
  /** Possible inputs, in the order of the program's inputs. */
  readonly declared: readonly Declaration[];
  /** Names of inputs whose values determine shapes. */
  readonly decisive: ReadonlySet<string>;
}

/** Assumptions about a model, tried in order when shapes turn out to depend on more. */
const ASSUMPTIONS: readonly { readonly loops: LoopsCarry; readonly staged: boolean }[] = [
  { loops: 'fixed shapes', staged: true },
  { loops: 'any shapes', staged: true },
  { loops: 'any shapes', staged: false },
];

/**
 * Inputs with at most this number of elements, such as sizes or a sampling rate, are constant from the start
 * if they determine shapes. Values that are computed from longer ones, such as the boxes in an image, become
 * constant once their stage has run.
 */
const MOST_KNOWN = 64;
/**
 * If at most this number of elements determine shapes, programs are cached by their values; otherwise they
 * are compiled each time.
 */
const MOST_FOUND = 1024;

/** Maximum number of sets of constant inputs whose parts are cached. */
const MOST_PARTS = 32;

const isDynamic = (error: unknown): boolean =>
  error instanceof ModelError && error.code === 'dynamic_shape';

/** Whether nodes produce or use sequences and optional values, which cannot pass between stages. */
const haveContainers = (nodes: readonly BoundNode[]): boolean =>
  nodes.some(
    ({ ofTensors, graphs }) =>
      !ofTensors || [...(graphs?.values() ?? [])].some((graph) => haveContainers(graph.nodes)),
  );

export class Preparation {
  readonly #whole: CompileContext;
  readonly #declared: readonly Declaration[];
  readonly #memory: SessionMemory;
  readonly #reader: FeedReader;
  readonly #isCut: boolean;
  readonly #decisive = new Map<LoopsCarry, readonly string[]>();
  /** Keyed by assumptions and the set of constant inputs. */
  readonly #parts = new LruCache<readonly Part[]>(MOST_PARTS);
  /** Programs that have run, and may hold strings. */
  readonly #ran = new Set<ModelProgram>();
  #assumed = 0;
  #made = 0;

  constructor(context: CompileContext, memory: SessionMemory, reader: FeedReader) {
    const { inputs, optionalInputs } = context.model;
    this.#whole = context;
    this.#memory = memory;
    this.#reader = reader;
    this.#declared = [...inputs, ...optionalInputs];
    const hasContainers = this.#declared.some(({ sequence, optional }) => sequence || optional);
    this.#isCut = !hasContainers && !haveContainers(context.nodes);
  }

  /** Compiles the part before any computed values must be constant. */
  prepare(given: ShapedInputs): void {
    this.#assuming(() => this.#program(0, this.#partsFor(given)[0] as Part, given));
  }

  /** Models with fixed shapes are compiled immediately, so their errors are reported early. */
  prepareEarly(): void {
    const { model, parts } = this.#whole;
    const isFixed = ({ shape, sequence, optional }: Declaration): boolean =>
      !(sequence || optional) && shape?.every((size) => typeof size === 'number') === true;
    if (!model.inputs.every(isFixed)) return;
    const shaped = model.inputs.map(({ name, type, shape }): [string, Shaped[]] => {
      const dims = shape as readonly number[];
      return [name, [{ type, dims, layout: parts.layouts.idOf(type, dims), elements: () => [] }]];
    });
    const given = new Map(shaped);
    const [first] = this.#partsFor(given) as [Part];
    if (model.inputs.some(({ name }) => first.decisive.has(name))) return;
    try {
      this.#program(0, first, given);
    } catch (error) {
      // Other dependencies are found on the first run.
      if (!isDynamic(error)) throw error;
    }
  }

  /** Runs all stages except the last, which is compiled. @throws ModelError, OutOfMemoryError */
  ready(given: ShapedInputs): Ready {
    return this.#assuming(() => this.#lastOf(this.#partsFor(given), given));
  }

  /** Drops the strings of a run, once its results have been read. */
  forget(): void {
    for (const program of this.#ran) program.forget();
    this.#ran.clear();
  }

  /** Repeats work under other assumptions if a value that determines a shape is not constant. */
  #assuming<Result>(work: () => Result): Result {
    const before = this.#assumed;
    for (;;)
      try {
        return work();
      } catch (error) {
        if (isDynamic(error) && ++this.#assumed < ASSUMPTIONS.length) continue;
        this.#assumed = before;
        throw error;
      }
  }

  #lastOf(parts: readonly Part[], given: ShapedInputs): Ready {
    const { model } = this.#whole;
    const [only] = parts as readonly [Part];
    if (parts.length === 1) {
      const program = this.#program(0, only, given);
      return this.#readyOf(program, only, given, program.results);
    }
    const tensors = new Map(given);
    const made = new Map<string, AnyValue>();
    const programs = parts.map((part, stage) => {
      const program = this.#program(stage, part, tensors);
      const { outputs } = part.context.model;
      for (const [i, { name }] of outputs.entries()) made.set(name, program.results[i] as AnyValue);
      if (stage === parts.length - 1) return program;
      // Its outputs are used until the end of the run.
      this.#memory.programsOf(stage).running = true;
      this.#run(program, operandsOf(part, tensors));
      for (const { name } of outputs)
        tensors.set(name, [this.#reader.made(made.get(name) as Value)]);
      return program;
    });
    const results = model.outputs.map(({ name }) => made.get(name) as AnyValue);
    return this.#readyOf(programs.at(-1) as ModelProgram, parts.at(-1) as Part, tensors, results);
  }

  #readyOf(
    program: ModelProgram,
    part: Part,
    tensors: ShapedInputs,
    results: readonly AnyValue[],
  ): Ready {
    const operands = operandsOf(part, tensors);
    return {
      results,
      inputOf: (operand) => program.inputs[operands.indexOf(operand)],
      run: () => this.#run(program, operands),
    };
  }

  /** The parts of the model for which small inputs that determine shapes are constant. */
  #partsFor(given: ShapedInputs): readonly Part[] {
    const { loops, staged } = ASSUMPTIONS[this.#assumed] as (typeof ASSUMPTIONS)[number];
    const isCut = staged && this.#isCut;
    const isShort = (tensors: readonly Shaped[]): boolean =>
      tensors.every(({ dims }) => sizeOf(dims) <= MOST_KNOWN);
    const decisive = this.#decisiveInputs(loops);
    const { nodes, model } = this.#whole;
    const known = decisive.filter((name) => {
      const tensors = given.get(name);
      return tensors && (!isCut || isShort(tensors));
    });
    // An initializer replaces an optional input that is omitted.
    const replaced = model.optionalInputs.flatMap(({ name }) => (given.has(name) ? [name] : []));
    const names = known.length + replaced.length === 0 ? '' : JSON.stringify([known, replaced]);
    const key = `${this.#assumed}${names}`;
    const found = this.#parts.get(key);
    if (found) return found;
    const graph = {
      ...{ nodes, loops, known: new Set(known) },
      inputs: [...given.keys()],
      outputs: model.outputs.map(({ name }) => name),
    };
    const stages = isCut ? stagesOf(graph) : [];
    const parts =
      stages.length > 1
        ? stages.map((stage) => this.#partOf(stage))
        : [{ context: this.#whole, declared: this.#declared, decisive: graph.known }];
    this.#parts.set(key, parts, 1);
    return parts;
  }

  /** The inputs of the model whose values determine shapes. */
  #decisiveInputs(loops: LoopsCarry): readonly string[] {
    const known = this.#decisive.get(loops);
    if (known) return known;
    const all = inputsDecidingShapes(this.#whole.nodes, loops);
    const names = this.#declared.map(({ name }) => name).filter((name) => all.has(name));
    this.#decisive.set(loops, names);
    return names;
  }

  #partOf({ nodes, inputs, outputs, decisive }: Stage): Part {
    const { model } = this.#whole;
    // Tensors that pass between stages have their own types and shapes.
    const between = (name: string): Declaration => ({ name, type: 'float32', shape: undefined });
    const found = <Of extends { readonly name: string }>(all: readonly Of[], name: string) =>
      all.find((one) => one.name === name) ?? between(name);
    const own = {
      inputs: inputs.map((name) => found(this.#declared, name)),
      optionalInputs: [],
      outputs: outputs.map((name) => found(model.outputs, name)),
    };
    const context = { ...this.#whole, nodes, model: { ...model, ...own } };
    return { context, declared: own.inputs, decisive };
  }

  /** The program of a part for these shapes, and for the values that determine shapes. */
  #program(stage: number, part: Part, inputs: ShapedInputs): ModelProgram {
    const { context, declared, decisive } = part;
    const programs = this.#memory.programsOf(stage);
    const key: (number | string)[] = [];
    let known = 0;
    for (const { name, sequence } of declared) {
      const tensors = inputs.get(name);
      if (!tensors || sequence) key.push(tensors ? `${tensors.length} of` : '-');
      for (const { layout, dims } of tensors ?? []) {
        key.push(layout);
        if (decisive.has(name)) known += sizeOf(dims);
      }
    }
    if (known > MOST_FOUND) {
      programs.clear();
      key.push(`made ${++this.#made}`);
    } else if (known > 0) {
      for (const { name } of declared)
        if (decisive.has(name))
          for (const { elements } of inputs.get(name) ?? []) key.push(exactElements(elements()));
    }
    const program = programs.find(key, (before) => {
      const given = declared.flatMap(({ name }) => {
        const tensors = inputs.get(name);
        if (!tensors) return [];
        const each = tensors.map(({ type, dims, elements }) => ({
          ...{ type, dims: [...dims] },
          data: decisive.has(name) ? elements() : undefined,
        }));
        return [[name, each] as const];
      });
      return compile(context, new Map(given), before);
    });
    program.place(programs.block.atLeast(program.room));
    return program;
  }

  #run(program: ModelProgram, operands: readonly Operand[]): void {
    const { memory } = this.#whole.parts.engine;
    this.#ran.add(program);
    for (const [at, { data, strings, address }] of operands.entries()) {
      const input = program.inputs[at] as Value;
      if (input.storage.kind === 'constant') continue;
      if (strings) {
        input.storage.strings = strings;
        continue;
      }
      if (data) memory.write(program.home(input), data, input.storage.bytes);
      program.put(input, data ? program.home(input) : address);
    }
    program.run();
  }
}

/** The operands of a part's program, in its order. */
function operandsOf({ declared }: Part, tensors: ShapedInputs): Operand[] {
  const operands: Operand[] = [];
  for (const { name } of declared)
    for (const { operand } of tensors.get(name) ?? []) if (operand) operands.push(operand);
  return operands;
}
