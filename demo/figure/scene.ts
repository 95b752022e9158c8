/**
 * The content of the figure at a step, as data: the ladder, and each tensor cell by cell. Every tensor
 * is laid out in its final extent at the first step already, so a step moves only its own subject.
 * A thing keeps its key across steps.
 */
import type { Trace } from '../base/engine.ts';
import { type PictureAxes, pictureAxes } from '../data/picture.ts';
import type { Cell, TensorModel } from '../model/types.ts';
import { axisLetter } from '../state/format.ts';
import { type Index, type State, stepOf } from '../state/state.ts';
import { type Ladder, ladderOf } from './ladder.ts';
import { type DrawnAxis, type Figure, type Gap, isGap, layOut, type Pick } from './layout.ts';

/**
 * A stored element, a copy that is not stored, space reserved for a later step, or in a conflict an index
 * that has no partner.
 */
export type Kind = 'stored' | 'copy' | 'room' | 'missing';

export interface SceneCell {
  readonly key: string;
  /** Its index in the drawing. */
  readonly at: Index;
  readonly kind: Kind;
  readonly cell: Cell;
  readonly row: number;
  readonly column: number;
}

/** A side of a tensor: its letter, its current size and its final size. */
export interface Side {
  readonly axis: number;
  readonly letter: string;
  readonly size: number;
  readonly most: number;
  /** Whether the tensor has the axis yet. */
  readonly shown: boolean;
}

/** A table of the two last axes, at one index of all axes before them. */
export interface Panel {
  readonly key: string;
  readonly prefix: Index;
  /** The index along each axis of the panels. */
  readonly places: readonly (readonly [letter: string, index: number])[];
  /** Set if panels are left out here. */
  readonly gap?: Gap;
  /** Whether any cell is not empty. */
  readonly filled: boolean;
}

export interface Tensor {
  readonly model: TensorModel;
  /** The operand's position; absent for the result. */
  readonly operand: number | undefined;
  readonly figure: Figure;
  /** The axes of the image; `undefined` if the tensor is not one. */
  readonly picture: PictureAxes | undefined;
  /** Panels, in bands below each other. */
  readonly bands: readonly (readonly Panel[])[];
  readonly step: number;
  side(axis: DrawnAxis | null): Side | undefined;
  /** Whether it has values yet. */
  readonly isComputed: boolean;
  /** Whether it is repeated along an axis, now or later. */
  grows(axis: number): boolean;
  /** Whether its copies are drawn yet. */
  readonly isStretched: boolean;
  /** Whether an index of an axis is not empty. */
  reaches(axis: DrawnAxis | null, pick: Pick): boolean;
  cell(panel: Panel, row: Pick, column: Pick, r: number, c: number): SceneCell | undefined;
}

export interface Scene {
  /** Whether the operands are below each other, because their columns disagree. */
  readonly stacked: boolean;
  readonly trace: Trace;
  readonly step: number;
  readonly ladder: Ladder;
  readonly tensors: readonly Tensor[];
}

// An axis that the tensor does not have is drawn as one row, column or panel.
const whole: readonly Pick[] = [0];
export const picksOf = (axis: DrawnAxis | null): readonly Pick[] => axis?.picks ?? whole;

interface TensorRequest {
  readonly model: TensorModel;
  readonly operand: number | undefined;
  readonly trace: Trace | undefined;
  readonly step: number;
  readonly slice: Index;
}

export function tensorOf({ model, operand, trace, step, slice }: TensorRequest): Tensor {
  const figure = layOut(model.drawn, slice);
  const traced = operand === undefined ? undefined : trace?.operands[operand];
  const isRead = traced !== undefined && trace?.outputShape !== undefined;
  const grows = new Set(isRead ? traced.stretched : []);
  const { held, disagrees = [] } = model;
  const added = new Set(traced && (isRead || held) ? traced.added : []);
  const isStretched = step >= stepOf.stretch;
  const isComputed = operand !== undefined || step >= stepOf.compute;

  const isHeld = (axis: number, index: number): boolean => index < (held?.[axis] ?? index + 1);
  const mayMiss = (axis: number): boolean => disagrees.includes(axis) && step >= stepOf.align;
  const reachesAt = (axis: number, index: number): boolean =>
    isHeld(axis, index) && (isStretched || !grows.has(axis) || index === 0);

  function kindOf(at: Index): Kind {
    const beyond = at.flatMap((index, axis) => (isHeld(axis, index) ? [] : [axis]));
    if (beyond.length > 0) return beyond.every(mayMiss) ? 'missing' : 'room';
    if (!isComputed || !at.every((index, axis) => reachesAt(axis, index))) return 'room';
    return [...grows].some((axis) => at[axis] !== 0) ? 'copy' : 'stored';
  }

  const letterOf = (axis: number) => axisLetter(model.fromEnd[axis] ?? 0);

  function panelOf(band: Pick, panel: Pick): Panel {
    const gap = [band, panel].find(isGap);
    const places: [DrawnAxis | null, Pick][] = [
      [figure.bands, band],
      [figure.panels, panel],
    ];
    const outer = figure.outer.map(({ index }) => index);
    const inner = places.flatMap(([axis, pick]) => (axis && !isGap(pick) ? [pick] : []));
    const prefix = [...outer, ...inner];
    return {
      key: `${model.name} ${gap ? `…${places.map(([, pick]) => JSON.stringify(pick)).join()}` : prefix.join()}`,
      prefix,
      places: places.flatMap(([axis, pick]) =>
        axis && !isGap(pick) ? [[letterOf(axis.axis), pick] as const] : [],
      ),
      gap,
      filled: isComputed && prefix.every((index, axis) => reachesAt(axis, index) || mayMiss(axis)),
    };
  }

  return {
    model,
    operand,
    figure,
    picture: model.elements && pictureAxes(model.drawn),
    step,
    isComputed,
    isStretched,
    grows: (axis) => grows.has(axis),
    bands: picksOf(figure.bands).map((band) =>
      // One mark stands for a whole omitted row of panels.
      (isGap(band) ? whole : picksOf(figure.panels)).map((panel) => panelOf(band, panel)),
    ),
    side(axis) {
      if (!axis) return undefined;
      const waits =
        operand === undefined ? !isStretched : added.has(axis.axis) && step < stepOf.add;
      const drawn = model.drawn[axis.axis] ?? 0;
      const size = grows.has(axis.axis) && !isStretched ? 1 : (held?.[axis.axis] ?? drawn);
      return { axis: axis.axis, letter: letterOf(axis.axis), size, most: drawn, shown: !waits };
    },
    reaches(axis, pick) {
      if (!axis) return true;
      if (!isGap(pick)) return reachesAt(axis.axis, pick);
      // The position of a gap among the picks is the first index that is left out.
      return isHeld(axis.axis, axis.picks.indexOf(pick)) && (!grows.has(axis.axis) || isStretched);
    },
    cell({ prefix }, row, column, r, c) {
      if (isGap(row) || isGap(column)) return undefined;
      const at = [...prefix, ...(figure.rows ? [row] : []), ...(figure.columns ? [column] : [])];
      return {
        key: `${model.name}[${at.join()}]`,
        at,
        kind: kindOf(at),
        cell: model.cell(at),
        row: r,
        column: c,
      };
    },
  };
}

/** The drawn cells of a tensor, panel by panel. */
export function* cellsOf(tensor: Tensor): Generator<SceneCell & { readonly panel: Panel }> {
  const { kind, rows, columns } = tensor.figure;
  if (kind !== 'cells' || tensor.model.asks || tensor.picture) return;
  for (const panel of tensor.bands.flat()) {
    if (panel.gap) continue;
    for (const [r, row] of picksOf(rows).entries()) {
      for (const [c, column] of picksOf(columns).entries()) {
        const cell = tensor.cell(panel, row, column, r, c);
        if (cell) yield { ...cell, panel };
      }
    }
  }
}

/** The input of a scene. */
export interface SceneRequest {
  readonly trace: Trace;
  readonly state: State;
  readonly step: number;
  readonly operands: readonly TensorModel[];
  readonly result: TensorModel | undefined;
  readonly slice: Index;
}

export function sceneOf(request: SceneRequest): Scene {
  const { trace, state, step, operands, result, slice } = request;
  const of = (model: TensorModel, operand: number | undefined) =>
    tensorOf({ model, operand, trace, step, slice });
  return {
    stacked: trace.axes.at(-1)?.outcome === 'conflict',
    trace,
    step,
    ladder: ladderOf({ trace, op: state.op, step }),
    tensors: [...operands.map(of), ...(result ? [of(result, undefined)] : [])],
  };
}
