/** Passes the page's queries to the engine. Shapes are outermost first, regardless of the rule's order. */
import type { Alignment, AlignOptions, Engine, Trace } from '../base/engine.ts';
import { type OperatorName, operators, type RuleChoice } from '../state/operators.ts';
import type { Ruling, Shape } from '../state/state.ts';

type EngineRule = NonNullable<AlignOptions['rule']>;

const engineRules: Readonly<Record<RuleChoice, EngineRule>> = {
  numpy: 'numpy',
  'onnx-uni': 'unidirectional',
  'onnx-legacy': 'legacy',
  ncnn: 'ncnn',
};

export const numpyRuling: Ruling = { rule: 'numpy', axis: null, broadcast: true };

function optionsOf(ruling: Ruling, op: OperatorName, type: AlignOptions['type']): AlignOptions {
  const { rule, axis, broadcast } = ruling;
  const engineRule = operators[op].shapeOperand !== undefined ? 'expand' : engineRules[rule];
  const options: AlignOptions = { rule: engineRule, type, order: 'outermostFirst' };
  if (rule !== 'onnx-legacy') return options;
  return { ...options, axis: axis ?? undefined, broadcast: broadcast ? 1 : 0 };
}

export function alignUnder(
  engine: Engine,
  shapes: readonly Shape[],
  ruling: Ruling,
  op: OperatorName,
  type: AlignOptions['type'],
): Alignment {
  return engine.align(shapes, optionsOf(ruling, op, type));
}

/** The shapes with 1s added, so that NumPy's rule aligns them as this rule does. */
export function explicitUnder(
  engine: Engine,
  shapes: readonly Shape[],
  ruling: Ruling,
): readonly Shape[] {
  if (ruling.rule === 'numpy') return shapes;
  return engine.toExplicit(shapes, optionsOf(ruling, 'Add', 'float32'));
}

/** Whether two traces align every operand to the same axes. */
export const sameAlignment = (a: Trace, b: Trace): boolean =>
  a.operands.every((operand, p) => operand.aligned.join() === b.operands[p]?.aligned.join());
