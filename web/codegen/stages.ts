/**
 * The stages of a kernel, in order. Values in lanes of the same width are computed together in one loop; the
 * engine computes the operators that are not inlined.
 */
import type { DType } from '../base/dtypes.js';
import { type Inline, inlineOf } from './inline-operators.js';
import type { Width } from './lanes.js';

export interface ExpressionNode {
  readonly operator: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly type: DType;
  /** Values by number: the inputs come first, then the nodes. */
  readonly inputs: readonly (number | undefined)[];
}

/** Elementwise operators on inputs of one shape; the last node is the result. */
export interface Expression {
  /** Types of the inputs. */
  readonly inputs: readonly DType[];
  /** A bit for each input that repeats a single element. */
  readonly repeated: number;
  readonly nodes: readonly ExpressionNode[];
}

/** Whether a value is an input with a single element. */
export const isRepeated = ({ inputs, repeated }: Expression, value: number): boolean =>
  value < inputs.length && ((repeated >>> value) & 1) === 1;

/** A loop over vectors that computes several values. */
export interface Loop {
  /** Bytes of a lane. */
  readonly width: Width;
  readonly values: readonly { readonly value: number; readonly inline: Inline }[];
}

/** A node that the engine computes. */
export interface EngineCall {
  readonly value: number;
}

export type Stage = Loop | EngineCall;

export const isEngineCall = (stage: Stage): stage is EngineCall => 'value' in stage;

interface Placed {
  readonly inline: Inline | undefined;
  /** Undefined for bools until widths() has run. */
  width: Width | undefined;
  level: number;
}

/** Masks have the width of their readers; without readers, of their operands; otherwise one byte. */
function widths(expression: Expression, placed: readonly Placed[]): void {
  const first = expression.inputs.length;
  const adopt = (to: Placed | undefined, from: Placed | undefined): void => {
    if (to?.inline && from?.inline) to.width ??= from.width;
  };
  const nodes = expression.nodes.map(({ inputs }, i) => ({ inputs, node: placed[i] }));
  for (const { inputs, node } of [...nodes].reverse())
    for (const input of inputs) if (input !== undefined) adopt(placed[input - first], node);
  for (const { inputs, node } of nodes) {
    for (const input of inputs) if (input !== undefined) adopt(node, placed[input - first]);
    if (node?.inline) node.width ??= 1;
  }
}

/** A value is in the same stage as its inputs if one loop computes them, otherwise in a later one. */
function levels({ inputs, nodes }: Expression, placed: readonly Placed[]): void {
  nodes.forEach((node, i) => {
    const one = placed[i] as Placed;
    for (const input of node.inputs) {
      const from = input === undefined ? undefined : placed[input - inputs.length];
      if (!from) continue;
      const together = from.inline && one.inline && from.width === one.width;
      one.level = Math.max(one.level, from.level + (together ? 0 : 1));
    }
  });
}

export function stagesOf(expression: Expression): Stage[] {
  const { inputs, nodes } = expression;
  const typeOf = (value: number | undefined): DType | undefined =>
    value === undefined ? undefined : (inputs[value] ?? nodes[value - inputs.length]?.type);
  const placed = nodes.map(({ operator, attributes, inputs: from }): Placed => {
    const repeats = from.map((value) => value !== undefined && isRepeated(expression, value));
    const inline = inlineOf(operator, { types: from.map(typeOf), repeats, attributes });
    return { inline, width: inline?.width, level: 0 };
  });
  widths(expression, placed);
  levels(expression, placed);
  const stages = new Map<string, Stage & { level: number }>();
  placed.forEach(({ inline, width, level }, i) => {
    const value = inputs.length + i;
    if (!inline || width === undefined) {
      stages.set(`call ${value}`, { level, value });
      return;
    }
    const key = `${level}, ${width}`;
    const loop = stages.get(key) as (Loop & { level: number }) | undefined;
    stages.set(key, { level, width, values: [...(loop?.values ?? []), { value, inline }] });
  });
  return [...stages.values()].sort((a, b) => a.level - b.level);
}
