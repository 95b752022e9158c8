/** The table of an alignment: one row per operand and one for the result, one column per axis. */
import type { Trace } from '../engine.ts';
import { axisLetter, ncnnAxis, shapeText } from '../format.ts';
import { type OperatorName, operators } from '../operators.ts';
import { draw, type Sketch, sketch } from '../sketch.ts';
import { lastStep, resultName } from '../state.ts';

type Axis = Trace['axes'][number];

export interface LadderRequest {
  readonly trace: Trace;
  readonly op: OperatorName;
  /** How far the alignment has come; all the way unless given. */
  readonly step?: number;
  /** The innermost axis first, as ncnn writes shapes. */
  readonly reversed?: boolean;
  /** Without words in the cells, for small places: they are there for those who listen. */
  readonly small?: boolean;
  readonly caption?: string;
}

const written = 0;
const aligned = 1;
const stretched = 3;

/** What is said of an operand's size on an axis: the word is its class too. */
function facts(axis: Axis, p: number, step: number): string[] {
  const grows = axis.stretched.includes(p);
  const known = {
    added: axis.added[p] === true,
    stretched: step >= stretched && grows && axis.size !== undefined,
    // A 1 would go with any of the sizes that disagree.
    disagrees: axis.outcome === 'conflict' && !grows,
  };
  return Object.entries(known).flatMap(([word, holds]) => (holds ? [word] : []));
}

const blank = (axis?: number): Sketch => sketch('td', { 'data-axis': axis, class: 'blank' });

function operandCell(axis: Axis, p: number, step: number, small: boolean): Sketch {
  if (axis.added[p] && step <= aligned) return blank(axis.axis);
  const words = facts(axis, p, step);
  const size = sketch('b', {}, String(axis.sizes[p] ?? ''));
  const grown = words.includes('stretched') ? ` → ${axis.size ?? ''}` : '';
  const kind = small ? 'visually-hidden' : undefined;
  const note = words.length > 0 ? sketch('small', { class: kind }, words.join(', ')) : null;
  return sketch(
    'td',
    { 'data-axis': axis.axis },
    sketch(
      'span',
      { class: ['rung', ...words].join(' ') },
      sketch('span', {}, size, grown, ' '),
      note,
    ),
  );
}

const badWords: Readonly<Record<string, { glyph: string; word: string }>> = {
  conflict: { glyph: '✗', word: 'conflict' },
  // Drawn by the style sheet: few fonts have the sign.
  refused: { glyph: '', word: 'not allowed here' },
};

function resultCell(axis: Axis, step: number, small: boolean): Sketch {
  const bad = badWords[axis.outcome];
  if (!bad && step < stretched) return blank(axis.axis);
  const content = bad
    ? sketch(
        'span',
        { class: `rung ${axis.outcome}` },
        sketch('span', { class: 'bad-glyph', 'aria-hidden': 'true' }, `${bad.glyph} `),
        sketch('small', { class: small ? 'visually-hidden' : undefined }, bad.word),
      )
    : sketch('span', { class: 'rung sum' }, String(axis.size ?? ''));
  return sketch('td', { 'data-axis': axis.axis }, content);
}

function header(axis: Axis, small: boolean): Sketch {
  const letter = axisLetter(axis.fromEnd);
  // The sentences under ncnn's rule count from the innermost axis.
  const own = ncnnAxis(axis.text);
  const place = `axis ${axis.axis}${own ? `, ncnn ${own}` : ` or −${-axis.fromEnd}`}`;
  return sketch(
    'th',
    { scope: 'col', class: 'column', 'data-axis': axis.axis },
    sketch('span', { class: 'letter', 'data-letter': letter }, letter),
    sketch('small', { class: small ? 'visually-hidden' : undefined }, place),
  );
}

const rowHeader = (sign: string, name: string): Sketch =>
  sketch(
    'th',
    { scope: 'row', class: 'name' },
    sketch('span', { class: 'sum-sign', 'aria-hidden': 'true' }, sign),
    sketch('i', {}, name),
  );

/** Scalars have no axis to show, and shapes that could not be placed have none to share. */
const wholeCell = (text: string, kind = ''): Sketch =>
  sketch('td', {}, sketch('span', { class: `rung ${kind}` }, text));

class Drawer {
  readonly axes: readonly Axis[];
  readonly step: number;
  readonly small: boolean;

  constructor(readonly request: LadderRequest) {
    const { trace, step = lastStep, reversed = false, small = false } = request;
    this.axes = reversed ? [...trace.axes].reverse() : trace.axes;
    this.step = step;
    this.small = small;
  }

  private signOf(p: number): string {
    const { form, sign } = operators[this.request.op];
    if (form === 'call') return p === 0 ? sign : '';
    return p === 0 ? '' : sign;
  }

  /** The sizes in the order of writing, under no axis yet. */
  private writtenCells(shape: readonly number[]): Sketch[] {
    const sizes = this.request.reversed ? [...shape].reverse() : shape;
    return this.axes.map((_, column) => {
      const size = sizes[column];
      return size === undefined
        ? blank()
        : sketch('td', {}, sketch('span', { class: 'rung' }, sketch('b', {}, String(size))));
    });
  }

  operandRow(p: number): Sketch {
    const operand = this.request.trace.operands[p];
    const shape = operand?.shape ?? [];
    const cells =
      this.axes.length === 0
        ? [wholeCell(shapeText(shape))]
        : this.step === written
          ? this.writtenCells(shape)
          : this.axes.map((axis) => operandCell(axis, p, this.step, this.small));
    return sketch('tr', {}, rowHeader(this.signOf(p), operand?.name ?? ''), ...cells);
  }

  resultRow(): Sketch {
    const { outputShape, operands } = this.request.trace;
    const whole = outputShape ? shapeText(outputShape) : '✗ no result';
    const cells =
      this.axes.length === 0
        ? [wholeCell(whole, 'sum')]
        : this.step === written
          ? this.axes.map(() => blank())
          : this.axes.map((axis) => resultCell(axis, this.step, this.small));
    const name = resultName(operands.length);
    return sketch('tr', { class: 'total' }, rowHeader('=', name), ...cells);
  }

  columns(): Sketch[] {
    if (this.axes.length === 0) return [sketch('th', { scope: 'col', class: 'column' }, 'shape')];
    if (this.step === written) {
      return this.axes.map((_, i) => sketch('th', { scope: 'col', class: 'column' }, `${i + 1}.`));
    }
    return this.axes.map((axis) => header(axis, this.small));
  }
}

const captions: Readonly<Record<Trace['operands'][number]['placement'], string>> = {
  right: 'The axes, lined up from the right',
  left: 'The axes, lined up from the left',
  axis: 'The axes, lined up from the chosen axis',
  scalar: 'The axes, with one value for all of them',
  target: 'The axes, lined up with the wanted shape',
  matrix: 'The axes, lined up from the right, with rows and columns of the matrices',
};

/** Where the operands were put, in words. */
export function captionOf({ operands }: Trace, step = lastStep): string {
  if (step === written) return 'The shapes, as they are written';
  const places = operands.map((operand) => operand.placement);
  const special = places.find((place) => place !== 'right' && place !== 'target');
  return captions[special ?? 'right'];
}

export function sketchLadder(request: LadderRequest): Sketch {
  const drawer = new Drawer(request);
  const { trace, caption, small } = request;
  const rows = trace.operands.map((_, p) => drawer.operandRow(p));
  return sketch(
    'table',
    { class: small ? 'ladder mini' : 'ladder' },
    sketch(
      'caption',
      { class: small ? 'visually-hidden' : undefined },
      caption ?? captionOf(trace, drawer.step),
    ),
    sketch('thead', {}, sketch('tr', {}, sketch('td', {}), ...drawer.columns())),
    sketch('tbody', {}, ...rows, drawer.resultRow()),
  );
}

export const drawLadder = (request: LadderRequest): HTMLElement => draw(sketchLadder(request));
