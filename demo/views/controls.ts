/** The operator, the element type, and the shapes as text. */
import { h, setAttributes } from '../dom.ts';
import { parseShape } from '../shape-text.ts';
import { elementTypes, operandNames, operators, type State } from '../state.ts';
import type { Model, View } from '../view.ts';

interface Option<T> {
  readonly value: T;
  readonly label: string;
  readonly sign?: string;
}

function createChoice<T extends string>(
  legend: string,
  options: readonly Option<T>[],
  choose: (value: T) => void,
) {
  const inputs = options.map(({ value }) =>
    h('input', {
      type: 'radio',
      class: 'visually-hidden',
      name: legend.toLowerCase().replaceAll(' ', '-'),
      value,
      onchange: () => choose(value),
    }),
  );
  const labels = options.map(({ label, sign }, i) =>
    h(
      'label',
      { class: 'option' },
      inputs[i],
      h(
        'span',
        { class: 'option-text' },
        sign ? h('b', { 'aria-hidden': 'true' }, sign) : '',
        label,
      ),
    ),
  );
  return {
    element: h(
      'fieldset',
      {},
      h('legend', { class: 'label' }, legend),
      h('div', { class: 'options' }, ...labels),
    ),
    update(chosen: T) {
      options.forEach(({ value }, i) => {
        const input = inputs[i];
        if (input) input.checked = value === chosen;
      });
    },
  };
}

function createShapeBox(operand: number, first: Model) {
  const name = operandNames[operand] ?? '';
  const id = `shape-${name}`;
  const message = h('p', { class: 'box-message', id: `${id}-message`, role: 'status' });
  const input = h('input', {
    id,
    class: 'shape-box',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    'aria-describedby': `${id}-message`,
    oninput: () => read(),
    onblur: () => show(),
  });
  let shape = first.state.shapes[operand] ?? [];
  let good = true;

  function report(text: string): void {
    good = text === '';
    message.textContent = text;
    setAttributes(input, { 'aria-invalid': good ? undefined : 'true' });
  }

  function read(): void {
    const parsed = parseShape(input.value);
    report('shape' in parsed ? '' : parsed.message);
    if ('shape' in parsed) first.act.setShape(operand, parsed.shape);
  }

  // What was typed stays; once it is left, a good spelling becomes the plain one.
  function show(): void {
    if (good) input.value = shape.length === 0 ? 'scalar' : shape.join(', ');
  }

  return {
    element: h(
      'div',
      { class: 'box' },
      h('label', { class: 'label', for: id }, 'Shape of ', h('i', {}, name)),
      input,
      message,
    ),
    update(model: Model) {
      const next = model.state.shapes[operand] ?? [];
      const edited = document.activeElement === input;
      if (!edited && next !== shape) report('');
      shape = next;
      if (!edited) show();
    },
  };
}

export const controls: View = (container, first) => {
  const { act } = first;
  const operator = createChoice<State['op']>(
    'Operator',
    Object.entries(operators).map(([value, { sign, word }]) => ({
      value: value as State['op'],
      label: word,
      sign,
    })),
    act.setOperator,
  );
  const type = createChoice<State['type']>(
    'Element type',
    elementTypes.map((value) => ({ value, label: value })),
    act.setType,
  );
  const boxes = operandNames.map((_, p) => createShapeBox(p, first));
  container.replaceChildren(...boxes.map((box) => box.element), operator.element, type.element);

  function update(model: Model): void {
    for (const box of boxes) box.update(model);
    operator.update(model.state.op);
    type.update(model.state.type);
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
