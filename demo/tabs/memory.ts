/** The stored bytes, the bytes that copies would take, and the strides that avoid copies. */
import { h, setText } from '../base/dom.ts';
import type { AlignOptions, Trace } from '../base/engine.ts';
import type { Model, View } from '../model/types.ts';
import { axisLetter, countText, shapeText } from '../state/format.ts';
import { later } from '../state/later-words.ts';
import { words } from '../state/words.ts';
import { bytesText } from './bytes.ts';
import './memory.css';
import { createTapes } from './tape.ts';
import { say } from './words.ts';

/** A type of each width. */
const widths: Readonly<Record<string, NonNullable<AlignOptions['type']>>> = {
  1: 'uint8',
  2: 'float16',
  4: 'float32',
  8: 'float64',
};

const exact = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : `${countText(bytes)} B (${bytesText(bytes)})`;

function bar(label: string, bytes: number, longest: number): HTMLElement {
  const fill = h('span', { class: 'bar-fill' });
  // A bar that is not 0 is always visible.
  fill.style.width = bytes === 0 ? '0' : `max(2px, ${(bytes / longest) * 100}%)`;
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, label),
    h('td', { class: 'bar-cell' }, h('span', { class: 'bar', 'aria-hidden': 'true' }, fill)),
    h('td', { class: 'time' }, exact(bytes)),
  );
}

function figures({ memory, ok }: Trace): HTMLElement {
  const longest = Math.max(memory.stored, memory.ifCopied, memory.output);
  return h(
    'table',
    { class: 'times memory-bars' },
    h('caption', {}, say.memory.bytes),
    h(
      'tbody',
      {},
      bar(say.memory.stored, memory.stored, longest),
      ...(ok
        ? [
            bar(say.memory.copied, memory.ifCopied, longest),
            bar(say.memory.result, memory.output, longest),
          ]
        : []),
    ),
  );
}

function strides({ operands, axes, ok }: Trace, byteWidth: number): HTMLElement | null {
  if (!ok || axes.length === 0) return null;
  const row = ({ name, shape, strides: steps, stretched }: Trace['operands'][number]) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, h('i', {}, name), ` ${shapeText(shape)}`),
      ...steps.map((step, axis) =>
        h(
          'td',
          { class: stretched.includes(axis) ? 'zero' : undefined, 'data-axis': axis },
          String(step * byteWidth),
          stretched.includes(axis) ? h('small', {}, ` ${say.memory.reused}`) : null,
        ),
      ),
    );
  return h(
    'table',
    { class: 'strides' },
    h('caption', {}, say.memory.strides),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('td', {}),
        ...axes.map(({ axis, fromEnd }) => {
          const letter = axisLetter(fromEnd);
          return h(
            'th',
            { scope: 'col' },
            h('span', { class: 'letter', 'data-letter': letter }, letter),
            ` ${words.axis(String(axis))}`,
          );
        }),
      ),
    ),
    h('tbody', {}, ...operands.map(row)),
  );
}

export const memory: View = (container, first) => {
  let width = '4';
  let model = first;
  let shown: Model['operands'] | undefined;
  let tapes: ReturnType<typeof createTapes>;
  const inputs = Object.keys(widths).map((bytes) =>
    h('input', {
      type: 'radio',
      class: 'visually-hidden',
      name: 'element-bytes',
      value: bytes,
      onchange: () => {
        width = bytes;
        draw();
      },
    }),
  );
  const place = h('div', { class: 'memory-figures' });
  const pointedAt = h('p', { class: 'offsets', title: later.offsetsAre });
  container.replaceChildren(
    h(
      'fieldset',
      {},
      h('legend', { class: 'label' }, say.memory.width),
      h(
        'div',
        { class: 'options' },
        ...inputs.map((input) =>
          h('label', { class: 'option' }, input, h('span', { class: 'option-text' }, input.value)),
        ),
      ),
    ),
    pointedAt,
    place,
  );

  function draw(): void {
    for (const input of inputs) input.checked = input.value === width;
    const { state, ask } = model;
    const trace = ask.align(state.shapes, state, { op: state.op, type: widths[width] });
    const tables = [figures(trace), strides(trace, Number(width))].filter((part) => part !== null);
    tapes?.dispose();
    tapes = createTapes(model, Number(width));
    place.replaceChildren(
      ...(tapes ? [tapes.element] : []),
      ...tables.map((part) => h('div', { class: 'scroll' }, part)),
      h('p', { class: 'lead' }, say.memory.about),
    );
  }

  function update(next: Model): void {
    model = next;
    const { pointed } = next;
    setText(pointedAt, pointed ? [...pointed.offsets, ...pointed.gradients].join('; ') : '');
    if (next.operands === shown) return;
    shown = next.operands;
    draw();
  }

  update(first);
  return {
    update,
    dispose() {
      tapes?.dispose();
      container.replaceChildren();
    },
  };
};
