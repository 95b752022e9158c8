/** The alignment as a table: one row per operand and one for the result, one column per axis. */
import { watchScrolling } from '../a11y.ts';
import { h } from '../dom.ts';
import type { Trace } from '../engine.ts';
import { axisLetter, shapeText } from '../format.ts';
import { operators, resultName } from '../state.ts';
import type { Model, View } from '../view.ts';

type Axis = Trace['axes'][number];

const minus = (value: number): string => String(value).replace('-', '−');

/** What is said of an operand's size on an axis: the word is its class too. */
function facts(axis: Axis, p: number): string[] {
  const known = {
    added: axis.added[p] === true,
    stretched: axis.stretched.includes(p),
    disagrees: axis.outcome === 'conflict',
  };
  return Object.entries(known).flatMap(([word, holds]) => (holds ? [word] : []));
}

function operandCell(axis: Axis, p: number): HTMLElement {
  const words = facts(axis, p);
  const size = h('b', {}, String(axis.sizes[p] ?? ''));
  const grown = axis.stretched.includes(p) ? ` → ${axis.size ?? ''}` : '';
  return h(
    'td',
    { 'data-axis': axis.axis },
    h(
      'span',
      { class: ['rung', ...words].join(' ') },
      h('span', {}, size, grown, ' '),
      words.length > 0 ? h('small', {}, words.join(', ')) : null,
    ),
  );
}

const badWords: Readonly<Record<string, { glyph: string; word: string }>> = {
  conflict: { glyph: '✗', word: 'conflict' },
  refused: { glyph: '⃠', word: 'not allowed here' },
};

function resultCell(axis: Axis): HTMLElement {
  const bad = badWords[axis.outcome];
  const content = bad
    ? h(
        'span',
        { class: `rung ${axis.outcome}` },
        h('span', { 'aria-hidden': 'true' }, `${bad.glyph} `),
        h('small', {}, bad.word),
      )
    : h('span', { class: 'rung sum' }, String(axis.size ?? ''));
  return h('td', { 'data-axis': axis.axis }, content);
}

function header(axis: Axis): HTMLElement {
  const letter = axisLetter(axis.fromEnd);
  return h(
    'th',
    { scope: 'col', class: 'column', 'data-axis': axis.axis },
    h('span', { class: 'letter', 'data-letter': letter }, letter),
    h('small', {}, `axis ${axis.axis} or ${minus(axis.fromEnd)}`),
  );
}

const rowHeader = (sign: string, name: string): HTMLElement =>
  h(
    'th',
    { scope: 'row', class: 'name' },
    h('span', { class: 'sum-sign', 'aria-hidden': 'true' }, sign),
    h('i', {}, name),
  );

/** Two scalars have no axis to show, and shapes that could not be placed have none to share. */
const wholeCell = (text: string, kind = ''): HTMLElement =>
  h('td', {}, h('span', { class: `rung ${kind}` }, text));

function operandRow(model: Model, p: number): HTMLElement {
  const operand = model.trace.operands[p];
  const sign = p === 0 ? '' : operators[model.state.op].sign;
  const cells =
    model.trace.axes.length > 0
      ? model.trace.axes.map((axis) => operandCell(axis, p))
      : [wholeCell(shapeText(operand?.shape ?? []))];
  return h('tr', {}, rowHeader(sign, operand?.name ?? ''), ...cells);
}

function resultRow(model: Model): HTMLElement {
  const { axes, outputShape } = model.trace;
  const cells =
    axes.length > 0
      ? axes.map(resultCell)
      : [wholeCell(outputShape ? shapeText(outputShape) : '✗ no result', 'sum')];
  return h('tr', { class: 'total' }, rowHeader('=', resultName), ...cells);
}

const captions: Readonly<Record<Trace['operands'][number]['placement'], string>> = {
  right: 'The axes, lined up from the right',
  left: 'The axes, lined up from the left',
  axis: 'The axes, lined up from the chosen axis',
  scalar: 'The axes, with one value for all of them',
  target: 'The axes, lined up with the wanted shape',
};

function captionOf({ operands }: Trace): string {
  const special = operands.find((operand) => operand.placement !== 'right');
  return captions[special?.placement ?? 'right'];
}

function table(model: Model): HTMLElement {
  const { axes, operands } = model.trace;
  const columns =
    axes.length > 0 ? axes.map(header) : [h('th', { scope: 'col', class: 'column' }, 'shape')];
  return h(
    'table',
    { class: 'ladder' },
    h('caption', {}, captionOf(model.trace)),
    h('thead', {}, h('tr', {}, h('td', {}), ...columns)),
    h('tbody', {}, ...operands.map((_, p) => operandRow(model, p)), resultRow(model)),
  );
}

export const ladder: View = (container, first) => {
  let shown: Trace | undefined;
  let op: string | undefined;

  const onPoint = (event: Event) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-axis]');
    first.act.pointAxis(cell ? Number(cell.dataset.axis) : null);
  };
  const onLeave = () => first.act.pointAxis(null);
  const scrolling = watchScrolling(container);
  container.addEventListener('pointerover', onPoint);
  container.addEventListener('pointerleave', onLeave);

  function update(model: Model): void {
    if (model.trace === shown && model.state.op === op) return;
    shown = model.trace;
    op = model.state.op;
    container.replaceChildren(table(model));
    scrolling.check();
  }

  update(first);
  return {
    update,
    dispose() {
      scrolling.dispose();
      container.removeEventListener('pointerover', onPoint);
      container.removeEventListener('pointerleave', onLeave);
      container.replaceChildren();
    },
  };
};
