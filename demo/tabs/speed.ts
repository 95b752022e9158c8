/** The speed lab: the same sum computed in several ways, measured in this browser on demand. */

import { copyButton } from '../base/copy.ts';
import { h } from '../base/dom.ts';
import type { View } from '../model/types.ts';
import { baseline } from '../speed/loops.ts';
import { samples, type Timing } from '../speed/measure.ts';
import type { Answer, Order, Threads } from '../speed/protocol.ts';
import { say } from './words.ts';

const sides = [64, 256, 1024, 2048];
/** Single-threaded engines. */
const engines: readonly string[] = ['simd', 'relaxed'];
const titleOf = (key: string): string => say.speed.ways[key as keyof typeof say.speed.ways] ?? key;

/** Whether several threads are used, and if not, why. */
const aboutThreads = (): string => (crossOriginIsolated ? say.speed.threads : say.speed.noThreads);

const significant = (value: number): string => String(Number(value.toPrecision(3)));
/** Both operands are read and the result is written, once each. */
const bytesTouched = (side: number): number => 4 * (2 * side * side + side);

// Written out, because the bundler looks for exactly this form.
const startWorker = (): Worker =>
  crossOriginIsolated
    ? new Worker(new URL('../model/threads-worker.ts', import.meta.url), { type: 'module' })
    : new Worker(new URL('../model/speed-worker.ts', import.meta.url), { type: 'module' });

interface Figures {
  readonly key: string;
  readonly perElement: number;
  readonly range: string;
  readonly rate: number;
}

function figuresOf(timing: Timing, side: number): Figures {
  const perElement = (milliseconds: number) => (milliseconds * 1e6) / side ** 2;
  return {
    key: timing.key,
    perElement: perElement(timing.median),
    range: `${significant(perElement(timing.lower))}–${significant(perElement(timing.upper))}`,
    rate: bytesTouched(side) / (timing.median * 1e6),
  };
}

const machine = (): string => say.speed.machine(navigator.hardwareConcurrency, navigator.userAgent);

/** The sentence above the table, which compares one thread with the fair baseline only. */
function headline(rows: readonly Figures[]): string {
  const fair = rows.find(({ key }) => key === baseline);
  const best = rows.findLast(({ key }) => engines.includes(key));
  if (!fair || !best) return '';
  const ratio = fair.perElement / best.perElement;
  return say.speed.headline(titleOf(best.key), significant(ratio), ratio >= 1);
}

function asText(side: number, rows: readonly Figures[], threads?: Threads): string {
  return [
    `(${side},${side}) + (${side}) float32`,
    headline(rows),
    ...rows.map(({ key, perElement, range, rate }) =>
      say.speed.row(titleOf(key), significant(perElement), range, significant(rate)),
    ),
    ...(threads ? [threads.reason] : []),
    machine(),
  ].join('\n');
}

function table(side: number, rows: readonly Figures[]): HTMLElement {
  const slowest = Math.max(...rows.map(({ perElement }) => perElement));
  return h(
    'table',
    { class: 'times' },
    h('caption', {}, say.speed.caption(`(${side},${side}) + (${side})`, samples)),
    h(
      'tbody',
      {},
      ...rows.map(({ key, perElement, range, rate }) => {
        const fill = h('span', { class: 'bar-fill' });
        fill.style.width = `max(2px, ${(perElement / slowest) * 100}%)`;
        return h(
          'tr',
          {},
          h('th', { scope: 'row' }, titleOf(key)),
          h('td', { class: 'bar-cell' }, h('span', { class: 'bar', 'aria-hidden': 'true' }, fill)),
          h('td', { class: 'time' }, `${significant(perElement)} ns`, h('small', {}, range)),
          h('td', { class: 'time' }, `${significant(rate)} GB/s`),
        );
      }),
    ),
  );
}

export const speed: View = (container) => {
  let worker: Worker | undefined;
  const status = h('div', { class: 'lab-report', role: 'status' });
  const results = h('div', {});
  const buttons = sides.map((side) =>
    h(
      'button',
      { type: 'button', class: 'secondary', onclick: () => run(side) },
      say.speed.run(`${side} × ${side}`),
    ),
  );
  container.replaceChildren(
    h('p', { class: 'lead' }, say.speed.about),
    h('p', { class: 'lead' }, aboutThreads()),
    h('div', { class: 'boxes' }, ...buttons),
    status,
    results,
  );

  function busy(on: boolean): void {
    for (const button of buttons) button.disabled = on;
  }

  function finish(): void {
    worker?.terminate();
    worker = undefined;
    busy(false);
  }

  function show(side: number, timings: readonly Timing[], threads: Threads | undefined): void {
    const rows = timings.map((timing) => figuresOf(timing, side));
    status.replaceChildren(h('p', {}, headline(rows)));
    results.replaceChildren(
      h('div', { class: 'scroll' }, table(side, rows)),
      threads ? h('p', { class: 'machine' }, threads.reason) : '',
      h('p', { class: 'machine' }, machine()),
      copyButton(say.speed.copy, () => asText(side, rows, threads)),
    );
  }

  function hear(answer: Answer): void {
    if (answer.kind === 'round') {
      status.replaceChildren(h('p', {}, say.speed.round(answer.done, samples)));
      return;
    }
    if (answer.kind === 'done') show(answer.side, answer.timings, answer.threads);
    else if (answer.kind === 'unequal') {
      const names = answer.keys.map(titleOf).join(', ');
      status.replaceChildren(h('p', { class: 'bad' }, say.speed.unequal(names)));
    } else {
      status.replaceChildren(h('p', { class: 'bad' }, say.failed(answer.message)));
    }
    finish();
  }

  function run(side: number): void {
    busy(true);
    results.replaceChildren();
    status.replaceChildren(h('p', {}, say.speed.starting));
    worker = startWorker();
    worker.addEventListener('message', (event: MessageEvent<Answer>) => hear(event.data));
    worker.addEventListener('error', (event) =>
      hear({ kind: 'failed', message: event.message || say.speed.noWorker }),
    );
    const order: Order = { side };
    worker.postMessage(order);
  }

  return {
    update: () => undefined,
    dispose() {
      finish();
      container.replaceChildren();
    },
  };
};
