/** Plays tracks on the elements of a figure. */
import { stillness } from '../base/a11y.ts';
import type { Track } from './tracks.ts';

export type Boxes = ReadonlyMap<string, DOMRect>;
type ElementOf = (key: string) => HTMLElement | undefined;

/** Where the elements of some tracks are before a step is drawn. */
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

const frames: Readonly<
  Record<Track['does'], (from: DOMRect | undefined, to: DOMRect, zoom: number) => Keyframe[]>
> = {
  // Boxes are measured with the zoom of a presentation, and lengths are given without.
  slide: (from, to, zoom) => [
    {
      transform: from
        ? `translate(${(from.left - to.left) / zoom}px, ${(from.top - to.top) / zoom}px)`
        : 'none',
    },
    { transform: 'none' },
  ],
  grow: (from, to, zoom) => [
    { width: `${(from?.width ?? 0) / zoom}px` },
    { width: `${to.width / zoom}px` },
  ],
  show: () => [{ opacity: 0 }, { opacity: 1 }],
  columns: () => [{ clipPath: 'inset(0 calc(100% - 14px) 0 0)' }, { clipPath: 'inset(0)' }],
  rows: () => [{ clipPath: 'inset(0 0 calc(100% - 14px) 0)' }, { clipPath: 'inset(0)' }],
  pulse: () => [
    { boxShadow: 'none' },
    { boxShadow: 'inset 0 0 0 3px currentColor', offset: 0.3 },
    { boxShadow: 'none' },
  ],
};

/** What is still playing jumps to its end. */
export interface Motion {
  readonly finished: Promise<unknown>;
  finish(): void;
}

export const still: Motion = { finished: Promise.resolve(), finish: () => undefined };

/** Plays tracks from the boxes of before; at once and all over where motion is unwelcome. */
export function play(
  tracks: readonly Track[],
  before: Boxes,
  elementOf: ElementOf,
  pace = 1,
): Motion {
  if (tracks.length === 0 || stillness()) return still;
  const after = boxesOf(tracks, elementOf);
  const animations = tracks.flatMap(({ does, key, from, at, lasts }) => {
    const element = elementOf(key);
    const to = after.get(key);
    if (!element || !to) return [];
    // A copy starts where its source is drawn now; what only moved starts where it was.
    const start = from !== undefined && from !== key ? after.get(from) : before.get(key);
    const animation = element.animate(frames[does](start, to, element.currentCSSZoom || 1), {
      delay: at,
      duration: lasts,
      easing: 'cubic-bezier(0.3, 0, 0.2, 1)',
      fill: does === 'pulse' ? 'none' : 'backwards',
    });
    animation.playbackRate = pace;
    return [animation];
  });
  return {
    finished: Promise.allSettled(animations.map((animation) => animation.finished)),
    finish() {
      for (const animation of animations) animation.finish();
    },
  };
}
