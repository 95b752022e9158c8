/** The shapes as text, the operator, its rule and type, and the values of the operands. */

import { createSelect, type Option } from '../base/choice.ts';
import { h, setAttributes } from '../base/dom.ts';
import { hasPicture } from '../data/fill.ts';
import type { Model, View } from '../model/types.ts';
import { later } from '../state/later-words.ts';
import {
  type ElementType,
  operatorNames,
  operators,
  ruleNames,
  rules,
} from '../state/operators.ts';
import { parseShape } from '../state/shape-text.ts';
import { type Fill, fills, operandName } from '../state/state.ts';
import { say } from './words.ts';

function createShapeBox(operand: number, first: Model) {
  const name = operandName(operand);
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
  let latest = first;
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
    if ('shape' in parsed) latest.act.setShape(operand, parsed.shape);
  }

  // A typed text stays until the field is left; then a valid one is normalised.
  function show(): void {
    if (good) input.value = shape.length === 0 ? 'scalar' : shape.join(', ');
  }

  return {
    element: h(
      'div',
      { class: 'box' },
      h('label', { class: 'label', for: id }, say.shapeOf(name)),
      input,
      message,
    ),
    update(model: Model) {
      latest = model;
      const next = model.state.shapes[operand] ?? [];
      const edited = document.activeElement === input;
      if (!edited && next !== shape) report('');
      shape = next;
      if (!edited) show();
    },
  };
}

/** A box for each operand; their number changes. */
function createBoxes(first: Model) {
  const element = h('div', { class: 'boxes' });
  let boxes: ReturnType<typeof createShapeBox>[] = [];
  return {
    element,
    update(model: Model) {
      if (boxes.length !== model.state.shapes.length) {
        boxes = model.state.shapes.map((_, p) => createShapeBox(p, first));
        element.replaceChildren(...boxes.map((box) => box.element));
      }
      for (const box of boxes) box.update(model);
    },
  };
}

function createOperandCount({ act }: Model) {
  const more = h(
    'button',
    { type: 'button', class: 'quiet', 'aria-label': say.addOperand, onclick: act.addOperand },
    `+ ${say.operand}`,
  );
  const fewer = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-label': say.removeOperand,
      onclick: () => act.removeOperand(last),
    },
    `− ${say.operand}`,
  );
  const element = h('div', { class: 'operand-count' }, more, fewer);
  let last = 0;
  return {
    element,
    update({ state }: Model) {
      const { least, most } = operators[state.op];
      const count = state.shapes.length;
      last = count - 1;
      element.hidden = least === most;
      setAttributes(more, { disabled: count >= most });
      setAttributes(fewer, { disabled: count <= least });
    },
  };
}

/** Legacy's two attributes. */
function createLegacy({ act }: Model) {
  const axes = [-1, 0, 1, 2, 3, 4, 5, 6, 7].map((axis) => ({
    value: String(axis),
    label: axis < 0 ? say.fromTheRight : String(axis),
  }));
  let broadcast = true;
  let axis: number | null = null;
  const start = createSelect('axis', axes, (value) =>
    act.setLegacy(Number(value) < 0 ? null : Number(value), broadcast),
  );
  const allow = createSelect(
    'broadcast',
    [
      { value: '1', label: '1' },
      { value: '0', label: '0' },
    ],
    (value) => act.setLegacy(axis, value === '1'),
  );
  const element = h('div', { class: 'boxes' }, start.element, allow.element);
  return {
    element,
    update({ state }: Model) {
      axis = state.axis;
      broadcast = state.broadcast;
      element.hidden = state.rule !== 'onnx-legacy';
      start.update(String(axis ?? -1));
      allow.update(broadcast ? '1' : '0');
    },
  };
}

const typeOptions = new Map<readonly ElementType[], readonly Option<ElementType>[]>();

/** The options of an operator's types, cached: the same array is drawn only once. */
function optionsOf(types: readonly ElementType[]): readonly Option<ElementType>[] {
  const known = typeOptions.get(types) ?? types.map((value) => ({ value, label: value }));
  typeOptions.set(types, known);
  return known;
}

const fillOptions = fills.map((value) => ({ value, label: later.fills[value] }));
/** The fills if the default numbers are those of an image. */
const pictureOptions = fillOptions.map((option) =>
  option.value === 'addr' ? { ...option, label: later.pictureFill } : option,
);

function createFill({ act }: Model) {
  const select = createSelect<Fill>(say.values, fillOptions, (fill) => act.setFill(fill, seed));
  let seed = 1;
  const again = h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => act.setFill('random', seed + 1) },
    say.others,
  );
  select.element.append(again);
  return {
    element: select.element,
    update({ state }: Model) {
      seed = state.seed;
      select.update(state.fill, hasPicture(state) ? pictureOptions : fillOptions);
      again.hidden = state.fill !== 'random';
    },
  };
}

function createRankWarning({ act }: Model) {
  const input = h('input', {
    type: 'checkbox',
    onchange: () => act.prefer({ warnRank: input.checked }),
  });
  return {
    element: h('label', { class: 'check' }, input, ` ${later.warnRank}`),
    update({ moment }: Model) {
      input.checked = moment.preferences.warnRank;
    },
  };
}

export const controls: View = (container, first) => {
  const { act } = first;
  const boxes = createBoxes(first);
  const count = createOperandCount(first);
  const operator = createSelect(
    say.operator,
    operatorNames.map((value) => ({ value, label: value })),
    act.setOperator,
  );
  const rule = createSelect(
    say.rule,
    ruleNames.map((value) => ({ value, ...rules[value] })),
    act.setRule,
  );
  const legacy = createLegacy(first);
  const type = createSelect<ElementType>(say.type, [], act.setType);
  const fill = createFill(first);
  const rank = createRankWarning(first);
  container.replaceChildren(
    ...[boxes, count, operator, rule, legacy, type, fill, rank].map((part) => part.element),
  );

  function update(model: Model): void {
    const { state } = model;
    for (const part of [boxes, count, legacy, fill, rank]) part.update(model);
    operator.update(state.op);
    rule.update(state.rule);
    type.update(state.type, optionsOf(operators[state.op].types));
  }

  update(first);
  return { update, dispose: () => container.replaceChildren() };
};
