/** A box for an error message: its shapes are shown above, or what is missing is asked for. */
import { h } from '../dom.ts';
import type { Fix } from '../engine.ts';
import { drawLadder } from '../figure/draw-ladder.ts';
import { shapeText } from '../format.ts';
import { parseShape } from '../shape-text.ts';
import type { Shape, State } from '../state.ts';
import type { Model, View } from '../view.ts';
import { warnings } from '../views/warnings.ts';
import { type Diagnosis, wouldPrint } from './messages.ts';
import { readText, stateOf } from './read.ts';
import { words } from './words.ts';

const shownAtOnce = 3;

const samples = {
  NumPy: 'operands could not be broadcast together with shapes (4,3) (4,)',
  PyTorch:
    'The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1',
  'a PyTorch loss':
    'Using a target size (torch.Size([64])) that is different to the input size (torch.Size([64, 1]))',
  'ONNX Runtime': 'Attempting to broadcast an axis by a dimension other than 1. 15 by 64',
};

function askForRest(
  { sizes = [0, 0] }: Diagnosis,
  question: string,
  show: (shapes: readonly Shape[]) => void,
): HTMLElement {
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
  return h(
    'div',
    { class: 'ask' },
    h('p', {}, question),
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
  let asked: string | null = null;
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
      'It stays in your browser. Or try one of: ',
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

  function show(state: State, said: string): void {
    model.act.go(state);
    const { trace } = model;
    answer.replaceChildren(
      h('p', {}, said),
      h('p', {}, trace.text),
      ...warnings(model),
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

  function read(): void {
    if (box.value.trim() === '') {
      answer.replaceChildren();
      return;
    }
    const reading = readText(box.value, model.state);
    if (reading.kind === 'state') show(reading.state, reading.said);
    else if (reading.kind === 'nothing') answer.replaceChildren(h('p', {}, reading.said));
    else {
      const { diagnosis, said } = reading;
      answer.replaceChildren(
        askForRest(diagnosis, said, (shapes) => {
          const written = shapes.map(shapeText).join(' and ');
          show(stateOf(model.state, shapes, diagnosis), words.read(diagnosis.framework, written));
        }),
      );
    }
  }

  function update(next: Model): void {
    model = next;
    const { message } = next.moment;
    if (message !== asked) {
      asked = message;
      if (message !== null) {
        box.value = message;
        read();
        box.scrollIntoView({ block: 'center' });
      }
    }
    if (next.trace === shown) return;
    shown = next.trace;
    const part = printed(next);
    prints.replaceChildren(...(part ? [part] : []));
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
