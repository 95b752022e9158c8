/**
 * Motion as data: what has to move for a scene to follow from the one before it. A step forward moves
 * what it is about, and nothing else; an edit moves nothing.
 */
import { stepOf } from '../state/state.ts';
import type { Ladder, Rung } from './ladder.ts';
import { isGap } from './layout.ts';
import { cellsOf, type Scene, type SceneCell, type Tensor } from './scene.ts';

export interface Track {
  /**
   * `slide`: comes from where `from` is; `grow`: widens; `show`: appears; `pulse`: answers; `columns` and `rows`:
   * a picture unfolds to the right, and down.
   */
  readonly does: 'slide' | 'grow' | 'show' | 'pulse' | 'columns' | 'rows';
  readonly key: string;
  readonly from?: string;
  /** When it begins, and how long it lasts, in milliseconds. */
  readonly at: number;
  readonly lasts: number;
}

const slideTime = 350;
const staggerTime = 60;
const staggerAtMost = 600;
const computeTime = 150;
const computeAtMost = 2400;
/** More copies than these slide as whole rows, or not at all. */
const maximumSliding = 400;

const rungsOf = (ladder: Ladder): Rung[] =>
  [...ladder.rows, ladder.total].flatMap(({ places }) =>
    places.flatMap(({ rung }) => (rung ? [rung] : [])),
  );

/** Rungs that stand elsewhere slide there, and new ones appear. */
function ladderTracks(before: Scene, after: Scene): Track[] {
  const known = new Map(rungsOf(before.ladder).map((rung) => [rung.key, rung]));
  return rungsOf(after.ladder).flatMap((rung): Track[] => {
    const old = known.get(rung.key);
    const time = { key: rung.key, at: 0, lasts: slideTime };
    if (!old) return [{ does: 'show', ...time }];
    return after.step === stepOf.align ? [{ does: 'slide', from: rung.key, ...time }] : [];
  });
}

/** A phase of the stretch: one axis, with the time it begins and the pause between its copies. */
interface Phase {
  readonly axis: number;
  readonly at: number;
  readonly pause: number;
}

/** How many copies of one element lie along an axis of the drawing. */
function copiesAlong(tensor: Tensor, axis: number): number {
  const { columns, rows, panels, bands } = tensor.figure;
  const drawn = [columns, rows, panels, bands].find((each) => each?.axis === axis);
  return (drawn?.picks.filter((pick) => !isGap(pick)).length ?? 1) - 1;
}

/** The stretched axes from the innermost out, one after the other. */
function phasesOf({ trace, tensors }: Scene): Phase[] {
  const phases: Phase[] = [];
  let at = 0;
  for (const { axis, stretched } of [...trace.axes].reverse()) {
    if (stretched.length === 0) continue;
    const copies = Math.max(
      1,
      ...stretched.map((p) => (tensors[p] ? copiesAlong(tensors[p], axis) : 1)),
    );
    const pause = Math.min(staggerTime, staggerAtMost / copies);
    phases.push({ axis, at, pause });
    at += slideTime + (copies - 1) * pause;
  }
  return phases;
}

/** A copy comes from its source along the last axis on which it is stretched, and so does a panel. */
function copyTracks(
  tensor: Tensor,
  stretched: readonly number[],
  phases: readonly Phase[],
): Track[] {
  const { rows, columns } = tensor.figure;
  const within = new Set([rows?.axis, columns?.axis]);
  const cells = [...cellsOf(tensor)].filter(({ kind }) => kind === 'copy');
  const tracks: Track[] = [];
  const panels = new Set<string>();
  const phaseOf = (at: readonly number[]) =>
    phases.findLast(({ axis }) => stretched.includes(axis) && at[axis] !== 0);
  const slide = (key: string, from: string, { at, pause }: Phase, nth: number) =>
    tracks.push({ does: 'slide', key, from, at: at + (nth - 1) * pause, lasts: slideTime });
  for (const { key, at, row, column, panel } of cells) {
    const phase = phaseOf(at);
    if (!phase) continue;
    const source = at.map((index, axis) => (axis === phase.axis ? 0 : index));
    if (within.has(phase.axis)) {
      const nth = phase.axis === rows?.axis ? row : column;
      if (cells.length <= maximumSliding) slide(key, `${tensor.model.name}[${source}]`, phase, nth);
      continue;
    }
    if (panels.has(panel.key)) continue;
    panels.add(panel.key);
    const from = source.slice(0, panel.prefix.length).join();
    slide(panel.key, `${tensor.model.name} ${from}`, phase, panel.prefix[phase.axis] ?? 1);
  }
  return tracks;
}

/** A picture unfolds along the axes on which one element of it is repeated. */
function unfoldTracks({ picture, model }: Tensor, phases: readonly Phase[]): Track[] {
  return (['columns', 'rows'] as const).flatMap((does) =>
    phases
      .filter(({ axis }) => axis === picture?.[does])
      .map(({ at }) => ({ does, key: `${model.name} ${does}`, at, lasts: slideTime })),
  );
}

function stretchTracks(after: Scene): Track[] {
  const phases = phasesOf(after);
  const rungs = after.trace.operands.flatMap(({ stretched }, p) => {
    const places = after.ladder.rows[p]?.places ?? [];
    return phases.flatMap(({ axis, at }): Track[] => {
      const rung = places.find((place) => place.axis === axis)?.rung;
      if (!rung || !stretched.includes(axis)) return [];
      return [{ does: 'grow', key: rung.key, at, lasts: slideTime }];
    });
  });
  const copies = after.trace.operands.flatMap(({ stretched }, p) => {
    const tensor = after.tensors[p];
    if (!tensor) return [];
    const mine = phases.filter(({ axis }) => stretched.includes(axis));
    return tensor.picture ? unfoldTracks(tensor, mine) : copyTracks(tensor, stretched, phases);
  });
  return [...rungs, ...copies];
}

/** Walks the result while the sources of each element answer. */
function computeTracks({ tensors }: Scene): Track[] {
  const result = tensors.find(({ operand }) => operand === undefined);
  if (result?.picture) {
    return [{ does: 'rows', key: `${result.model.name} rows`, at: 0, lasts: 4 * slideTime }];
  }
  const cells: SceneCell[] = result ? [...cellsOf(result)] : [];
  const pace = Math.min(computeTime, computeAtMost / Math.max(cells.length, 1));
  const operands = tensors.filter(({ operand }) => operand !== undefined);
  return cells.flatMap(({ key, at }, i): Track[] => {
    const time = { at: i * pace, lasts: Math.max(2 * pace, computeTime) };
    const sources = operands.map(({ model }) => `${model.name}[${at.join()}]`);
    return [
      { does: 'show', key, ...time },
      ...sources.map((source): Track => ({ does: 'pulse', key: source, ...time })),
    ];
  });
}

export function tracksOf(before: Scene, after: Scene): Track[] {
  if (before.trace !== after.trace || after.step !== before.step + 1) return [];
  if (after.step === stepOf.stretch)
    return [...ladderTracks(before, after), ...stretchTracks(after)];
  if (after.step === stepOf.compute) return computeTracks(after);
  return ladderTracks(before, after);
}
