/** The sentence A(4,1) + B(3) = C(4,3), in which every size is a control. */
import { h, hiddenText, setAttributes } from '../dom.ts';
import { axisLetter, shapeText } from '../format.ts';
import { maximumSize, operandNames, operators, resultName } from '../state.ts';
import type { Model, View } from '../view.ts';

const pageStep = 5;

/** For each of an operand's own axes, its letter; unknown where the engine could not place it. */
const lettersOf = (model: Model, operand: number): string[] =>
  (model.operands[operand]?.fromEnd ?? [])
    .filter((_, axis) => !isAdded(model, operand, axis))
    .map(axisLetter);

const isAdded = (model: Model, operand: number, axis: number): boolean =>
  model.trace.ok && (model.trace.operands[operand]?.added.includes(axis) ?? false);

const letterMark = (letter: string | undefined): HTMLElement =>
  h('span', { class: 'letter', 'data-letter': letter, 'aria-hidden': 'true' }, letter ?? ' ');

const nameMark = (name: string): HTMLElement =>
  h('span', { class: 'word name', 'aria-hidden': 'true' }, h('i', {}, name));

interface AxisControl {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  update(size: number, label: string, letter: string | undefined): void;
}

/** What a key does to a size; undefined where the key is not one of the control's. */
function sizeAfter(key: string, size: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: size + 1,
    ArrowDown: size - 1,
    PageUp: size + pageStep,
    PageDown: size - pageStep,
    Home: 1,
  };
  return steps[key];
}

const stepButton = (sign: string, onclick: () => void): HTMLButtonElement =>
  h('button', { type: 'button', class: 'step', tabindex: -1, onclick }, sign);

function createSizeInput(onkeydown: (event: KeyboardEvent) => void): HTMLInputElement {
  return h('input', {
    class: 'size',
    role: 'spinbutton',
    inputmode: 'numeric',
    autocomplete: 'off',
    'aria-valuemin': 0,
    'aria-valuemax': maximumSize,
    onkeydown,
    onfocus: (event: FocusEvent) => (event.target as HTMLInputElement).select(),
  });
}

function createAxis(operand: number, axis: number, model: Model, focus: Focus): AxisControl {
  const { act } = model;
  let size = 0;
  const set = (next: number) => act.setSize(operand, axis, next);
  const more = stepButton('+', () => set(size + 1));
  const fewer = stepButton('−', () => set(size - 1));
  const input = createSizeInput(onKey);
  const letter = letterMark(undefined);
  const show = () => {
    input.value = String(size);
  };
  input.addEventListener('blur', show);
  input.addEventListener('input', () => {
    if (/^\d{1,10}$/.test(input.value)) set(Number(input.value));
  });

  function onKey(event: KeyboardEvent): void {
    const next = sizeAfter(event.key, size);
    if (next !== undefined) {
      set(next);
      show();
    } else if (event.key === 'Insert' || event.key === ',') {
      focus.next(axis + 1);
      act.addAxis(operand, axis + 1);
    } else if (event.key === 'Delete' || (event.key === 'Backspace' && input.value === '')) {
      focus.next(axis - 1);
      act.removeAxis(operand, axis);
    } else {
      return;
    }
    event.preventDefault();
  }

  return {
    element: h('span', { class: 'axis' }, more, input, fewer, letter),
    input,
    update(newSize, label, newLetter) {
      size = newSize;
      // What is being typed keeps its spelling for as long as it says this size.
      const typed = document.activeElement === input && input.value !== '';
      if (!typed || Number(input.value) !== size) show();
      const digits = String(size).length;
      setAttributes(input, { 'aria-valuenow': size, 'aria-label': label, 'data-digits': digits });
      setAttributes(more, { 'aria-label': `${label}: one more` });
      setAttributes(fewer, { 'aria-label': `${label}: one fewer`, disabled: size === 0 });
      setAttributes(letter, { 'data-letter': newLetter });
      letter.textContent = newLetter ?? ' ';
    },
  };
}

/** Where the focus goes after an axis came or went. */
interface Focus {
  next(axis: number): void;
}

function createOperand(operand: number, first: Model) {
  const { act } = first;
  const name = operandNames[operand] ?? '';
  let wanted: number | undefined;
  const focus: Focus = {
    next: (axis) => {
      wanted = axis;
    },
  };
  let controls: AxisControl[] = [];
  const axes = h('span', { class: 'axes' });
  const tool = (sign: string, words: readonly [string, string], onclick: () => void) =>
    h(
      'button',
      { type: 'button', class: 'quiet', onclick },
      h('span', { 'aria-hidden': 'true' }, `${sign} `),
      hiddenText(words[0]),
      'axis',
      hiddenText(words[1]),
    );
  const add = tool('+', ['Add an ', ` to ${name}`], () => act.addAxis(operand, 0));
  const remove = tool('−', ['Remove the first ', ` of ${name}`], () => act.removeAxis(operand, 0));
  const element = h(
    'div',
    { class: 'operand', role: 'group', 'aria-label': `Sizes of ${name}` },
    h(
      'div',
      { class: 'tuple' },
      nameMark(name),
      h('span', { class: 'word soft', 'aria-hidden': 'true' }, '('),
      axes,
      h('span', { class: 'word soft', 'aria-hidden': 'true' }, ')'),
    ),
    h('div', { class: 'axis-tools' }, add, remove),
  );

  function rebuild(model: Model, rank: number): void {
    controls = Array.from({ length: rank }, (_, d) => createAxis(operand, d, model, focus));
    axes.replaceChildren(
      ...controls.flatMap((control, d) =>
        d === 0
          ? [control.element]
          : [h('span', { class: 'word soft comma', 'aria-hidden': 'true' }, ','), control.element],
      ),
    );
    if (wanted === undefined) return;
    (controls[Math.min(Math.max(wanted, 0), rank - 1)]?.input ?? add).focus();
    wanted = undefined;
  }

  function update(model: Model): void {
    const shape = model.state.shapes[operand] ?? [];
    if (controls.length !== shape.length) rebuild(model, shape.length);
    const letters = lettersOf(model, operand);
    shape.forEach((size, d) => {
      controls[d]?.update(size, `${name}, axis ${d}`, letters[d]);
    });
    setAttributes(remove, { disabled: shape.length === 0 });
  }

  update(first);
  return { element, update };
}

function resultTuple(model: Model): HTMLElement[] {
  const { result, trace } = model;
  const name = nameMark(resultName);
  if (!result) {
    return [
      name,
      h('span', { class: 'no-result' }, h('span', { 'aria-hidden': 'true' }, '✗ '), 'no result'),
    ];
  }
  const sizes = result.shape.flatMap((size, d) => {
    const letter = letterMark(axisLetter(trace.axes[d]?.fromEnd ?? 0));
    const axis = h('span', { class: 'axis' }, h('span', { class: 'word' }, String(size)), letter);
    return d === 0 ? [axis] : [h('span', { class: 'word soft comma' }, ','), axis];
  });
  const paren = (text: string) => h('span', { class: 'word soft' }, text);
  return [name, paren('('), h('span', { class: 'axes' }, ...sizes), paren(')')];
}

export const sentence: View = (container, first) => {
  const operands = operandNames.map((_, p) => createOperand(p, first));
  const sign = h('span', { class: 'word soft' });
  const tuple = h('div', { class: 'tuple', 'aria-hidden': 'true' });
  const spoken = hiddenText('');
  const result = h('div', { class: 'operand' }, tuple, spoken);
  // A sign stays with what follows it.
  const parts = operands.map(({ element }, p) =>
    p === 0 ? element : h('div', { class: 'term' }, sign, element),
  );
  container.replaceChildren(
    ...parts,
    h('div', { class: 'term outcome' }, h('span', { class: 'word soft' }, '='), result),
  );

  let shown: Model | undefined;

  function update(model: Model): void {
    if (model.state === shown?.state && model.trace === shown.trace) return;
    shown = model;
    for (const operand of operands) operand.update(model);
    sign.textContent = operators[model.state.op].sign;
    tuple.replaceChildren(...resultTuple(model));
    spoken.textContent = model.result
      ? `${resultName} ${shapeText(model.result.shape)}`
      : `${resultName}: no result`;
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
