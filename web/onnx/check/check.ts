/** Finds every broadcast in a model, without running it. */
import { Simdcast } from '../../api/simdcast.js';
import type { SimdcastError } from '../../base/errors.js';
import { checkOptions, optionNames } from '../../base/option-names.js';
import type { Engine } from '../../engine/engine.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import {
  type Declaration,
  type Dimension,
  declarationsOf,
  type Model,
  namedShape,
  type OutputDeclaration,
  readModel,
} from '../model/model.js';
import { bytesFrom, type ModelSource } from '../model/source.js';
import { unsupportedIn, versionOf } from '../session/faults.js';
import { type Broadcast, broadcastsOf } from './broadcast.js';
import {
  type Inference,
  type Inferred,
  type InferredValues,
  inferShapes,
  type Problem,
} from './infer.js';
import { type Size, Symbols } from './symbols.js';
import { type InferredValue, Worlds } from './worlds.js';

/** Options of `checkModel`. */
export interface CheckOptions {
  /** The engine to use. Default: the one that `load` returns. */
  readonly engine?: Simdcast;
}

const CHECK = optionNames<CheckOptions>('checkModel', { engine: true });

/** A node whose shapes could not be inferred, or contradict the declared ones. */
export interface Uncertain {
  /** Its name, or its operator and position if it has none. */
  readonly node: string;
  /** ONNX name of its operator. */
  readonly operator: string;
  /** The opset that determines the operator's version. */
  readonly opset: number;
  /**
   * Machine-readable. `invalid_node` (no sizes are compatible) and `declared_otherwise` count as errors, and
   * `unsupported_operator` as unsupported; `data_dependent` (the shape depends on run-time values) and
   * `size_dependent` (only some sizes are compatible) do not.
   */
  readonly code:
    | 'unsupported_operator'
    | 'unknown_input'
    | 'data_dependent'
    | 'size_dependent'
    | 'invalid_node'
    | 'declared_otherwise';
  /** Human-readable. */
  readonly text: string;
}

/** An input or output of a model. */
export interface CheckedValue {
  /** Its name in the model. */
  readonly name: string;
  /** Its element type; 'unknown' if the model declares only the name of an output. */
  readonly type: string;
  /** Sizes, and names of symbolic dimensions; `undefined` if the rank is not declared. */
  readonly shape: readonly Size[] | undefined;
  /** Whether this is a sequence of tensors, each of this type and shape. */
  readonly sequence?: true;
  /** Whether it may be absent. */
  readonly optional?: true;
}

/** The report of `checkModel`. */
export interface CheckReport {
  /** The model's opset of ONNX's own operators. */
  readonly opset: number;
  /** Number of nodes in the model, with functions inlined. */
  readonly nodes: number;
  /** The inputs of the model. */
  readonly inputs: readonly CheckedValue[];
  /** The outputs of the model. */
  readonly outputs: readonly CheckedValue[];
  /** Every broadcast, in the order of the nodes. */
  readonly broadcasts: readonly Broadcast[];
  /** Nodes whose shapes could not be inferred, or contradict the declared ones. */
  readonly uncertain: readonly Uncertain[];
  /** Number of nodes without compatible sizes, or with output shapes that contradict the declared ones. */
  readonly errors: number;
  /** Number of nodes with operators that sessions do not support. If there are any, the model does not run. */
  readonly unsupported: number;
  /** Number of warnings of all broadcasts. */
  readonly warnings: number;
}

function sizesIn({ inputs, outputs, declared, initializers }: Model): Set<number> {
  const declarations = [...inputs, ...outputs, ...declared.values()];
  const shapes = [
    ...declarations.flatMap(({ shape }) => (shape ? [shape] : [])),
    ...[...initializers.values()].map(({ dims }) => dims),
  ];
  return new Set(shapes.flat().filter((size) => typeof size === 'number'));
}

const checkedValue = (declaration: OutputDeclaration): CheckedValue => ({
  ...declaration,
  type: declaration.type ?? 'unknown',
  shape: namedShape(declaration),
});

/** Describes the numbers in the shapes of one node. */
function describing(
  [a, b]: readonly [InferredValues, InferredValues],
  symbols: Symbols,
): (size: number) => Size {
  const sizes = new Map<number, Size>();
  const note = (own: readonly number[] = [], others: readonly number[] = []) => {
    for (const [i, size] of own.entries()) {
      const other = others[i];
      if (other !== undefined && !sizes.has(size)) sizes.set(size, symbols.describe([size, other]));
    }
  };
  for (const side of ['inputs', 'outputs'] as const)
    for (const [i, known] of a[side].entries()) {
      note(known?.dims, b[side][i]?.dims);
      note(known?.elements, b[side][i]?.elements);
    }
  return (size) => sizes.get(size) ?? size;
}

/** Inputs whose values exist only at run time. */
const openInputs = ({ inputs }: Model): ReadonlySet<string> =>
  new Set(inputs.filter(({ sequence, optional }) => sequence || optional).map(({ name }) => name));

/** The sentence of a problem, with names of symbolic dimensions instead of the numbers that represent them. */
function sentenceOf([a, b]: Problem['errors'], symbols: Symbols): string {
  const numbers = /(?<![(\d,])\d{1,3}(?:,\d{3})+|\d+/g;
  const { message } = (a ?? b) as SimdcastError;
  const others = b?.message.match(numbers) ?? [];
  let next = 0;
  return message.replace(numbers, (text) => {
    const other = a ? others[next++] : undefined;
    if (other === undefined || other === text) return text;
    const pair = [text, other].map((number) => Number(number.replaceAll(',', '')));
    return String(symbols.describe(pair as [number, number]));
  });
}

function problemOf(problem: Problem, symbols: Symbols): Pick<Uncertain, 'code' | 'text'> {
  const { errors, fit } = problem;
  const text = sentenceOf(errors, symbols);
  if (!fit) return { code: 'data_dependent', text };
  if (fit.verdict === 'none') return { code: 'invalid_node', text };
  if (fit.verdict === 'unclear' || !fit.equal)
    return { code: 'size_dependent', text: onnxMessages.checkSomeSizes(text) };
  const [size, other] = fit.equal.map((pair) => symbols.describe(pair)) as [Size, Size];
  return { code: 'size_dependent', text: onnxMessages.checkEqualSizes(text, size, other) };
}

function uncertainty(
  { node, choices: [{ outputs }], unknown, supported, problem }: Inferred,
  open: ReadonlySet<string>,
  symbols: Symbols,
  engine: Engine,
): Uncertain[] {
  const { name, operator, opset } = node;
  const about = { node: name, operator, opset };
  if (problem) return [{ ...about, ...problemOf(problem, symbols) }];
  const isFollowed = node.outputs.every((output, i) => output === '' || outputs[i]);
  if (!supported) {
    const operators = new Set(unsupportedIn(engine, [node]).map(versionOf));
    const text = onnxMessages.checkUnsupported([...operators], isFollowed);
    return [{ ...about, code: 'unsupported_operator', text }];
  }
  if (unknown === undefined) return [];
  const text = open.has(unknown)
    ? onnxMessages.checkOpen(unknown)
    : onnxMessages.checkUnknown(unknown);
  return [{ ...about, code: 'unknown_input', text }];
}

/** Whether the inferred shape differs from the declared one; a symbolic dimension matches any size. */
function isContradicted(
  said: readonly Dimension[],
  { dims }: InferredValue,
  { dims: others }: InferredValue,
): boolean {
  if (said.length !== dims.length) return true;
  const isKnown = (size: number, axis: number) => size === others[axis];
  return dims.some((size, axis) => {
    const declared = said[axis];
    return typeof declared === 'number' && isKnown(size, axis) && declared !== size;
  });
}

/** The first output of a node whose declared shape contradicts the inferred one, under both choices. */
function contradiction(
  { node: of, choices: [a, b], problem }: Inferred,
  declared: ReadonlyMap<string, Declaration>,
  describe: (size: number) => Size,
): Uncertain[] {
  // Shapes that were inferred for particular sizes may differ for others.
  if (problem) return [];
  const { name: node, operator, opset, outputs } = of;
  for (const [i, output] of outputs.entries()) {
    const said = declared.get(output)?.shape;
    const [known, other] = [a.outputs[i], b.outputs[i]];
    if (!said || !known || !other || !isContradicted(said, known, other)) continue;
    const text = onnxMessages.checkDeclared(output, said, known.dims.map(describe));
    return [{ node, operator, opset, code: 'declared_otherwise', text }];
  }
  return [];
}

/** Whether equal values of the symbolic dimensions would make the operands fit. */
const mayFit = ({ axes }: Broadcast): boolean =>
  axes
    .filter(({ outcome }) => outcome === 'conflict')
    .every(({ sizes }) => sizes.some((size) => typeof size === 'string'));

const ERRORS: ReadonlySet<Uncertain['code']> = new Set(['invalid_node', 'declared_otherwise']);

/** The findings about a node. */
interface Findings {
  readonly broadcasts: readonly Broadcast[];
  readonly uncertain: readonly Uncertain[];
  readonly isError: boolean;
  /** Whether the shapes of its inputs could be inferred. */
  readonly isReached: boolean;
}

/** A model under one numbering of its symbolic dimensions. */
class Check {
  readonly #model: Model;
  readonly #worlds: Worlds;
  readonly #engine: Simdcast;
  readonly #declared: ReadonlyMap<string, Declaration>;
  readonly #open: ReadonlySet<string>;

  constructor(model: Model, worlds: Worlds, engine: Simdcast) {
    this.#model = model;
    this.#worlds = worlds;
    this.#engine = engine;
    this.#declared = declarationsOf(model);
    this.#open = openInputs(model);
  }

  findings(): Findings[] {
    const symbols = this.#symbols();
    const found = this.#under(symbols, (name) => symbols.numbers(name));
    if (!found.some(({ isError }) => isError)) return found;
    // Two inputs may have different sizes under one name, and branches may depend on sizes of 1.
    const apart = this.#symbols();
    const named = this.#under(apart, (_, value, axis) => apart.numbers(`${value} ${axis}`));
    const plain = [1, 2, 16].map((size) => this.#under(apart, () => [size, size]));
    const mayRun = (at: number): boolean =>
      !named[at]?.isError || plain.some((one) => !one[at]?.isError && one[at]?.isReached);
    return found.map((one, i) => (one.isError && mayRun(i) ? excused(one) : one));
  }

  #symbols(): Symbols {
    return new Symbols(sizesIn(this.#model));
  }

  #under(symbols: Symbols, numbers: Inference['numbers']): Findings[] {
    const inference = { model: this.#model, worlds: this.#worlds, numbers };
    return inferShapes(inference).map((node) => this.#about(node, symbols));
  }

  #about(inferred: Inferred, symbols: Symbols): Findings {
    const { node, choices, problem, unknown } = inferred;
    const describe = describing(choices, symbols);
    const { plans, engine } = Simdcast.partsOf(this.#engine);
    const broadcasts = broadcastsOf(
      { node, ...choices[0] },
      { sc: this.#engine, plans, describe },
    ).filter(({ ok }) => ok || problem);
    const isImpossible =
      problem?.fit?.verdict === 'unclear' && broadcasts.some((one) => !one.ok && !mayFit(one));
    const uncertain = [
      ...uncertainty(inferred, this.#open, symbols, engine),
      ...contradiction(inferred, this.#declared, describe),
    ];
    const isError = isImpossible || uncertain.some(({ code }) => ERRORS.has(code));
    return {
      broadcasts,
      uncertain,
      isError,
      isReached: unknown === undefined,
    };
  }
}

/** Findings about a node that runs with other sizes. */
const excused = ({ broadcasts, uncertain }: Findings): Findings => ({
  broadcasts: broadcasts.filter(({ ok }) => ok),
  uncertain: uncertain
    .filter(({ code }) => code !== 'declared_otherwise')
    .map((one) => ({
      ...one,
      code: 'size_dependent',
      text: onnxMessages.checkSomeSizes(one.text),
    })),
  isError: false,
  isReached: true,
});

function reportOf(model: Model, findings: readonly Findings[]): CheckReport {
  const broadcasts = findings.flatMap((one) => one.broadcasts);
  // A broadcast with an error already describes it.
  const uncertain = findings.flatMap(({ uncertain: all, isError, broadcasts: own }) =>
    isError && own.some(({ ok }) => !ok) ? [] : all,
  );
  return {
    opset: model.opset,
    nodes: model.nodes.length,
    inputs: model.inputs.map(checkedValue),
    outputs: model.outputs.map(checkedValue),
    broadcasts,
    uncertain,
    errors: findings.filter(({ isError }) => isError).length,
    unsupported: uncertain.filter(({ code }) => code === 'unsupported_operator').length,
    warnings: broadcasts.reduce((count, { warnings }) => count + warnings.length, 0),
  };
}

/**
 * Lists every broadcast in a model and how it is aligned. Warns about those that are often unintended, that
 * newer opsets removed, or that ncnn aligns differently.
 * @throws ModelError if the bytes are not a model; AttributeError for an unknown option.
 */
export async function checkModel(
  source: ModelSource,
  options?: CheckOptions,
): Promise<CheckReport> {
  checkOptions(options, CHECK);
  const given = options?.engine;
  const bytes = await bytesFrom(source);
  const engine = given ?? (await (await import('../../index.js')).load());
  if (!(engine instanceof Simdcast)) throw new ModelError('invalid_option', onnxMessages.engine());
  const parts = Simdcast.partsOf(engine);
  const model = readModel(bytes, parts.engine.catalogue);
  const worlds = new Worlds(parts.engine, model);
  try {
    return reportOf(model, new Check(model, worlds, engine).findings());
  } finally {
    worlds.dispose();
  }
}
