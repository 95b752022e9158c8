/** Every broadcast in a model, without running it. */
import { Simdcast } from '../../api/simdcast.js';
import { checkOptions, optionNames } from '../../base/option-names.js';
import { TaskBuilder } from '../../engine/tasks.js';
import { Resources } from '../../graph/resources.js';
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
import { type Broadcast, broadcastsOf } from './broadcast.js';
import { knownConstants } from './constants.js';
import { type InferredNode, type InferredValue, inferShapes } from './infer.js';
import { type Choice, type Size, Symbols } from './symbols.js';

/** Options of `checkModel`. */
export interface CheckOptions {
  /** The instance that aligns. Default: what `load` gives. */
  readonly engine?: Simdcast;
}

const CHECK = optionNames<CheckOptions>('checkModel', { engine: true });

/** A node whose shapes could not be followed, or are not those that the model declares. */
export interface Uncertain {
  /** Its name, or its operator and position where it has none. */
  readonly node: string;
  /** Its operator, by ONNX's name. */
  readonly operator: string;
  /** The opset that decides the operator's version. */
  readonly opset: number;
  /** For programs; `invalid_node` and `declared_otherwise` count as errors. */
  readonly code: 'unsupported_operator' | 'unknown_input' | 'invalid_node' | 'declared_otherwise';
  /** For people. */
  readonly text: string;
}

/** An input or output of a model. */
export interface CheckedValue {
  /** Its name in the model. */
  readonly name: string;
  /** Its element type; 'unknown' of an output of which the model gives only the name. */
  readonly type: string;
  /** Sizes, or names of open ones; undefined where the rank is open. */
  readonly shape: readonly Size[] | undefined;
  /** Whether it is a sequence of tensors, each of that type and shape. */
  readonly sequence?: true;
  /** Whether it may be absent. */
  readonly optional?: true;
}

/** What the checker says of a model. */
export interface CheckReport {
  /** The model's opset of ONNX's own operators. */
  readonly opset: number;
  /** Nodes in the model, with functions unfolded. */
  readonly nodes: number;
  /** What the model takes. */
  readonly inputs: readonly CheckedValue[];
  /** What the model gives. */
  readonly outputs: readonly CheckedValue[];
  /** Every broadcast, in the order of the nodes. */
  readonly broadcasts: readonly Broadcast[];
  /** Nodes whose shapes could not be followed, or are not those that the model declares. */
  readonly uncertain: readonly Uncertain[];
  /** Broadcasts that the engine refuses, nodes that cannot run, and declared shapes that they contradict. */
  readonly errors: number;
  /** Of all broadcasts together. */
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

/** What each number in a node's shapes stands for, from how the node came out under both choices. */
function describing(a: InferredNode, b: InferredNode, symbols: Symbols): (size: number) => Size {
  const sizes = new Map<number, Size>();
  const note = (side: 'inputs' | 'outputs') =>
    a[side].forEach((known, i) => {
      known?.dims.forEach((size, axis) => {
        const other = b[side][i]?.dims[axis];
        if (other !== undefined && !sizes.has(size)) sizes.set(size, symbols.describe(size, other));
      });
    });
  note('inputs');
  note('outputs');
  return (size) => sizes.get(size) ?? size;
}

/** Inputs of which only a feed says what they hold. */
const openInputs = ({ inputs }: Model): ReadonlySet<string> =>
  new Set(inputs.filter(({ sequence, optional }) => sequence || optional).map(({ name }) => name));

function uncertainty(
  { node, outputs, unknown, supported, problem }: InferredNode,
  open: ReadonlySet<string>,
): Uncertain[] {
  const { name, operator, opset } = node;
  const about = { node: name, operator, opset };
  if (problem) return [{ ...about, code: 'invalid_node', text: problem.message }];
  const isFollowed = node.outputs.every((output, i) => output === '' || outputs[i]);
  if (!supported) {
    const text = onnxMessages.checkUnsupported(isFollowed);
    return [{ ...about, code: 'unsupported_operator', text }];
  }
  if (unknown === undefined) return [];
  const text = open.has(unknown)
    ? onnxMessages.checkOpen(unknown)
    : onnxMessages.checkUnknown(unknown);
  return [{ ...about, code: 'unknown_input', text }];
}

/** Whether the node gives another shape than the model says; a size that is open on either side fits any. */
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

/** The first output of a node whose declared shape is not what the node gives, under both choices. */
function contradiction(
  a: InferredNode,
  b: InferredNode,
  declared: ReadonlyMap<string, Declaration>,
  describe: (size: number) => Size,
): Uncertain[] {
  const { name: node, operator, opset, outputs } = a.node;
  for (const [i, output] of outputs.entries()) {
    const said = declared.get(output)?.shape;
    const [known, other] = [a.outputs[i], b.outputs[i]];
    if (!said || !known || !other || !isContradicted(said, known, other)) continue;
    const text = onnxMessages.checkDeclared(output, said, known.dims.map(describe));
    return [{ node, operator, opset, code: 'declared_otherwise', text }];
  }
  return [];
}

/** Whether open sizes that happen to be equal would make the operands fit. */
const mayFit = ({ axes }: Broadcast): boolean =>
  axes
    .filter(({ outcome }) => outcome === 'conflict')
    .every(({ sizes }) => sizes.some((size) => typeof size === 'string'));

const ERRORS: ReadonlySet<Uncertain['code']> = new Set(['invalid_node', 'declared_otherwise']);

const isError = ({ code }: Uncertain): boolean => ERRORS.has(code);

function reportOf(
  model: Model,
  broadcasts: readonly Broadcast[],
  uncertainties: readonly Uncertain[],
): CheckReport {
  const refused = new Set(broadcasts.filter(({ ok }) => !ok).map(({ node }) => node));
  const impossible = broadcasts.filter((one) => !one.ok && !mayFit(one));
  const uncertain = uncertainties.filter(({ node }) => !refused.has(node));
  return {
    opset: model.opset,
    nodes: model.nodes.length,
    inputs: model.inputs.map(checkedValue),
    outputs: model.outputs.map(checkedValue),
    broadcasts,
    uncertain,
    errors: impossible.length + uncertain.filter(isError).length,
    warnings: broadcasts.reduce((count, { warnings }) => count + warnings.length, 0),
  };
}

/**
 * Lists every broadcast of a model, as the engine aligns it, and warns of those that are often not
 * meant, that newer opsets have no more, or that ncnn aligns otherwise.
 * @throws ModelError for bytes that are not a model; AttributeError for an unknown option.
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
  const tasks = new TaskBuilder(parts);
  const weights = new Resources(tasks.memory);
  const symbols = new Symbols(sizesIn(model));
  try {
    const constants = knownConstants(model, tasks, weights);
    const infer = (choice: Choice): InferredNode[] => {
      const number = (name: string) => symbols.number(name, choice);
      return inferShapes({ parts, tasks, model, constants, number });
    };
    const [first, second] = [infer(0), infer(1)];
    const nodes = first.map((node, i) => {
      const other = second[i] as InferredNode;
      return { node, other, describe: describing(node, other, symbols) };
    });
    const declared = declarationsOf(model);
    const open = openInputs(model);
    const uncertain = nodes.flatMap(({ node, other, describe }) => [
      ...uncertainty(node, open),
      ...contradiction(node, other, declared, describe),
    ]);
    const { plans } = parts;
    const broadcasts = nodes.flatMap(({ node, describe }) =>
      broadcastsOf(node, { sc: engine, plans, describe }),
    );
    return reportOf(model, broadcasts, uncertain);
  } finally {
    weights.dispose();
  }
}
