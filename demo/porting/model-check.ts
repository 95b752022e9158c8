/** Checks a dropped model: lists its broadcasts, each on the ladder, and the differences in ncnn. */
import type { Broadcast, CheckReport, Size, Uncertain } from 'simdcast/onnx';
import { h } from '../base/dom.ts';
import type { Trace } from '../base/engine.ts';
import { drawLadder } from '../figure/draw-ladder.ts';
import type { Model, View } from '../model/types.ts';
import { shapeText } from '../state/format.ts';
import { type OperatorName, operators, type RuleChoice } from '../state/operators.ts';
import {
  maximumOperands,
  type Shape,
  type State,
  withOperator,
  withShapes,
} from '../state/state.ts';
import './porting.css';
import { model as say } from './words.ts';

const drawnAtOnce = 100;

/** The checker is part of the package, which is in English. */
const inEnglish = { lang: 'en' };

/** The page's rules, keyed by the engine's names; the ladder draws the others too. */
const rules: Readonly<Partial<Record<Broadcast['rule'], RuleChoice>>> = {
  multidirectional: 'numpy',
  unidirectional: 'onnx-uni',
  legacy: 'onnx-legacy',
};

/** The ladder of a broadcast; symbolic dimensions have their names. */
function ladder({ rule, operands, axes, outputShape }: Broadcast): HTMLElement {
  const trace = {
    rule,
    outputShape,
    operands: operands.map(({ letter, shape }, p) => ({
      name: letter,
      shape,
      placement: 'right',
      added: axes.filter(({ added }) => added[p]).map(({ axis }) => axis),
    })),
    axes,
  };
  // Names replace sizes here; they are only drawn.
  return drawLadder({ trace: trace as unknown as Trace, op: 'Add', small: true });
}

const isKnown = (shape: readonly Size[]): shape is Shape =>
  shape.every((size) => typeof size === 'number');

/** The broadcast as a state of the page; `undefined` if a dimension is symbolic or the page lacks the rule. */
function stateOf(state: State, { operator, operands, rule }: Broadcast): State | undefined {
  const shapes = operands.map(({ shape }) => shape).filter(isKnown);
  const known = rules[rule];
  if (!known || shapes.length !== operands.length || shapes.length > maximumOperands) {
    return undefined;
  }
  const isOperator = Object.hasOwn(operators, operator);
  const op = isOperator ? (operator as OperatorName) : known === 'onnx-uni' ? 'PRelu' : 'Add';
  const { least, most, rules: taken } = operators[op];
  if (shapes.length < least || shapes.length > most || !taken.includes(known)) return undefined;
  return { ...withOperator({ ...withShapes(state, shapes), rule: known }, op), sel: null };
}

function row(broadcast: Broadcast, model: () => Model): HTMLElement {
  const { node, operator, ok, operands, outputShape, warnings, text } = broadcast;
  const inside = h('div', { class: 'broadcast' });
  const fill = () => {
    if (inside.childElementCount > 0) return;
    const state = stateOf(model().state, broadcast);
    inside.append(
      h('p', inEnglish, text),
      h('div', { class: 'scroll' }, ladder(broadcast)),
      ...(state
        ? [
            h(
              'button',
              {
                type: 'button',
                class: 'quiet',
                onclick: () => {
                  model().act.go(state);
                  document.querySelector<HTMLElement>('#shapes')?.focus();
                },
              },
              say.show,
            ),
          ]
        : []),
    );
  };
  const shapes = operands.map(({ name, shape }) => `${name} ${shapeText(shape)}`).join(', ');
  return h(
    'li',
    {},
    h(
      'details',
      { ontoggle: fill },
      h(
        'summary',
        {},
        h('span', { class: ok ? undefined : 'bad', 'aria-hidden': 'true' }, ok ? '✓ ' : '✗ '),
        h('b', {}, node === operator ? node : `${node}, ${operator}`),
        `: ${shapes} `,
        outputShape ? `→ ${shapeText(outputShape)}` : say.doesNotFit,
      ),
      inside,
    ),
    ...warnings.map((warning) =>
      h(
        'p',
        { ...inEnglish, class: 'warning' },
        h('span', { 'aria-hidden': 'true' }, '⚠ '),
        warning.text,
      ),
    ),
  );
}

const uncertain = ({ node, operator, text }: Uncertain): HTMLElement =>
  h(
    'li',
    {},
    h('b', {}, node === operator ? node : `${node}, ${operator}`),
    ': ',
    h('span', inEnglish, text),
  );

function listOf(label: string, items: readonly (() => HTMLElement)[]): HTMLElement[] {
  if (items.length === 0) return [];
  const rest = items.slice(drawnAtOnce);
  const list = h(
    'ul',
    { class: 'broadcasts' },
    ...items.slice(0, drawnAtOnce).map((make) => make()),
  );
  const more = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => {
        list.append(...rest.splice(0, drawnAtOnce).map((make) => make()));
        more.hidden = rest.length === 0;
      },
    },
    say.more,
  );
  more.hidden = rest.length === 0;
  return [h('h3', {}, label), list, more];
}

function drawn(name: string, report: CheckReport, model: () => Model): HTMLElement[] {
  const { broadcasts, nodes, opset, errors, warnings } = report;
  const figures = [
    `opset ${opset}`,
    say.nodes(nodes),
    say.count(broadcasts.length),
    say.warnings(warnings),
    say.errors(errors),
  ];
  return [
    h('p', {}, h('b', {}, name), `: ${figures.join(', ')}.`),
    ...listOf(
      say.broadcasts,
      broadcasts.map((each) => () => row(each, model)),
    ),
    ...listOf(
      say.uncertain,
      report.uncertain.map((each) => () => uncertain(each)),
    ),
  ];
}

export const modelCheck: View = (container, first) => {
  let model = first;
  let asked = 0;
  const answer = h('div', { class: 'model-answer', role: 'status' });

  async function check(name: string, read: () => Promise<ArrayBuffer>): Promise<void> {
    asked += 1;
    const mine = asked;
    answer.replaceChildren(h('p', {}, say.reading(name)));
    try {
      const report = await model.act.checkModel(await read());
      if (mine === asked) answer.replaceChildren(...drawn(name, report, () => model));
    } catch (error) {
      if (mine !== asked) return;
      answer.replaceChildren(h('p', { class: 'bad' }, say.unread(name, (error as Error).message)));
    }
  }

  const take = (file: File | undefined) => file && check(file.name, () => file.arrayBuffer());
  const input = h('input', {
    type: 'file',
    class: 'model-file',
    id: 'model-file',
    accept: '.onnx',
    onchange: () => take(input.files?.[0]),
  });
  const place = h(
    'div',
    {
      class: 'drop',
      ondragover: (event: DragEvent) => {
        event.preventDefault();
        place.classList.add('over');
      },
      ondragleave: () => place.classList.remove('over'),
      ondrop: (event: DragEvent) => {
        event.preventDefault();
        place.classList.remove('over');
        take(event.dataTransfer?.files[0]);
      },
    },
    h('label', { for: 'model-file' }, `${say.drop} `),
    input,
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: () =>
          check('digits.onnx', async () =>
            (await fetch(new URL('../digits/digits.onnx', import.meta.url))).arrayBuffer(),
          ),
      },
      say.sample,
    ),
  );
  container.replaceChildren(h('p', { class: 'lead' }, say.about), place, answer);
  return {
    update(next) {
      model = next;
    },
    dispose: () => container.replaceChildren(),
  };
};
