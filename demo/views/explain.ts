/** The engine's sentences, in its order, each with a reason on demand. */
import { h, setAttributes } from '../base/dom.ts';
import type { Trace } from '../base/engine.ts';
import { createSheet, type Sketch, sketch } from '../base/patch.ts';
import type { Model, View } from '../model/types.ts';
import { stepOf } from '../state/state.ts';
import { words } from '../state/words.ts';

type Sentence = Trace['sentences'][number];

/** The step of the player to which a sentence belongs. */
const steps: Readonly<Record<Sentence['kind'], number>> = {
  operand: stepOf.written,
  placement: stepOf.add,
  axis: stepOf.stretch,
  failure: stepOf.compute,
  result: stepOf.compute,
};

function reasonOf({ axes }: Trace, { kind, axis: at }: Sentence): string | undefined {
  const axis = axes.find((each) => each.axis === at);
  if (axis) return words.why[axis.outcome];
  return kind === 'placement' ? words.whyPlacement : undefined;
}

function item({ trace }: Model, sentence: Sentence): Sketch {
  const reason = reasonOf(trace, sentence);
  const linked = sentence.axis !== undefined;
  return sketch(
    'li',
    {
      'data-axis': sentence.axis,
      'data-step': steps[sentence.kind],
      tabindex: linked ? 0 : undefined,
    },
    sentence.text,
    reason ? sketch('span', { class: 'reason' }, ` ${reason}`) : null,
  );
}

export const explain: View = (container, first) => {
  const { act } = first;
  let shown: Model | undefined;
  const point = (event: Event) => {
    const found = (event.target as Element).closest<HTMLElement>('[data-axis]');
    act.pointAxis(found ? Number(found.dataset.axis) : null);
  };
  const list = h('ol', {
    class: 'sentences',
    onpointerover: point,
    onfocusin: point,
    onpointerleave: () => act.pointAxis(null),
    onfocusout: () => act.pointAxis(null),
  });
  const show = createSheet(list);
  container.replaceChildren(list);

  function update(model: Model): void {
    const before = shown;
    shown = model;
    setAttributes(list, { 'data-now': model.trace.ok ? model.step : undefined });
    if (model.trace === before?.trace) return;
    show(model.trace.sentences.map((each) => item(model, each)));
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
