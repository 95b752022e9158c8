/** The table of an alignment as data: one row per operand and one for the result, a column per axis. */
import type { Trace } from '../base/engine.ts';
import { axisLetter, ncnnText, shapeText } from '../state/format.ts';
import { type OperatorName, signBefore } from '../state/operators.ts';
import { lastStep, resultName, stepOf } from '../state/state.ts';
import { unequal, words } from '../state/words.ts';
import { firstFix } from './fixes.ts';

type Axis = Trace['axes'][number];

/** A size in its box. The key is that of the operand's own axis, wherever the step puts it. */
export interface Rung {
  readonly key: string;
  readonly size: string;
  /** The operand's own axis; absent for a 1 that was added. */
  readonly own?: number;
  /** The size to which a 1 has been stretched. */
  readonly grown?: number;
  /** Whether it is a 1 that is not stretched yet. */
  readonly narrow?: boolean;
  /** The kinds of the box, which determine its look. */
  readonly kinds: readonly string[];
  readonly note?: string;
  /** Number of columns to the left at which the size would fit. */
  readonly fits?: number;
}

export interface Place {
  /** The axis of the alignment, once there is one. */
  readonly axis?: number;
  readonly rung?: Rung;
}

export interface LadderRow {
  readonly sign: string;
  readonly name: string;
  readonly places: readonly Place[];
}

export interface Column {
  readonly axis?: number;
  readonly letter?: string;
  /** The number of the axis, or its position in the written shape. */
  readonly place: string;
}

export interface Ladder {
  readonly caption: string;
  /** Text in small print. */
  readonly aside?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly LadderRow[];
  readonly total: LadderRow;
}

export interface LadderRequest {
  readonly trace: Trace;
  readonly op: OperatorName;
  /** The step of the alignment. Default: the last. */
  readonly step?: number;
  /** Whether the innermost axis comes first, as in ncnn's shapes. */
  readonly reversed?: boolean;
  /** Whether the answer is hidden: the sizes are under their axes, and the result is covered. */
  readonly covered?: boolean;
}

/** The number of an axis, and its name under the rule. */
export const axisPlace = ({ axis, letter }: Axis): string =>
  words.axis(letter ? `${axis} (${letter})` : String(axis));

/** The axis of the alignment for each of an operand's own axes; empty if it could not be aligned. */
export function ownAxes(trace: Trace, p: number): readonly Axis[] {
  const { added = [], shape = [] } = trace.operands[p] ?? {};
  const own = trace.axes.filter(({ axis }) => !added.includes(axis));
  return own.length === shape.length ? own : [];
}

/** Number of columns by which the first fix moves the size of a disagreeing operand to the left. */
function fitsAway({ fromEnd }: Axis, p: number, trace: Trace): number | undefined {
  const fix = firstFix(trace);
  const { shape = [] } = trace.operands[p] ?? {};
  if (fix?.kind !== 'unsqueeze' || fix.operand !== p || p < trace.operands.length - 1) return;
  const kept = fix.shape.map((_, d) => d).filter((d) => !fix.argument.includes(d));
  const to = (kept[shape.length + fromEnd] ?? 0) - fix.shape.length;
  return -to <= trace.axes.length ? fromEnd - to : undefined;
}

function operandRung(axis: Axis, p: number, key: string, request: LadderRequest): Rung {
  const { trace, step = lastStep, covered = false } = request;
  const size = String(axis.sizes[p] ?? '');
  if (covered) return { key, size, kinds: [] };
  const grows = axis.stretched.includes(p) && axis.size !== undefined;
  const stretched = grows && step >= stepOf.stretch;
  // A 1 would go with any of the sizes that disagree.
  const disagrees = axis.outcome === 'conflict' && !axis.stretched.includes(p);
  const facts: readonly (readonly [string, boolean, string])[] = [
    ['added', axis.added[p] === true, words.rungs.added],
    ['stretched', stretched, words.rungs.stretched(axis.size ?? 0)],
    ['disagrees', disagrees, words.rungs.disagrees],
  ];
  const held = facts.filter(([, holds]) => holds);
  return {
    key,
    size,
    grown: stretched ? axis.size : undefined,
    narrow: grows && !stretched && trace.ok,
    kinds: held.map(([kind]) => kind),
    note: held.map(([, , note]) => note).join(', '),
    fits: disagrees ? fitsAway(axis, p, trace) : undefined,
  };
}

/** The sizes that disagree on an axis, each once. */
const disagreeing = ({ sizes, stretched }: Axis): number[] => [
  ...new Set(sizes.filter((_, p) => !stretched.includes(p))),
];

function resultRung(axis: Axis, { trace, step = lastStep }: LadderRequest): Rung | undefined {
  const key = `= ${axisLetter(axis.fromEnd)}`;
  if (axis.outcome === 'conflict' || axis.outcome === 'refused') {
    const note = axis.outcome === 'conflict' ? unequal(disagreeing(axis)) : words.rungs.refused;
    return { key, size: '', kinds: [axis.outcome], note };
  }
  if (trace.ok && step < stepOf.stretch) return undefined;
  return { key, size: String(axis.size ?? ''), kinds: ['sum'] };
}

const captions: Readonly<Record<Trace['operands'][number]['placement'], string>> = words.placements;

/** The alignment of the operands, in words. */
function captionOf({ trace: { operands }, step, covered }: LadderRequest): string {
  if (covered) return words.coveredLadder;
  if (step === stepOf.written) return words.asWritten;
  const places = operands.map((operand) => operand.placement);
  const special = places.find((place) => place !== 'right' && place !== 'target');
  return captions[special ?? 'right'];
}

/** Maximum number of columns beside which the word fits. */
const fewAxes = 3;

export function ladderOf(request: LadderRequest): Ladder {
  const { trace, op, step = lastStep, reversed = false, covered = false } = request;
  const axes = reversed ? [...trace.axes].reverse() : trace.axes;
  const isWritten = step === stepOf.written;
  const isNcnn = trace.rule === 'ncnn' && !covered;
  const whole = (text: string, kinds: readonly string[] = []): Place[] => [
    { rung: { key: text, size: text, kinds } },
  ];

  function rowOf(p: number): LadderRow {
    const { name = '', shape = [] } = trace.operands[p] ?? {};
    const row = { name, sign: signBefore(op, p, trace.operands.length) };
    if (axes.length === 0) return { ...row, places: whole(shapeText(shape)) };
    const own = ownAxes(trace, p);
    const keyOf = (d: number) => `${name} ${d - shape.length}`;
    if (isWritten) {
      const sizes = shape.map((size, d): Place => {
        const axis = own[d];
        const rung = axis
          ? operandRung({ ...axis, outcome: 'equal' }, p, keyOf(d), request)
          : { key: keyOf(d), size: String(size), kinds: [] };
        return { rung: { ...rung, own: d } };
      });
      if (reversed) sizes.reverse();
      return { ...row, places: axes.map((_, column) => sizes[column] ?? {}) };
    }
    const places = axes.map((axis): Place => {
      const waits = covered || step < stepOf.add;
      if (axis.added[p] && waits) return { axis: axis.axis };
      const d = own.indexOf(axis);
      const key = d < 0 ? `${name} ${axisLetter(axis.fromEnd)}` : keyOf(d);
      const rung = operandRung(axis, p, key, request);
      return { axis: axis.axis, rung: d < 0 ? rung : { ...rung, own: d } };
    });
    return { ...row, places };
  }

  function totalOf(): LadderRow {
    const row = { name: resultName(trace.operands.length), sign: '=' };
    if (covered) return { ...row, places: whole('?', ['cover']) };
    if (axes.length === 0) {
      const { outputShape } = trace;
      return {
        ...row,
        places: whole(outputShape ? shapeText(outputShape) : `✗ ${words.noResult}`, ['sum']),
      };
    }
    if (isWritten) return { ...row, places: axes.map(() => ({})) };
    return {
      ...row,
      places: axes.map((axis) => ({ axis: axis.axis, rung: resultRung(axis, request) })),
    };
  }

  function columnsOf(): Column[] {
    if (axes.length === 0) return [{ place: words.shape }];
    if (isWritten) return axes.map((_, i) => ({ place: `${i + 1}.` }));
    return axes.map((axis) => {
      const place = axes.length > fewAxes ? String(axis.axis) : axisPlace(axis);
      return {
        axis: axis.axis,
        letter: axisLetter(axis.fromEnd),
        place: axis.letter ? place : words.orFromEnd(place, `−${-axis.fromEnd}`),
      };
    });
  }

  return {
    caption: captionOf({ ...request, step }),
    aside: isNcnn ? words.inNcnn(trace.operands.map(({ shape }) => ncnnText(shape))) : undefined,
    columns: columnsOf(),
    rows: trace.operands.map((_, p) => rowOf(p)),
    total: totalOf(),
  };
}
