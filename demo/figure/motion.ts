/** Plays tracks on the elements of a figure. */
import { stillness } from '../base/a11y.ts';
import { landingOf, lengthOf, type Track } from './tracks.ts';

export type Boxes = ReadonlyMap<string, DOMRect>;
type ElementOf = (key: string) => HTMLElement | undefined;

const easing = 'cubic-bezier(0.4, 0, 0.2, 1)';
/** Elements that no track moves. */
const atRest = { transform: 'none' };

/** The boxes of the tracks' elements before a step is drawn. */
export function boxesOf(tracks: readonly Track[], elementOf: ElementOf): Boxes {
  const boxes = new Map<string, DOMRect>();
  for (const { key, from } of tracks) {
    for (const each of from ? [key, from] : [key]) {
      const element = boxes.has(each) ? undefined : elementOf(each);
      if (element) boxes.set(each, element.getBoundingClientRect());
    }
  }
  return boxes;
}

/** A track with its start and end. Boxes include the zoom of a presentation; lengths do not. */
interface Way {
  readonly track: Track;
  readonly from: DOMRect | undefined;
  readonly to: DOMRect;
  readonly zoom: number;
}

const way = ({ from, to, zoom }: Way): string =>
  from ? `translate(${(from.left - to.left) / zoom}px, ${(from.top - to.top) / zoom}px)` : 'none';

/** Grows the line of a ruler; its words are always visible. */
function rulerFrames({ track: { shares = [] } }: Way, clip: (length: string) => string) {
  return shares.map(([offset, length]) => ({ offset, easing, clipPath: clip(`${length * 100}%`) }));
}

const frames: Readonly<Partial<Record<Track['does'], (way: Way) => Keyframe[]>>> = {
  slide: (each) => [{ transform: way(each) }, atRest],
  deal(each) {
    const { lasts } = each.track;
    const lands = landingOf(lasts) / lasts;
    return [
      { transform: way(each), visibility: 'hidden', easing },
      { ...atRest, visibility: 'visible', offset: lands },
      { transform: 'scale(1.04)', offset: (1 + lands) / 2 },
      { ...atRest, visibility: 'visible' },
    ];
  },
  enter: () => [
    { opacity: 0, transform: 'translateX(-8px)' },
    { opacity: 1, ...atRest },
  ],
  grow: ({ from, to, zoom }) => [
    { width: `${(from?.width ?? 0) / zoom}px` },
    { width: `${to.width / zoom}px` },
  ],
  show: () => [{ opacity: 0 }, { opacity: 1 }],
  columns: () => [{ clipPath: 'inset(0 calc(100% - 14px) 0 0)' }, { clipPath: 'inset(0)' }],
  rows: () => [{ clipPath: 'inset(0 0 calc(100% - 14px) 0)' }, { clipPath: 'inset(0)' }],
  down: (each) =>
    rulerFrames(
      each,
      (length) =>
        `polygon(0 0, calc(100% + 2px) 0, calc(100% + 2px) ${length}, calc(100% - 5px) ${length}, calc(100% - 5px) 100%, 0 100%)`,
    ),
  across: (each) =>
    rulerFrames(
      each,
      (length) => `polygon(0 -2px, ${length} -2px, ${length} 5px, 100% 5px, 100% 100%, 0 100%)`,
    ),
  pulse: () => [
    { boxShadow: 'none' },
    { boxShadow: 'inset 0 0 0 2.5px var(--line)', offset: 0.5 },
    { boxShadow: 'none' },
  ],
  // The sent numbers stay visible until their sum replaces them.
  sum: () => [
    { color: 'transparent', backgroundColor: 'transparent', borderColor: 'transparent' },
    { color: 'var(--ink)', offset: 0.15 },
    { color: 'var(--ink)' },
  ],
  send: (each) => [
    { transform: 'none', opacity: 1 },
    { transform: way(each), opacity: 0.6 },
  ],
};

/** Ends every animation that is still playing. */
export interface Motion {
  readonly finished: Promise<unknown>;
  /** Duration in milliseconds. */
  readonly lasts: number;
  finish(): void;
}

export const still: Motion = { finished: Promise.resolve(), lasts: 0, finish: () => undefined };

const linear: ReadonlySet<Track['does']> = new Set(['deal', 'down', 'across', 'grow']);

/** A sent sheet stays until everything is computed. */
const fills: Readonly<Partial<Record<Track['does'], FillMode>>> = { pulse: 'none', send: 'both' };

/** Writes the texts of a track at their times, and restores the original text in the end. */
function count({ at, stops = [] }: Track, element: HTMLElement, pace: number): () => void {
  const text = element.textContent;
  const write = (now: string) => {
    element.textContent = now;
  };
  const timers = stops.map((stop) => setTimeout(() => write(stop.text), (at + stop.at) / pace));
  if (stops[0]) write(stops[0].text);
  return () => {
    timers.forEach(clearTimeout);
    write(text);
  };
}

/** Plays tracks from the boxes in `before`. With reduced motion nothing plays. */
export function play(
  tracks: readonly Track[],
  before: Boxes,
  elementOf: ElementOf,
  pace = 1,
  onSum: (index: readonly number[] | null) => void = () => undefined,
): Motion {
  if (tracks.length === 0 || stillness()) return still;
  const after = boxesOf(tracks, elementOf);
  const ends: (() => void)[] = [];
  const animations = tracks.flatMap((track) => {
    const { does, key, from, at, lasts, index, stops } = track;
    const element = elementOf(key);
    const to = after.get(key);
    if (!element || !to) return [];
    // A copy starts at the new box of its source; an element that only moved starts at its own old box.
    const start = from !== undefined && from !== key ? after.get(from) : before.get(key);
    if (stops && stops.length > 0) ends.push(count(track, element, pace));
    if (index) {
      const timer = setTimeout(() => onSum(index), at / pace);
      ends.push(() => clearTimeout(timer));
    }
    const make = frames[does];
    if (!make) return [];
    const moved = does === 'send' ? copyOf(element, ends) : element;
    const zoom = element.currentCSSZoom || 1;
    const animation = moved.animate(make({ track, from: start, to, zoom }), {
      delay: at,
      duration: lasts,
      easing: linear.has(does) ? 'linear' : easing,
      fill: fills[does] ?? 'backwards',
    });
    animation.playbackRate = pace;
    return [animation];
  });
  const length = lengthOf(tracks) / pace;
  let done: () => void = () => undefined;
  const rest = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, length);
    done = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  let isOver = false;
  const finish = () => {
    if (isOver) return;
    isOver = true;
    done();
    for (const end of ends.splice(0)) end();
    for (const animation of animations) animation.finish();
    // Deferred: this motion may be ended while the next step is being drawn.
    if (tracks.some(({ index }) => index)) queueMicrotask(() => onSum(null));
  };
  return { finished: rest.then(finish), lasts: length, finish };
}

/** A copy of an element, drawn over it. */
function copyOf(element: HTMLElement, ends: (() => void)[]): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  copy.classList.add('sent');
  copy.removeAttribute('aria-label');
  delete copy.dataset.key;
  for (const ringed of copy.querySelectorAll('.ring, .ring-light')) {
    ringed.classList.remove('ring', 'ring-light');
  }
  copy.inert = true;
  copy.ariaHidden = 'true';
  element.append(copy);
  ends.push(() => copy.remove());
  return copy;
}
