/** One broadcast in a model: its alignment and its warnings. */
import type { Simdcast } from '../../api/simdcast.js';
import type { Alignment, AxisRole, RuleName, Trace, WarningCode } from '../../base/alignment.js';
import { sizeOf } from '../../base/dims.js';
import { BroadcastError, SimdcastError } from '../../base/errors.js';
import type { Plans } from '../../engine/plans.js';
import { onnxMessages } from '../model/messages.js';
import type { InferredNode } from './infer.js';
import { type Batch, compareWithNcnn, isBinaryOp } from './ncnn.js';
import { product, type Size, sum } from './symbols.js';
import type { InferredValue } from './worlds.js';

/** Codes of warnings: the engine's, and those for porting a model to another opset or to ncnn. */
export type CheckWarningCode = WarningCode | 'legacy_axis' | 'ncnn_differs';

/** A reshape of an operand. */
export interface Reshape {
  /** The value's name in the model. */
  readonly name: string;
  /** Its shape. */
  readonly from: readonly Size[];
  /** Its new shape. */
  readonly to: readonly Size[];
}

/** A warning about a broadcast. */
export interface CheckWarning {
  /** Machine-readable. */
  readonly code: CheckWarningCode;
  /** Human-readable. */
  readonly text: string;
  /** Reshapes to insert into the model. */
  readonly reshapes: readonly Reshape[];
}

/** An operand of a broadcast. */
export interface CheckedOperand {
  /** The value's name in the model, or a description of an intermediate result of two others. */
  readonly name: string;
  /** Its name in the engine's sentences. */
  readonly letter: string;
  /** Sizes, and names of symbolic dimensions. */
  readonly shape: readonly Size[];
  /** Number of elements. */
  readonly elements: Size;
}

/** A column of the ladder: an axis with the operands' sizes on it. */
export interface CheckedAxis {
  /** Its number, in the rule's own order. */
  readonly axis: number;
  /** The same, counted from the end: −1 is the last. */
  readonly fromEnd: number;
  /** The size of each operand on this axis. */
  readonly sizes: readonly Size[];
  /** Whether each operand's 1 was added. */
  readonly added: readonly boolean[];
  /** The size of the result; absent if the operands are incompatible. */
  readonly size?: Size;
  /** How the sizes combine. */
  readonly outcome: Trace['axes'][number]['outcome'];
  /** The role of a matrix axis, under the rule of MatMul. */
  readonly role?: AxisRole;
  /** Positions of the operands that are stretched along it. */
  readonly stretched: readonly number[];
}

/** A node whose operands broadcast, or are incompatible. */
export interface Broadcast {
  /** Its name, or its operator and position if it has none. */
  readonly node: string;
  /** ONNX name of its operator. */
  readonly operator: string;
  /** The opset that determines the operator's version. */
  readonly opset: number;
  /** The operator's broadcasting rule at that opset. */
  readonly rule: RuleName;
  /** Whether the operands are compatible. */
  readonly ok: boolean;
  /** The operands, in order, without omitted ones. */
  readonly operands: readonly CheckedOperand[];
  /** The result's shape; absent if the operands are incompatible. */
  readonly outputShape?: readonly Size[];
  /** The ladder. */
  readonly axes: readonly CheckedAxis[];
  /** Number of elements of the operands. */
  readonly stored: Size;
  /** Number of elements of the result. */
  readonly made: Size;
  /** The engine's verdict. */
  readonly text: string;
  /** Broadcasts that may be unintended. */
  readonly warnings: readonly CheckWarning[];
}

/** The parameters of a report. */
export interface Checking {
  readonly sc: Simdcast;
  readonly plans: Plans;
  /** Describes a size in this node's shapes. */
  describe(size: number): Size;
}

/** Operators whose broadcasts the engine does not check: these inputs broadcast to the shape of the first. */
const ONTO_FIRST: ReadonlyMap<string, readonly number[]> = new Map([
  ['LayerNormalization', [1, 2]],
]);

/** A single operand does not broadcast, and neither do the scalar bounds of a range. */
const NO_BROADCAST: ReadonlySet<RuleName> = new Set<RuleName>(['scalars']);

interface Aligned {
  readonly trace: Trace;
  readonly names: readonly string[];
}

const isPresent = (input: InferredValue | undefined): input is InferredValue => input !== undefined;

/** The engine's alignments of a node, with the names of their operands. */
function alignmentsOf({ node, inputs }: InferredNode, { sc, plans }: Checking): Aligned[] {
  const stretched = ONTO_FIRST.get(node.operator);
  const [first] = inputs;
  if (stretched && first)
    return stretched.flatMap((at) => {
      const other = inputs[at];
      if (!other) return [];
      const trace = sc.align([first.dims, other.dims], { rule: 'unidirectional' });
      return [{ trace, names: [node.inputs[0] as string, node.inputs[at] as string] }];
    });
  const trace = explained({ node, inputs }, plans);
  if (!trace) return [];
  const present = node.inputs.filter((name) => name !== '');
  const names =
    node.operator === 'Gemm' && trace.rule !== 'matMul'
      ? [present.slice(0, 2).join('·'), ...present.slice(2)]
      : present;
  return [{ trace, names }];
}

function explained(
  { node, inputs }: Pick<InferredNode, 'node' | 'inputs'>,
  plans: Plans,
): Trace | undefined {
  const { operator, opset, attributes } = node;
  const operands = inputs.map((input) => input ?? { type: 'absent' as never, dims: [] });
  if (operator === 'Expand') {
    const [, target] = inputs;
    if (!target?.elements) return undefined;
    operands[1] = { ...target, dims: target.elements };
  }
  try {
    return plans.explain(plans.node(operator, attributes.values, opset), operands);
  } catch (error) {
    if (error instanceof BroadcastError) return error.alignment;
    if (error instanceof SimdcastError) return undefined;
    throw error;
  }
}

const isBroadcast = ({ ok, rule, axes }: Trace): boolean =>
  !ok ||
  (!NO_BROADCAST.has(rule) &&
    axes.some(
      ({ role, stretched, added }) => !role && (stretched.length > 0 || added.includes(true)),
    ));

/** The engine's text with names of symbolic dimensions instead of the numbers that represent them. */
function renamed(text: string, trace: Trace, describe: (size: number) => Size): string {
  const numbers = new Map<string, Size>();
  const note = (shape: readonly number[]) => {
    for (const size of shape) numbers.set(String(size), describe(size));
    numbers.set(String(sizeOf(shape)), product(shape.map(describe)));
  };
  for (const { shape } of trace.operands) note(shape);
  if (trace.outputShape) note(trace.outputShape);
  // Outside a shape, 7,320 is one number.
  return text.replace(/(?<![(\d,])\d{1,3}(?:,\d{3})+|\d+/g, (number) =>
    String(numbers.get(number.replaceAll(',', '')) ?? number),
  );
}

/** Omits warnings that the ladder shows, or that concern numbers which only represent symbolic dimensions. */
function isWorthSaying(code: WarningCode, hasOpenSizes: boolean): boolean {
  return code !== 'rank_change' && !(code === 'big_result' && hasOpenSizes);
}

class Report {
  readonly #inferred: InferredNode;
  readonly #checking: Checking;
  readonly #trace: Trace;
  readonly #names: readonly string[];

  constructor(inferred: InferredNode, checking: Checking, { trace, names }: Aligned) {
    this.#inferred = inferred;
    this.#checking = checking;
    this.#trace = trace;
    this.#names = names;
  }

  make(): Broadcast {
    const { node, outputs } = this.#inferred;
    const { rule, ok, operands, axes, outputShape, text } = this.#trace;
    const checked = operands.map(({ name, shape }, i): CheckedOperand => {
      const sizes = this.#sizes(shape);
      return {
        name: this.#names[i] ?? name,
        letter: name,
        shape: sizes,
        elements: product(sizes),
      };
    });
    const output = ok ? (outputs[0]?.dims ?? outputShape) : undefined;
    const isShape = rule === 'expand';
    return {
      node: node.name,
      operator: node.operator,
      opset: node.opset,
      rule,
      ok,
      operands: checked,
      ...(output ? { outputShape: this.#sizes(output) } : {}),
      axes: axes.map(({ axis, fromEnd, sizes, added, size, outcome, stretched, role }) => ({
        ...{ axis, fromEnd, added, outcome, stretched },
        sizes: this.#sizes(sizes),
        ...(size === undefined ? {} : { size: this.#checking.describe(size) }),
        ...(role ? { role } : {}),
      })),
      stored: sum(checked.slice(0, isShape ? 1 : undefined).map(({ elements }) => elements)),
      made: output ? product(this.#sizes(output)) : 0,
      text: this.#renamed(text),
      warnings: [...this.#engineWarnings(), ...this.#legacyWarnings(), ...this.#ncnnWarnings()],
    };
  }

  #sizes(shape: readonly number[]): Size[] {
    return shape.map((size) => this.#checking.describe(size));
  }

  #renamed(text: string, trace = this.#trace): string {
    return renamed(text, trace, (size) => this.#checking.describe(size));
  }

  get #hasOpenSizes(): boolean {
    const shapes = this.#trace.operands.flatMap(({ shape }) => shape);
    return shapes.some((size) => typeof this.#checking.describe(size) === 'string');
  }

  #engineWarnings(): CheckWarning[] {
    return this.#trace.warnings
      .filter(({ code }) => isWorthSaying(code, this.#hasOpenSizes))
      .map(({ code, text }) => ({ code, text: this.#renamed(text), reshapes: [] }));
  }

  /** The operands' shapes that align in the same way under the multidirectional rule. */
  #explicit(): number[][] {
    const { rule, operands } = this.#trace;
    const { axis } = this.#inferred.node.attributes.values;
    return this.#checking.sc.toExplicit(
      operands.map(({ shape }) => shape),
      rule === 'legacy' ? { rule, axis: axis as number | undefined } : { rule },
    );
  }

  /** A node with an attribute for the axis at which B starts. */
  #legacyWarnings(): CheckWarning[] {
    const { node } = this.#inferred;
    const { rule, ok, operands } = this.#trace;
    if (!ok || rule !== 'legacy' || !node.attributes.has('axis')) return [];
    const shape = operands[1]?.shape ?? [];
    const explicit = trimmed(this.#explicit()[1] ?? [], shape);
    const isSame = explicit.join() === shape.join();
    const reshape = this.#reshape(1, shape, explicit);
    const text = isSame
      ? onnxMessages.legacyAxisIdle(reshape.name)
      : onnxMessages.legacyAxis(reshape.name, reshape.from, reshape.to);
    return [{ code: 'legacy_axis', text, reshapes: isSame ? [] : [reshape] }];
  }

  #ncnnWarnings(): CheckWarning[] {
    const { node, inputs } = this.#inferred;
    const { ok, operands } = this.#trace;
    if (!ok || !isBinaryOp(node.operator, inputs) || !inputs.every(isPresent)) return [];
    const { sc } = this.#checking;
    const shapes = operands.map(({ shape }) => shape);
    const explicit = this.#explicit();
    const batch = this.#batch();
    const onnx = sc.align(explicit);
    const found = compareWithNcnn(sc, onnx, shapes, explicit, batch);
    if (!found) return [];
    const reshapes = (found.explicit ?? []).flatMap((to, i) => {
      const from = shapes[i] as readonly number[];
      const less = batch && from.length < batch.rank ? to.slice(1) : to;
      return less.join() === from.join() ? [] : [this.#reshape(i, from, less)];
    });
    return [
      { code: 'ncnn_differs', text: this.#ncnnText(found.alignment, batch, reshapes), reshapes },
    ];
  }

  #ncnnText(alignment: Alignment, batch: Batch | undefined, reshapes: readonly Reshape[]): string {
    const { ok, text, operands, error } = alignment;
    // The fixes of the verdict are in ncnn's order; the reshapes below are the model's.
    const verdict = ok ? text : onnxMessages.ncnnConflict(operands, error?.text ?? '');
    const said = this.#renamed(verdict, alignment);
    const parts = [onnxMessages.ncnnDiffers(batch !== undefined, said)];
    for (const { name, from, to } of reshapes) parts.push(onnxMessages.ncnnReshape(name, from, to));
    if (reshapes.length === 0) parts.push(onnxMessages.ncnnNever());
    return parts.join(' ');
  }

  #reshape(operand: number, from: readonly number[], to: readonly number[]): Reshape {
    const name = this.#names[operand] ?? '';
    return { name, from: this.#sizes(from), to: this.#sizes(to) };
  }

  /** The first axis of the result if it is symbolic or 1 and all operands have the same rank. */
  #batch(): Batch | undefined {
    const output = this.#trace.outputShape ?? [];
    const [size] = output;
    if (size === undefined || output.length < 2) return undefined;
    if (size !== 1 && typeof this.#checking.describe(size) !== 'string') return undefined;
    return { rank: output.length, size };
  }
}

/** Drops leading 1s, which the multidirectional rule adds anyway. */
function trimmed(explicit: readonly number[], shape: readonly number[]): number[] {
  let extra = explicit.length - shape.length;
  let at = 0;
  while (extra > 0 && explicit[at] === 1) {
    at++;
    extra--;
  }
  return explicit.slice(at);
}

/** The broadcasts of a node; none if its operands have the same shape. */
export function broadcastsOf(inferred: InferredNode, checking: Checking): Broadcast[] {
  const isKnown = inferred.node.inputs.every((name, i) => name === '' || inferred.inputs[i]);
  if (!isKnown) return [];
  return alignmentsOf(inferred, checking)
    .filter(({ trace }) => isBroadcast(trace))
    .map((aligned) => new Report(inferred, checking, aligned).make());
}
