/** Puts questions to the engine in each rule's own terms; answers are outermost first. */
import type { Alignment, AlignOptions, Engine, Trace } from '../engine.ts';
import { type OperatorName, operators, type RuleChoice } from '../operators.ts';
import type { Ruling, Shape } from '../state.ts';

type EngineRule = NonNullable<AlignOptions['rule']>;

const engineRules: Readonly<Record<RuleChoice, EngineRule>> = {
  numpy: 'numpy',
  'onnx-uni': 'unidirectional',
  'onnx-legacy': 'legacy',
  ncnn: 'ncnn',
};

export const numpyRuling: Ruling = { rule: 'numpy', axis: null, broadcast: true };

const reversed = <T>(list: readonly T[]): T[] => [...list].reverse();

/** The shapes in the order in which the rule reads them. */
const inOwnOrder = (rule: RuleChoice, shapes: readonly Shape[]): readonly Shape[] =>
  rule === 'ncnn' ? shapes.map(reversed) : shapes;

function optionsOf(ruling: Ruling, op: OperatorName, type: AlignOptions['type']): AlignOptions {
  const { rule, axis, broadcast } = ruling;
  const engineRule = operators[op].shapeOperand !== undefined ? 'expand' : engineRules[rule];
  if (rule !== 'onnx-legacy') return { rule: engineRule, type };
  return { rule: engineRule, type, axis: axis ?? undefined, broadcast: broadcast ? 1 : 0 };
}

/** Makes something when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** An innermost-first answer, turned round; sentences stay in the rule's own words. */
function outermostFirst(answer: Alignment): Alignment {
  if (answer.order === 'outermostFirst') return answer;
  const last = answer.axes.length - 1;
  const turn = (axis: number) => last - axis;
  const turnAll = (axes: readonly number[]) => reversed(axes.map(turn));
  const turnOptional = (axis: number | undefined) => (axis === undefined ? undefined : turn(axis));
  const finding = <F extends { readonly axis?: number }>(found: F): F => ({
    ...found,
    axis: turnOptional(found.axis),
  });
  const warnings = once(() =>
    answer.warnings.map((found) => ({ ...finding(found), axes: turnAll(found.axes) })),
  );
  const sentences = once(() => answer.sentences.map(finding));
  const fixes = once(() =>
    answer.fixes.map((fix) => ({
      ...fix,
      shape: reversed(fix.shape),
      outputShape: reversed(fix.outputShape),
      // A permutation is turned at both ends; of a list of axes only its length is of use.
      argument:
        fix.kind === 'transpose'
          ? reversed(fix.argument.map((axis) => fix.argument.length - 1 - axis))
          : fix.argument,
    })),
  );
  return {
    rule: answer.rule,
    order: answer.order,
    ok: answer.ok,
    outputElements: answer.outputElements,
    memory: answer.memory,
    outputShape: answer.outputShape && reversed(answer.outputShape),
    operands: answer.operands.map((operand) => ({
      ...operand,
      shape: reversed(operand.shape),
      aligned: reversed(operand.aligned),
      strides: reversed(operand.strides),
      added: turnAll(operand.added),
      stretched: turnAll(operand.stretched),
    })),
    axes: reversed(
      answer.axes.map((axis) => ({
        ...axis,
        axis: turn(axis.axis),
        fromEnd: turn(axis.axis) - answer.axes.length,
      })),
    ),
    error: answer.error && finding(answer.error),
    conflicts: answer.conflicts.map(finding),
    // The engine looks for these when they are asked for, and so does this.
    get warnings() {
      return warnings();
    },
    get fixes() {
      return fixes();
    },
    get sentences() {
      return sentences();
    },
    get text() {
      return answer.text;
    },
    source: (index) => answer.source(reversed(index)).map(reversed),
    fanout(operand, index) {
      const { count, first } = answer.fanout(operand, reversed(index));
      return { count, first: first.map(reversed) };
    },
  };
}

export function alignUnder(
  engine: Engine,
  shapes: readonly Shape[],
  ruling: Ruling,
  op: OperatorName,
  type: AlignOptions['type'],
): Alignment {
  const own = inOwnOrder(ruling.rule, shapes);
  return outermostFirst(engine.align(own, optionsOf(ruling, op, type)));
}

/** The shapes with the 1s that make NumPy's rule align them as this one does. */
export function explicitUnder(
  engine: Engine,
  shapes: readonly Shape[],
  ruling: Ruling,
): readonly Shape[] {
  if (ruling.rule === 'numpy') return shapes;
  const own = inOwnOrder(ruling.rule, shapes);
  return inOwnOrder(ruling.rule, engine.toExplicit(own, optionsOf(ruling, 'Add', 'float32')));
}

/** Whether two answers put every operand on the same axes. */
export const sameAlignment = (a: Trace, b: Trace): boolean =>
  a.operands.every((operand, p) => operand.aligned.join() === b.operands[p]?.aligned.join());
