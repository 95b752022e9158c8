/** The rules side by side on the same operands: a small table, a verdict, and their relation. */
import { h, hiddenText } from '../base/dom.ts';
import { draw as drawSketch } from '../base/patch.ts';
import { drawLadder } from '../figure/draw-ladder.ts';
import { drawTensor } from '../figure/draw-tensor.ts';
import { tensorOf } from '../figure/scene.ts';
import { ncnnText, shapeText } from '../state/format.ts';
import { lastStep } from '../state/state.ts';
import './lanes.css';
import type { Comparisons, Difference, Lane, Model, View } from '../model/types.ts';
import { later } from '../state/later-words.ts';
import { say } from './words.ts';

/** The values under NumPy and under the lane, with those that differ marked. */
function showDifference(found: Difference | undefined, place: HTMLElement): void {
  if (!found) {
    place.replaceChildren(h('p', {}, say.rules.noValues));
    return;
  }
  const drawings = [found.left, found.right].map((model) =>
    drawTensor({
      tensor: tensorOf({ model, operand: undefined, trace: undefined, step: lastStep, slice: [] }),
    }),
  );
  const elements = drawings.map((drawing) => drawSketch(drawing.sketch));
  for (const { sketch, at } of drawings.flatMap(({ spots }) => spots)) {
    sketch.element?.removeAttribute('tabindex');
    if (found.unequal.has(at.join())) sketch.element?.classList.add('differs');
  }
  const same = found.left.shape.join() === found.right.shape.join();
  const count = found.unequal.size;
  place.replaceChildren(
    h('p', {}, same ? say.rules.differ(count) : say.rules.shapesDiffer),
    h('div', { class: 'stage' }, ...elements),
  );
}

function notationSwitch({ state, act }: Model): HTMLElement {
  const other = state.notation === 'numpy' ? 'ncnn' : 'numpy';
  return h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-pressed': String(state.notation === 'ncnn'),
      'data-focus': 'notation',
      onclick: () => act.setNotation(other),
    },
    say.rules.orders[other],
  );
}

const fromTheRight = '';
const notAtAll = 'off';

/** Legacy's two attributes, for the lane that can be edited. Without `broadcast` the axis is ignored. */
function legacySwitch({ state, act }: Model): HTMLElement {
  const select = h(
    'select',
    {
      class: 'select',
      'aria-label': say.rules.legacy,
      'data-focus': 'legacy-axis',
      onchange: () => {
        const { value } = select;
        const named = value !== fromTheRight && value !== notAtAll;
        act.setLegacy(named ? Number(value) : null, value !== notAtAll);
      },
    },
    h('option', { value: fromTheRight }, 'broadcast=1'),
    ...(state.shapes[0] ?? []).map((_, axis) =>
      h('option', { value: axis }, `broadcast=1, axis=${axis}`),
    ),
    h('option', { value: notAtAll }, 'broadcast=0'),
  );
  select.value = state.broadcast ? String(state.axis ?? fromTheRight) : notAtAll;
  return select;
}

/** The verdict of a rule; a rule may reject sizes that do not conflict. */
function verdictOf(lane: Lane, written: (shape: readonly number[]) => string): HTMLElement {
  const { outputShape, axes } = lane.trace;
  const bad = outputShape === undefined;
  const conflicts = axes.some(({ outcome }) => outcome === 'conflict');
  const word = later.outcomes[conflicts ? 'conflict' : 'refused'];
  return h(
    'p',
    { class: bad ? 'lane-verdict bad' : 'lane-verdict' },
    h('span', { 'aria-hidden': 'true' }, bad ? '✗ ' : '✓ '),
    bad ? word : say.rules.gives(written(outputShape)),
  );
}

function laneCard(lane: Lane, model: Model, { difference }: Comparisons): HTMLElement {
  const { state } = model;
  const isNcnn = lane.key === 'ncnn';
  const reversed = isNcnn && state.notation === 'ncnn';
  const { trace, said, relation } = lane;
  const place = h('div', { class: 'difference' });
  const canDiffer = relation === 'other alignment' || relation === 'other shape';
  const op = state.op === 'Expand' || lane.key !== 'numpy' ? 'Add' : state.op;
  const warnings = said.warnings.filter(({ code }) => code === 'ncnn_unchecked');
  return h(
    'section',
    { class: 'lane', 'aria-label': lane.title },
    h('h3', {}, lane.title),
    verdictOf(lane, reversed ? ncnnText : shapeText),
    h(
      'p',
      { class: 'chip', 'data-relation': relation ?? (lane.key === 'numpy' ? 'base' : 'none') },
      relation
        ? say.rules.relations[relation]
        : lane.key === 'numpy' && trace.ok
          ? say.rules.reference
          : '',
    ),
    h(
      'div',
      { class: 'scroll' },
      drawLadder({ trace, op, reversed, small: true, caption: say.rules.axesOf(lane.title) }),
    ),
    isNcnn ? notationSwitch(model) : null,
    lane.key === 'legacy' ? legacySwitch(model) : null,
    ...warnings.map(({ text }) => h('p', { class: 'warning' }, '⚠ ', text)),
    canDiffer
      ? h(
          'button',
          {
            type: 'button',
            class: 'quiet',
            onclick: () => showDifference(difference(state, lane), place),
          },
          say.rules.show,
        )
      : null,
    place,
    h(
      'details',
      {},
      h('summary', {}, say.rules.why, hiddenText(`: ${lane.title}`)),
      h('ol', { class: 'sentences' }, ...said.sentences.map(({ text }) => h('li', {}, text))),
    ),
  );
}

function createCounts({ act }: Model): HTMLElement {
  const status = h('span', { role: 'status' });
  const button = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: async () => {
        button.disabled = true;
        status.textContent = ` ${say.rules.counting}`;
        status.textContent = ` ${say.rules.counted(await act.countPairs())}`;
        button.disabled = false;
      },
    },
    say.rules.count,
  );
  return h(
    'p',
    { class: 'lead' },
    `${say.rules.pairs} `,
    h('b', {}, say.rules.otherNumbers),
    ' ',
    button,
    status,
  );
}

/** Five tables are drawn once the edits have settled, so no edit waits for them. */
const settleMilliseconds = 120;

export const createRules =
  (comparisons: Comparisons): View =>
  (container, first) => {
    const lanes = h('div', { class: 'lanes' });
    container.replaceChildren(createCounts(first), lanes);
    let shown: Model | undefined;

    let timer: ReturnType<typeof setTimeout> | undefined;

    function update(model: Model): void {
      clearTimeout(timer);
      timer = setTimeout(draw, settleMilliseconds, model);
    }

    function draw(model: Model): void {
      const { state } = model;
      const same =
        shown?.trace === model.trace &&
        shown.state.axis === state.axis &&
        shown.state.broadcast === state.broadcast &&
        shown.state.notation === state.notation;
      if (same) return;
      shown = model;
      const focused = document.activeElement?.getAttribute('data-focus');
      lanes.style.setProperty('--axes', String(model.trace.axes.length));
      lanes.replaceChildren(
        ...comparisons.lanes(state).map((lane) => laneCard(lane, model, comparisons)),
      );
      if (state.shapes.length !== 2) {
        lanes.append(h('p', { class: 'lane' }, say.rules.onlyTwo));
      }
      if (focused) lanes.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
    }

    draw(first);
    return {
      update,
      dispose() {
        clearTimeout(timer);
        container.replaceChildren();
      },
    };
  };
