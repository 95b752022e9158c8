/** A box for an error message: its shapes are shown above, or what is missing is asked for. */
import { h } from '../base/dom.ts';
import type { Fix } from '../base/engine.ts';
import { drawLadder } from '../figure/draw-ladder.ts';
import { warnings } from '../figure/warnings.ts';
import type { Model, View } from '../model/types.ts';
import type { State } from '../state/state.ts';
import { answer } from './answer.ts';
import { wouldPrint } from './messages.ts';

const shownAtOnce = 3;

const samples = {
  NumPy: 'operands could not be broadcast together with shapes (4,3) (4,)',
  PyTorch:
    'The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1',
  'a PyTorch loss':
    'Using a target size (torch.Size([64])) that is different to the input size (torch.Size([64, 1]))',
  'ONNX Runtime': 'Attempting to broadcast an axis by a dimension other than 1. 15 by 64',
};

function printed({ trace, state }: Model): HTMLElement | null {
  const conflict = trace.conflicts.findLast(
    ({ axis, sizes }) => axis !== undefined && sizes.length > 1,
  );
  if (!conflict || state.rule !== 'numpy') return null;
  const { axis = 0, operands, sizes } = conflict;
  return h(
    'div',
    {},
    h('h3', {}, 'What each library would print here, approximately'),
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
  const answered = h('div', { class: 'answer', role: 'status', tabindex: -1 });
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
      'An error message from NumPy, PyTorch, JAX, TensorFlow or ONNX Runtime',
    ),
    box,
    h(
      'p',
      { class: 'lead' },
      'It stays in your browser. Or try: ',
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
    answered,
    prints,
  );

  function show(state: State, said: string): void {
    model.act.go(state);
    const { trace } = model;
    const within = answered.contains(document.activeElement);
    answered.replaceChildren(
      h('p', {}, said),
      h('p', {}, trace.text),
      ...warnings(model),
      h('div', { class: 'scroll' }, drawLadder({ trace, op: state.op, small: true })),
      repairs(trace.fixes),
    );
    if (within) answered.focus();
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
      'See it in the figure',
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
      answered.replaceChildren();
      return;
    }
    answer(
      box.value,
      () => model.state,
      show,
      (what) => answered.replaceChildren(h('div', {}, what)),
    );
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
