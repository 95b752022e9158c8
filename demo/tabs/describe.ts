/** The figure as a tree of text: the verdict, then the axes, then the elements. */
import { h } from '../base/dom.ts';
import { isGap, layOut, type Pick } from '../figure/layout.ts';
import type { Model, View } from '../model/types.ts';
import { axisLetter, valueText } from '../state/format.ts';
import { type Index, lastStep } from '../state/state.ts';
import './tree.css';
import { later } from '../state/later-words.ts';
import { say } from './words.ts';

const mostDescribed = 24;

interface Branch {
  readonly text: string;
  readonly below?: readonly Branch[];
}

/** The first indices that the figure draws, in order. */
function drawnIndices(model: Model): Index[] {
  const { result, step } = model;
  if (!result || step < lastStep) return [];
  const figure = layOut(result.drawn, model.moment.slice);
  if (figure.kind !== 'cells') return [];
  const inner = [figure.bands, figure.panels, figure.rows, figure.columns];
  let indices: Index[] = [figure.outer.map(({ index }) => index)];
  for (const axis of inner) {
    if (!axis) continue;
    const picks = axis.picks.filter((pick: Pick): pick is number => !isGap(pick));
    indices = indices
      .flatMap((index) => picks.map((pick) => [...index, pick]))
      .slice(0, mostDescribed);
  }
  return indices;
}

function branches(model: Model): Branch[] {
  const { trace, result, resultName } = model;
  const elements = drawnIndices(model).map((at) => ({
    text: say.describe.element(
      `${resultName}[${at.join(', ')}]`,
      valueText(result?.cell(at).value ?? Number.NaN, result?.type),
    ),
  }));
  const count = trace.outputElements;
  return [
    {
      text: trace.text,
      below: trace.sentences.filter(({ axis }) => axis === undefined).map(({ text }) => ({ text })),
    },
    ...trace.axes.map((axis) => ({
      text: say.describe.axis(axisLetter(axis.fromEnd), later.outcomes[axis.outcome]),
      below: [{ text: axis.text }],
    })),
    ...(elements.length > 0 && !model.shapesOnly
      ? [{ text: say.describe.elements(elements.length, count), below: elements }]
      : []),
  ];
}

function item({ text, below }: Branch, level: number): HTMLElement {
  return h(
    'li',
    {
      role: 'treeitem',
      tabindex: -1,
      'aria-level': level,
      'aria-expanded': below && below.length > 0 ? 'false' : undefined,
    },
    h('span', {}, text),
    below && below.length > 0
      ? h('ul', { role: 'group' }, ...below.map((branch) => item(branch, level + 1)))
      : null,
  );
}

export const describe: View = (container, first) => {
  let model = first;
  let shown: Model['trace'] | undefined;
  let shownValues: Model['result'];
  let shownStep = 0;
  const tree = h('ul', { role: 'tree', class: 'tree', 'aria-label': say.describe.tree });
  const details = h(
    'details',
    { class: 'describe', ontoggle: () => draw() },
    h('summary', {}, say.describe.title),
    tree,
  );
  container.replaceChildren(details);

  const items = () =>
    [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')].filter(
      (each) => each.parentElement?.closest('[aria-expanded="false"]') === null,
    );

  function move(to: HTMLElement | undefined | null): void {
    if (!to) return;
    for (const each of tree.querySelectorAll<HTMLElement>('[tabindex="0"]')) each.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }

  const expand = (each: HTMLElement, open: boolean) =>
    each.setAttribute('aria-expanded', String(open));

  function onKey(event: KeyboardEvent): void {
    const here = (event.target as Element).closest<HTMLElement>('[role="treeitem"]');
    if (!here) return;
    const all = items();
    const at = all.indexOf(here);
    const state = here.getAttribute('aria-expanded');
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(all[at + 1]),
      ArrowUp: () => move(all[at - 1]),
      Home: () => move(all[0]),
      End: () => move(all.at(-1)),
      ArrowRight: () => (state === 'false' ? expand(here, true) : move(all[at + 1])),
      ArrowLeft: () =>
        state === 'true'
          ? expand(here, false)
          : move(here.parentElement?.closest<HTMLElement>('[role="treeitem"]')),
      Enter: () => state && expand(here, state === 'false'),
      ' ': () => state && expand(here, state === 'false'),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  tree.addEventListener('keydown', onKey);
  tree.addEventListener('click', (event) => {
    const here = (event.target as Element).closest<HTMLElement>('[role="treeitem"]');
    const state = here?.getAttribute('aria-expanded');
    if (here && state) expand(here, state === 'false');
    move(here);
  });

  function draw(): void {
    if (!details.open) return;
    if (shown === model.trace && shownValues === model.result && shownStep === model.step) return;
    shown = model.trace;
    shownValues = model.result;
    shownStep = model.step;
    tree.replaceChildren(...branches(model).map((branch) => item(branch, 1)));
    tree.querySelector('[role="treeitem"]')?.setAttribute('tabindex', '0');
  }

  return {
    update(next) {
      model = next;
      draw();
    },
    dispose: () => container.replaceChildren(),
  };
};
