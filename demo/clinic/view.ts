/** A box for an error message: its shapes are shown above, or what is missing is asked for. */
import { h } from '../dom.ts';
import type { Fix } from '../engine.ts';
import { drawLadder } from '../figure/draw-ladder.ts';
import { shapeText } from '../format.ts';
import { keep } from '../preferences.ts';
import { parseShape } from '../shape-text.ts';
import {
  maximumOperands,
  maximumRank,
  maximumSize,
  type Shape,
  type State,
  withOperator,
  withShapes,
} from '../state.ts';
import type { Model, View } from '../view.ts';
import { type Diagnosis, diagnose, wouldPrint } from './messages.ts';

const shownAtOnce = 3;

const samples = {
  NumPy: 'operands could not be broadcast together with shapes (4,3) (4,)',
  PyTorch:
    'The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1',
  'a PyTorch loss':
    'Using a target size (torch.Size([64])) that is different to the input size (torch.Size([64, 1]))',
  'ONNX Runtime': 'Attempting to broadcast an axis by a dimension other than 1. 15 by 64',
};

const unknown = 'No message that is known here. Type the shapes into the boxes above instead.';
const product =
  'This is a matrix product, whose inner sizes must be equal. It does not broadcast them.';
const tooLarge = `The page shows at most ${maximumOperands} operands, ${maximumRank} axes and sizes of ${maximumSize}.`;

const fits = (shapes: readonly Shape[]): boolean =>
  shapes.length <= maximumOperands &&
  shapes.every((shape) => shape.length <= maximumRank && !shape.some((s) => s > maximumSize));

/** The operator, and NumPy's rule, which all of these have, under which the shapes are looked at. */
function stateOf(state: State, shapes: readonly Shape[], { intoFirst }: Diagnosis): State {
  const op = intoFirst ? 'PRelu' : shapes.length > 2 ? 'Sum' : 'Add';
  return { ...withOperator({ ...withShapes(state, shapes), rule: 'numpy' }, op), sel: null };
}

const dialectOf: Readonly<Partial<Record<Diagnosis['framework'], string>>> = {
  NumPy: 'NumPy',
  PyTorch: 'PyTorch',
  'ONNX Runtime': 'ONNX',
};

function askForRest(diagnosis: Diagnosis, show: (shapes: readonly Shape[]) => void): HTMLElement {
  const { sizes = [0, 0], axis } = diagnosis;
  const message = h('p', { class: 'box-message', role: 'status' });
  const boxes = ['A', 'B'].map((name, p) =>
    h('input', {
      class: 'shape-box',
      'aria-label': `The whole shape of ${name}, which has a ${sizes[p]}`,
      placeholder: `… ${sizes[p]} …`,
      spellcheck: 'false',
      autocomplete: 'off',
    }),
  );
  const read = () => {
    const parsed = boxes.map((box) => parseShape(box.value));
    const wrong = parsed.find((each) => !('shape' in each));
    message.textContent = wrong && !('shape' in wrong) ? wrong.message : '';
    if (wrong) return;
    show(parsed.map((each) => ('shape' in each ? each.shape : [])));
  };
  const where = axis === undefined ? 'an axis' : `axis ${axis}`;
  return h(
    'div',
    { class: 'ask' },
    h(
      'p',
      {},
      `The message says that ${where} has ${sizes[0]} in one operand and ${sizes[1]} in the other. ` +
        'Which were the whole shapes?',
    ),
    h(
      'div',
      { class: 'boxes' },
      ...boxes,
      h('button', { type: 'button', class: 'secondary', onclick: read }, 'Show them'),
    ),
    message,
  );
}

function printed({ trace, state }: Model): HTMLElement | null {
  const conflict = trace.conflicts.findLast(
    ({ axis, sizes }) => axis !== undefined && sizes.length > 1,
  );
  if (!conflict || state.rule !== 'numpy') return null;
  const { axis = 0, operands, sizes } = conflict;
  return h(
    'div',
    {},
    h('h3', {}, 'What each would print here, approximately'),
    h(
      'dl',
      { class: 'printed' },
      ...wouldPrint(state.shapes, { axis, operands, sizes }).flatMap(([framework, text]) => [
        h('dt', {}, framework),
        h('dd', {}, h('code', {}, text)),
      ]),
    ),
  );
}

export const clinic: View = (container, first) => {
  let model = first;
  let shown: Model['trace'] | undefined;
  const answer = h('div', { class: 'answer', role: 'status' });
  const prints = h('div', {});
  const box = h('textarea', {
    class: 'clinic-box',
    id: 'clinic-box',
    rows: 3,
    spellcheck: 'false',
    oninput: () => read(),
  });
  container.replaceChildren(
    h(
      'label',
      { class: 'label', for: 'clinic-box' },
      'An error message of NumPy, PyTorch, JAX, TensorFlow or ONNX Runtime',
    ),
    box,
    h(
      'p',
      { class: 'lead' },
      'It is read here and sent nowhere. Or try one of: ',
      ...Object.entries(samples).map(([source, text]) =>
        h(
          'button',
          {
            type: 'button',
            class: 'quiet',
            onclick: () => {
              box.value = text;
              read();
            },
          },
          source,
        ),
      ),
    ),
    answer,
    prints,
  );

  function show(diagnosis: Diagnosis, shapes: readonly Shape[]): void {
    const state = stateOf(model.state, shapes, diagnosis);
    const dialect = dialectOf[diagnosis.framework];
    if (dialect) keep('dialect', dialect);
    model.act.go(state);
    const { trace } = model;
    answer.replaceChildren(
      h(
        'p',
        {},
        h('b', {}, `${diagnosis.framework}. `),
        `The shapes are ${shapes.map(shapeText).join(' and ')}.`,
      ),
      h('p', {}, trace.text),
      h('div', { class: 'scroll' }, drawLadder({ trace, op: state.op, small: true })),
      repairs(trace.fixes),
    );
  }

  /** The first repairs, to be taken here; all of them are beside the figure. */
  function repairs(fixes: Model['trace']['fixes']): HTMLElement {
    const place = h('div', { class: 'repairs' });
    const take = (fix: Fix) => {
      model.act.applyFix(fix);
      place.replaceChildren(h('p', {}, model.trace.text), look);
      look.focus();
    };
    const look = h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: () => document.querySelector<HTMLElement>('#shapes')?.focus(),
      },
      'see it in the figure',
    );
    const buttons = fixes
      .slice(0, shownAtOnce)
      .map((fix) =>
        h(
          'li',
          {},
          h('button', { type: 'button', class: 'fix', onclick: () => take(fix) }, fix.text),
        ),
      );
    if (buttons.length > 0) place.append(h('ul', { class: 'fix-list' }, ...buttons));
    place.append(look);
    return place;
  }

  const say = (text: string) => answer.replaceChildren(h('p', {}, text));

  function read(): void {
    if (box.value.trim() === '') {
      answer.replaceChildren();
      return;
    }
    const diagnosis = diagnose(box.value);
    const { shapes } = diagnosis ?? {};
    if (!diagnosis) say(unknown);
    else if (diagnosis.product) say(product);
    else if (shapes && !fits(shapes)) say(tooLarge);
    else if (shapes) show(diagnosis, shapes);
    else answer.replaceChildren(askForRest(diagnosis, (whole) => show(diagnosis, whole)));
  }

  function update(next: Model): void {
    model = next;
    if (next.trace === shown) return;
    shown = next.trace;
    const part = printed(next);
    prints.replaceChildren(...(part ? [part] : []));
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
