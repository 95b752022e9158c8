/** The sentence A(4,1) + B(3) = C(4,3), in which every size is a control that can be dragged. */
import { h, hiddenText, setAttributes, setText } from '../base/dom.ts';
import type { Model, View } from '../model/types.ts';
import { axisLetter, shapeText } from '../state/format.ts';
import { operators, writeOperation } from '../state/operators.ts';
import { parseShape } from '../state/shape-text.ts';
import { maximumSize, operandName } from '../state/state.ts';
import { words } from '../state/words.ts';
import { scrub } from './scrub.ts';

const pageStep = 5;
const least = 1;

/** The letter of each of an operand's own axes; unknown if the engine could not align the axis. */
function lettersOf({ trace }: Model, operand: number): string[] {
  const { added = [], shape = [] } = trace.operands[operand] ?? {};
  const own = trace.axes.filter(({ axis }) => !added.includes(axis));
  return own.length === shape.length ? own.map(({ fromEnd }) => axisLetter(fromEnd)) : [];
}

const letterMark = (letter: string | undefined): HTMLElement =>
  h('span', { class: 'letter', 'data-letter': letter, 'aria-hidden': 'true' }, letter ?? ' ');

const nameMark = (name: string): HTMLElement =>
  h('span', { class: 'word name', 'aria-hidden': 'true' }, h('i', {}, name));

interface AxisControl {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  update(size: number, label: string, letter: string | undefined): void;
}

/** The size after a key; `undefined` if the key has no effect. Steps stop at 1: 0 must be typed. */
function sizeAfter(key: string, size: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: size + 1,
    ArrowDown: size - 1,
    PageUp: size + pageStep,
    PageDown: size - pageStep,
    Home: 1,
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.max(next, least);
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
    'aria-keyshortcuts': 'Insert Delete',
    onkeydown,
    onfocus: (event: FocusEvent) => (event.target as HTMLInputElement).select(),
  });
}

function createAxis(operand: number, axis: number, model: Model, focus: Focus): AxisControl {
  const { act } = model;
  let size = 0;
  const set = (next: number) => act.setSize(operand, axis, next);
  const more = stepButton('+', () => set(size + 1));
  const fewer = stepButton('−', () => set(Math.max(size - 1, least)));
  const input = createSizeInput(onKey);
  const letter = letterMark(undefined);
  const show = () => {
    const text = String(size);
    // Even the same text costs a layout.
    if (input.value !== text) input.value = text;
  };
  scrub(input, { size: () => size, set });
  input.addEventListener('blur', show);
  // A shape pasted into a size replaces the whole shape.
  input.addEventListener('paste', (event) => {
    const parsed = parseShape(event.clipboardData?.getData('text/plain') ?? '');
    if (!('shape' in parsed) || parsed.shape.length < 2) return;
    event.preventDefault();
    focus.next(parsed.shape.length - 1);
    act.setShape(operand, parsed.shape);
  });
  input.addEventListener('input', () => {
    if (/^\d{1,10}$/.test(input.value)) set(Number(input.value));
  });

  function onKey(event: KeyboardEvent): void {
    const next = sizeAfter(event.key, size);
    if (next !== undefined) {
      set(next);
      show();
    } else if (event.key === 'Enter') {
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
      // A text that is being typed keeps its spelling while it means this size.
      const typed = document.activeElement === input && input.value !== '';
      if (!typed || Number(input.value) !== size) show();
      const digits = String(size).length;
      setAttributes(input, { 'aria-valuenow': size, 'aria-label': label, 'data-digits': digits });
      setAttributes(more, { 'aria-label': words.oneMore(label) });
      setAttributes(fewer, { 'aria-label': words.fewer(label), disabled: size <= least });
      setAttributes(letter, { 'data-letter': newLetter });
      setText(letter, newLetter ?? ' ');
    },
  };
}

/** The focus after an axis was added or removed. */
interface Focus {
  next(axis: number): void;
}

const comma = (): HTMLElement =>
  h('span', { class: 'word soft comma', 'aria-hidden': 'true' }, ',');

function createOperand(operand: number, first: Model) {
  const { act } = first;
  const name = operandName(operand);
  let wanted: number | undefined;
  const focus: Focus = {
    next: (axis) => {
      wanted = axis;
    },
  };
  let controls: AxisControl[] = [];
  const axes = h('span', { class: 'axes' });
  // Directly after the parenthesis, however wide the tools below are.
  const closing = h('span', { class: 'word soft', 'aria-hidden': 'true' });
  const tool = (
    sign: string,
    [label, text, title]: readonly [string, string, string],
    onclick: () => void,
  ) =>
    h(
      'button',
      { type: 'button', class: 'quiet', tabindex: -1, 'aria-label': label, title, onclick },
      `${sign} ${text}`,
    );
  const add = tool('+', [words.addAxis(name), words.anAxis, words.addAxisKey], () =>
    act.addAxis(operand, 0),
  );
  const remove = tool('−', [words.removeAxis(name), words.anAxis, words.removeAxisKey], () =>
    act.removeAxis(operand, 0),
  );
  const element = h(
    'div',
    { class: 'operand', role: 'group', 'aria-label': words.sizesOf(name) },
    h(
      'div',
      { class: 'tuple' },
      nameMark(name),
      h('span', { class: 'word soft', 'aria-hidden': 'true' }, '('),
      axes,
      h('span', { class: 'word soft', 'aria-hidden': 'true' }, ')'),
      closing,
    ),
    h('div', { class: 'axis-tools' }, add, remove),
  );

  function rebuild(model: Model, rank: number): void {
    controls = Array.from({ length: rank }, (_, d) => createAxis(operand, d, model, focus));
    axes.replaceChildren(
      ...controls.flatMap(({ element: size }, d) => (d === 0 ? [size] : [comma(), size])),
      ...(rank === 1 ? [comma()] : []),
    );
  }

  /** Runs after the sizes are written: the focused size is selected, and a digit replaces it. */
  function followFocus(rank: number): void {
    if (wanted === undefined) return;
    (controls[Math.min(Math.max(wanted, 0), rank - 1)]?.input ?? add).focus();
    wanted = undefined;
  }

  function update(model: Model): void {
    const shape = model.state.shapes[operand] ?? [];
    if (controls.length !== shape.length) rebuild(model, shape.length);
    const letters = lettersOf(model, operand);
    shape.forEach((size, d) => {
      controls[d]?.update(size, `${name}, ${words.axis(String(d))}`, letters[d]);
    });
    followFocus(shape.length);
    // Sizes have keys that add and remove axes; without sizes, the button is the only way.
    setAttributes(add, { tabindex: shape.length === 0 ? 0 : -1 });
    setAttributes(remove, { disabled: shape.length === 0 });
    const last = operand === model.state.shapes.length - 1;
    const mark = operators[model.state.op].form === 'infix' ? '' : last ? ')' : ',';
    setText(closing, mark);
  }

  update(first);
  return { element, update };
}

function resultTuple(model: Model): HTMLElement[] {
  const { trace } = model;
  const name = nameMark(model.resultName);
  if (!trace.outputShape) {
    return [h('span', { class: 'no-result' }, words.noFit)];
  }
  const sizes = trace.outputShape.flatMap((size, d) => {
    const letter = letterMark(axisLetter(trace.axes[d]?.fromEnd ?? 0));
    const axis = h('span', { class: 'axis' }, h('span', { class: 'word' }, String(size)), letter);
    return d === 0 ? [axis] : [comma(), axis];
  });
  if (sizes.length === 1) sizes.push(comma());
  const paren = (text: string) => h('span', { class: 'word soft' }, text);
  return [name, paren('('), h('span', { class: 'axes' }, ...sizes), paren(')')];
}

const soft = (text: string, kind = ''): HTMLElement =>
  h('span', { class: `word soft ${kind}` }, text);

/** The operator's sign between the operands, or its name around them. */
function termOf(model: Model, p: number, operand: HTMLElement): HTMLElement {
  const { form, sign } = operators[model.state.op];
  if (form === 'infix') {
    // A sign stays with the operand that follows it.
    return p === 0 ? operand : h('div', { class: 'term' }, soft(sign), operand);
  }
  return h('div', { class: 'term tight' }, p === 0 ? soft(`${sign} (`, 'call') : null, operand);
}

export const sentence: View = (container, first) => {
  const tuple = h('div', { class: 'tuple', 'aria-hidden': 'true' });
  const spoken = hiddenText('');
  const outcome = h(
    'div',
    { class: 'term outcome' },
    soft('='),
    h('div', { class: 'operand' }, tuple, spoken),
  );
  let operands: ReturnType<typeof createOperand>[] = [];
  let shown: Model | undefined;

  function compose(model: Model): void {
    const { shapes, op } = model.state;
    const before = shown?.state;
    if (before?.op === op && before.shapes.length === shapes.length) return;
    if (operands.length !== shapes.length) {
      operands = shapes.map((_, p) => createOperand(p, model));
    }
    container.replaceChildren(
      ...operands.map(({ element }, p) => termOf(model, p, element)),
      outcome,
    );
  }

  function update(model: Model): void {
    if (model.state === shown?.state && model.trace === shown.trace) return;
    compose(model);
    shown = model;
    for (const operand of operands) operand.update(model);
    const { outputShape } = model.trace;
    tuple.replaceChildren(...resultTuple(model));
    const outcomeText = outputShape ? ` ${shapeText(outputShape)}` : `: ${words.noFit}`;
    setText(spoken, model.resultName + outcomeText);
    const written = model.trace.operands.map(({ name, shape }) => `${name} ${shapeText(shape)}`);
    const formula = `${writeOperation(model.state.op, written)} = ${spoken.textContent}`;
    setAttributes(container, { '--letters': formula.length });
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
