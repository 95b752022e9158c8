/**
 * Motion as data: the elements that move between a scene and the one before it. A step forward moves
 * only its own subject; an edit moves nothing.
 */
import { valueText } from '../state/format.ts';
import { stepOf } from '../state/state.ts';
import type { Ladder, Rung } from './ladder.ts';
import { isGap } from './layout.ts';
import { cellsOf, picksOf, type Scene, type SceneCell, type Tensor } from './scene.ts';

/** A time within a track, in milliseconds, and the text that starts then. */
export interface Stop {
  readonly at: number;
  readonly text: string;
}

/** Parts of the whole. */
export type Share = readonly [time: number, length: number];

export interface Track {
  /**
   * `slide`: moves from the position of `from`; `deal`: the same, hidden until then; `send`: a copy moves to the
   * position of `from`; `enter`: a 1 enters from the left; `grow`: widens; `show`: appears; `pulse`: pulses;
   * `across` and `down`: a ruler grows; `columns` and `rows`: an image unfolds to the right, or down; `count`: its
   * text changes; `sum`: a cell of the result is computed.
   */
  readonly does:
    | 'slide'
    | 'deal'
    | 'send'
    | 'enter'
    | 'grow'
    | 'show'
    | 'pulse'
    | 'across'
    | 'down'
    | 'columns'
    | 'rows'
    | 'count'
    | 'sum';
  readonly key: string;
  readonly from?: string;
  /** Start and duration, in milliseconds. */
  readonly at: number;
  readonly lasts: number;
  readonly stops?: readonly Stop[];
  /** The length of a ruler, as a share, when each copy starts and when it lands. */
  readonly shares?: readonly Share[];
  /** The element of the result that is computed. */
  readonly index?: readonly number[] | undefined;
}

const times = {
  lineUp: 500,
  add: 400,
  pulse: 300,
  /** Duration of all copies along an axis, and maximum duration of one copy. */
  axis: 1200,
  copy: 400,
  between: 300,
  /** With many copies: the duration of each of the first ones, and of all others together. */
  single: 250,
  sweep: 450,
  /** The operands move to the result one by one, followed by a pause. */
  sheet: 500,
  stagger: 150,
  sheets: 900,
  /** The first sums, and each of the others. */
  sums: [600, 300, 200],
  sum: 100,
  rows: 1200,
  settle: 300,
} as const;
const mostSingle = 10;
const singles = 3;
/** Maximum number of sums computed one by one; more are computed by rows. */
const mostSums = 12;

const rungsOf = (ladder: Ladder): Rung[] =>
  [...ladder.rows, ladder.total].flatMap(({ places }) =>
    places.flatMap(({ rung }) => (rung ? [rung] : [])),
  );

/** Rungs slide to their new positions, and new ones appear. */
function ladderTracks(before: Scene, after: Scene): Track[] {
  const known = new Map(rungsOf(before.ladder).map((rung) => [rung.key, rung]));
  const isAdded = after.step === stepOf.add;
  return rungsOf(after.ladder).flatMap((rung): Track[] => {
    const old = known.get(rung.key);
    const time = { key: rung.key, at: 0, lasts: isAdded ? times.add : times.lineUp };
    if (!old) return [{ does: isAdded ? 'enter' : 'show', ...time }];
    return after.step === stepOf.align ? [{ does: 'slide', from: rung.key, ...time }] : [];
  });
}

/** Duration of a copy's reaction after it has landed, in milliseconds. */
const landing = 120;
export const landingOf = (lasts: number): number => Math.max(lasts - landing, lasts / 2);

/** Start and duration of each copy along an axis. */
type Deals = readonly (readonly [at: number, lasts: number])[];

function dealsOf(copies: number, drawn: number): Deals {
  const isMany = copies > mostSingle;
  const each = isMany ? times.single : Math.min(times.copy, times.axis / Math.max(drawn, 1));
  return Array.from({ length: drawn }, (_, i) =>
    isMany && i >= singles ? [singles * times.single, times.sweep] : [i * each, each],
  );
}

/** A phase of the stretch: one axis, its start, and its deals. */
interface Phase {
  readonly axis: number;
  readonly at: number;
  readonly lasts: number;
  /** The indices drawn along the axis. */
  readonly picks: readonly number[];
  readonly deals: Deals;
}

/** The indices drawn along an axis. */
function picksAlong({ figure }: Tensor, axis: number): readonly number[] {
  const { columns, rows, panels, bands } = figure;
  const drawn = [columns, rows, panels, bands].find((each) => each?.axis === axis);
  return picksOf(drawn ?? null).filter((pick): pick is number => !isGap(pick));
}

/** The stretched axes in sequence, innermost first. */
function phasesOf({ trace, tensors }: Scene): Phase[] {
  const phases: Phase[] = [];
  let at: number = times.pulse;
  for (const { axis, size = 1, stretched } of [...trace.axes].reverse()) {
    const tensor = stretched.map((p) => tensors[p]).find((each) => each !== undefined);
    if (!tensor) continue;
    const picks = picksAlong(tensor, axis);
    const deals = dealsOf(size - 1, picks.length - 1);
    const lasts = Math.max(times.copy, ...deals.map(([start, takes]) => start + takes));
    phases.push({ axis, at, lasts, picks, deals });
    at += lasts + times.between;
  }
  return phases;
}

/** Each copy, and each panel, comes from the previous one along the last axis on which it is stretched. */
function copyTracks(
  tensor: Tensor,
  stretched: readonly number[],
  phases: readonly Phase[],
): Track[] {
  const { rows, columns } = tensor.figure;
  const within = new Set([rows?.axis, columns?.axis]);
  const tracks: Track[] = [];
  const panels = new Set<string>();
  const phaseOf = (at: readonly number[]) =>
    phases.findLast(({ axis }) => stretched.includes(axis) && at[axis] !== 0);
  const deal = (key: string, index: readonly number[], { axis, at, picks, deals }: Phase) => {
    const nth = picks.indexOf(index[axis] ?? 0);
    const [start = 0, lasts = times.copy] = deals[nth - 1] ?? [];
    // The swept copies start together from the last one that was dealt.
    const before = deals.findIndex(([each]) => each === start);
    const source = index.map((i, d) => (d === axis ? (picks[before] ?? 0) : i)).join();
    const { name } = tensor.model;
    const from = key.endsWith(']') ? `${name}[${source}]` : `${name} ${source}`;
    tracks.push({ does: 'deal', key, from, at: at + start, lasts });
  };
  for (const { key, kind, at, panel } of cellsOf(tensor)) {
    const phase = kind === 'copy' ? phaseOf(at) : undefined;
    if (!phase) continue;
    if (within.has(phase.axis)) deal(key, at, phase);
    else if (!panels.has(panel.key)) {
      panels.add(panel.key);
      deal(panel.key, panel.prefix, phase);
    }
  }
  return tracks;
}

/** An image unfolds along the axes on which its elements are repeated. */
function unfoldTracks({ picture, model }: Tensor, phases: readonly Phase[]): Track[] {
  return (['columns', 'rows'] as const).flatMap((does) =>
    phases
      .filter(({ axis }) => axis === picture?.[does])
      .map(({ at, lasts }) => ({ does, key: `${model.name} ${does}`, at, lasts })),
  );
}

/** The count after each deal: along a ruler, and in the ladder. */
function countTracks(tensor: Tensor, rung: Rung | undefined, phase: Phase): Track[] {
  const { axis, at, lasts, picks, deals } = phase;
  const stops: Stop[] = [
    { at: 0, text: '1' },
    ...deals.map(([start, takes], i) => ({
      at: start + takes,
      text: String((picks[i + 1] ?? 0) + 1),
    })),
  ];
  const { rows, columns } = tensor.figure;
  const side = tensor.side([rows, columns].find((each) => each?.axis === axis) ?? null);
  const drawn = { at, lasts, stops };
  const tracks: Track[] = [];
  if (rung) {
    tracks.push({ does: 'grow', key: rung.key, at, lasts });
    tracks.push({ does: 'count', key: `${rung.key} count`, ...drawn });
  }
  if (side) {
    const key = `${tensor.model.name} along ${side.letter}`;
    const share = (dealt: number) => (dealt + 1) / (deals.length + 1);
    const shares = deals.flatMap(([start, takes], i): Share[] => [
      [start / lasts, share(i)],
      [(start + landingOf(takes)) / lasts, share(i + 1)],
    ]);
    tracks.push({ does: 'count', key: `${key} count`, ...drawn });
    const does = axis === rows?.axis ? 'down' : 'across';
    tracks.push({ does, key, at, lasts, shares: [...shares, [1, 1]] });
  }
  return tracks;
}

function stretchTracks(after: Scene): Track[] {
  const phases = phasesOf(after);
  return after.trace.operands.flatMap(({ stretched }, p) => {
    const tensor = after.tensors[p];
    if (!tensor || stretched.length === 0) return [];
    const places = after.ladder.rows[p]?.places ?? [];
    const mine = phases.filter(({ axis }) => stretched.includes(axis));
    const counts = mine.flatMap((phase) =>
      countTracks(tensor, places.find(({ axis }) => axis === phase.axis)?.rung, phase),
    );
    if (tensor.picture) return [...counts, ...unfoldTracks(tensor, mine)];
    const sources = [...cellsOf(tensor)].filter(({ kind }) => kind === 'stored');
    return [
      ...sources.map(({ key }): Track => ({ does: 'pulse', key, at: 0, lasts: times.pulse })),
      ...counts,
      ...copyTracks(tensor, stretched, phases),
    ];
  });
}

/** Start and duration of each sum: in the order of the result, the first ones slowly; many row by row. */
function sumTimes(cells: readonly SceneCell[]): readonly (readonly [at: number, lasts: number])[] {
  if (cells.length > mostSums) {
    const rows = [...new Set(cells.map(({ at }) => at.slice(0, -1).join()))];
    const each = times.rows / rows.length;
    return cells.map(({ at }) => [rows.indexOf(at.slice(0, -1).join()) * each, each]);
  }
  let at = 0;
  return cells.map((_, i) => {
    const lasts = times.sums[i] ?? times.sum;
    at += lasts;
    return [at - lasts, lasts];
  });
}

/** Each operand moves to the result, where overlapping numbers merge into one. */
function computeTracks({ tensors, ladder }: Scene): Track[] {
  const result = tensors.find(({ operand }) => operand === undefined);
  if (result?.picture) {
    return [{ does: 'rows', key: `${result.model.name} rows`, at: 0, lasts: times.rows }];
  }
  const cells = result ? [...cellsOf(result)] : [];
  if (!result || cells.length === 0) return [];
  const operands = tensors.filter(({ operand }) => operand !== undefined);
  const values = (at: readonly number[]) =>
    operands
      .map(({ model }, p) => {
        const value = valueText(model.cell(at).value ?? 0, model.type);
        return p === 0 ? value : `${ladder.rows[p]?.sign || ','} ${value}`;
      })
      .join(' ');
  const isMany = cells.length > mostSums;
  const sums = sumTimes(cells);
  const starts = sums.map(([start]) => start);
  return [
    ...operands.map(
      ({ model }, i): Track => ({
        does: 'send',
        key: `Values of ${model.name}`,
        from: `Values of ${result.model.name}`,
        at: i * times.stagger,
        lasts: times.sheet,
      }),
    ),
    ...sums.map(([start, lasts], i): Track => {
      const { key, at: index, cell } = cells[i] as SceneCell;
      const sum = valueText(cell.value ?? 0, result.model.type);
      const stops = isMany
        ? []
        : [
            { at: 0, text: values(index) },
            { at: lasts, text: sum },
          ];
      const isNext = start !== starts[i - 1];
      return {
        does: 'sum',
        key,
        index: isNext ? index : undefined,
        at: times.sheets + start,
        lasts,
        stops,
      };
    }),
  ];
}

/** Total duration of the tracks, in milliseconds. */
export const lengthOf = (tracks: readonly Track[]): number =>
  Math.max(0, ...tracks.map(({ at, lasts }) => at + lasts)) +
  (tracks.some(({ does }) => does === 'sum') ? times.settle : 0);

export function tracksOf(before: Scene, after: Scene): Track[] {
  if (before.trace !== after.trace || after.step !== before.step + 1) return [];
  if (after.step === stepOf.stretch)
    return [...ladderTracks(before, after), ...stretchTracks(after)];
  if (after.step === stepOf.compute) return computeTracks(after);
  return ladderTracks(before, after);
}
