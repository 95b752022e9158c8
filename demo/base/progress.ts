/** A bar along the top edge while something is fetched. */
import { h } from './dom.ts';

/** Returns a function that shows the bar until the given work has ended; it passes on the outcome. */
export function createProgress(label: string): <T>(work: Promise<T>) => Promise<T> {
  const bar = h('progress', { class: 'progress', 'aria-label': label });
  let underWay = 0;
  return async (work) => {
    underWay += 1;
    document.querySelector('main')?.append(bar);
    try {
      return await work;
    } finally {
      underWay -= 1;
      if (underWay === 0) bar.remove();
    }
  };
}
