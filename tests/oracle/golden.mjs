/**
 * The golden table and the presets of the page, typed in by hand.
 *
 * A cell is one rule's answer: { title, shapes, options, shape, aligned? }, with `shape` null for a
 * rejection. The documents write every shape outermost first; the ncnn cells are reversed here, because the
 * rule uses ncnn's own order.
 */
import { shapeIn, shapesIn } from './notation.mjs';

const columns = [
  { title: 'multidirectional', options: { rule: 'multidirectional' } },
  { title: 'unidirectional', options: { rule: 'unidirectional' } },
  { title: 'legacy suffix', options: { rule: 'legacy' } },
  { title: 'legacy axis=0', options: { rule: 'legacy', axis: 0 } },
  { title: 'legacy axis=1', options: { rule: 'legacy', axis: 1 } },
  { title: 'ncnn', options: { rule: 'ncnn' } },
];

const column = (title) => columns.find((one) => one.title === title);

const turned = (shape) => shape && [...shape].reverse();

/** One rule's answer; `aligned` lists every operand's aligned shape if the document contains it. */
function cell(title, operands, result, aligned) {
  const { options } = column(title);
  const order = options.rule === 'ncnn' ? turned : (shape) => shape;
  return {
    title,
    shapes: shapesIn(operands).map(order),
    options,
    shape: order(shapeIn(result)),
    aligned: aligned && shapesIn(aligned).map(order),
  };
}

/** Results in the order of `columns`. */
function row(operands, results, aligned = []) {
  const cells = columns.map(({ title }, i) => cell(title, operands, results[i], aligned[i]));
  return { operands, cells };
}

const everywhere = (result) => new Array(6).fill(result);

/** Demo 4.5, top to bottom. */
export const golden = [
  row('(3,4) + (4)', ['(3,4)', '(3,4)', '(3,4)', '-', '(3,4)', '(3,4)']),
  row('(3,4) + (3)', ['-', '-', '-', '(3,4)', '-', '(3,4)']),
  row('(3,3) + (3)', everywhere('(3,3)'), [
    '(3,3) + (1,3)',
    '(3,3) + (1,3)',
    '(3,3) + (1,3)',
    '(3,3) + (3,1)',
    '(3,3) + (1,3)',
    '(3,3) + (3,1)',
  ]),
  row('(3,1) + (4)', ['(3,4)', '-', '-', '-', '-', '(3,4)']),
  row('(3) + (3,1)', ['(3,3)', '-', '-', '-', '-', '(3,1)']),
  row('(5,2) + (2)', ['(5,2)', '(5,2)', '(5,2)', '-', '(5,2)', '(5,2)']),
  row('(197,768) + (1,197,768)', ['(1,197,768)', '-', '-', '-', '-', '-']),
  row('(2,3,4) + (3,4)', ['(2,3,4)', '(2,3,4)', '(2,3,4)', '-', '(2,3,4)', '-']),
  row('(2,3,4) + (2,3)', ['-', '-', '-', '(2,3,4)', '-', '(2,3,4)']),
  row('(2,3,4) + (3,1)', ['(2,3,4)', '(2,3,4)', '(2,3,4)', '-', '(2,3,4)', '-']),
  row('(2,3,4) + (2)', ['-', '-', '-', '(2,3,4)', '-', '(2,3,4)']),
  row('(2,3,4) + ()', everywhere('(2,3,4)')),
  row('(2,3,4,5) + (3,4)', ['-', '-', '-', '-', '(2,3,4,5)', '-']),
  row('(2,3,4,5) + (2,1,1,5)', ['(2,3,4,5)', '(2,3,4,5)', '-', '-', '-', '(2,3,4,5)']),
  row('(4,5) + (2,3,4,5)', ['(2,3,4,5)', '-', '-', '-', '-', '-']),
  row('(8,1,6,1) + (7,1,5)', ['(8,7,6,5)', '-', '-', '-', '-', '-']),
  row('(0,3) + (1,3)', ['(0,3)', '(0,3)', '(0,3)', '(0,3)', '-', '-']),
  row('(2,0) + (2)', ['-', '-', '-', '(2,0)', '-', '-']),
  row('(2,3) + (2,1)', ['(2,3)', '(2,3)', '(2,3)', '(2,3)', '-', '(2,3)']),
  row('(2,3,4,5) + (1,3,1,1)', [
    ...['(2,3,4,5)', '(2,3,4,5)', '(2,3,4,5)', '(2,3,4,5)'],
    ...['-', '(2,3,4,5)'],
  ]),
  row('(2,3,4,5) + (3,1,5)', ['(2,3,4,5)', '(2,3,4,5)', '-', '-', '-', '-']),
];

/**
 * `ncnn` is absent if the table has no cell for it. `warnings` are those of AC9 (outer product, square trap,
 * big result) under NumPy; absent if AC9 does not specify them.
 */
function preset(id, operands, numpy, { ncnn, aligned, warnings, more = [] } = {}) {
  const inNcnn = ncnn === undefined ? [] : [cell('ncnn', operands, ncnn, aligned)];
  const cells = [cell('multidirectional', operands, numpy), ...inNcnn, ...more];
  return { id, operands, shapes: shapesIn(operands), cells, warnings };
}

const outer = ['outer_product'];

/** Demo 7.19. */
export const presets = [
  preset('P01', '(4) + ()', '(4)', { ncnn: '(4)', warnings: [] }),
  preset('P02', '(4,3) + (3)', '(4,3)', {
    ncnn: '(4,3)',
    aligned: '(4,3) + (1,3)',
    warnings: [],
  }),
  preset('P03', '(4,1) + (3)', '(4,3)', {
    ncnn: '(4,3)',
    aligned: '(4,1) + (1,3)',
    warnings: [],
  }),
  preset('P04', '(8,1,6,1) + (7,1,5)', '(8,7,6,5)', { ncnn: '-', warnings: [] }),
  preset('P05', '(256,256,3) + (3)', '(256,256,3)', { ncnn: '(256,256,3)', warnings: [] }),
  preset('P06', '(3,4) + (3)', '-', { ncnn: '(3,4)' }),
  preset('P07', '(3,4) + (3,1)', '(3,4)', { ncnn: '(3,4)', warnings: [] }),
  preset('P08', '(3,3) + (3)', '(3,3)', {
    ncnn: '(3,3)',
    aligned: '(3,3) + (3,1)',
    warnings: ['square_trap'],
  }),
  preset('P09', '(77,1) + (77)', '(77,77)', { ncnn: '(77,1)', warnings: outer }),
  preset('P10', '(2,3,4) + (2)', '-', { ncnn: '(2,3,4)' }),
  preset('P11', '(2,3,4) + (2,1,1)', '(2,3,4)', { ncnn: '(2,3,4)', warnings: [] }),
  preset('P12', '(2,256,256) + (2,1,256,256)', '(2,2,256,256)', {
    ncnn: '(2,256,256,256)',
    warnings: outer,
  }),
  preset('P13', '(197,768) + (1,197,768)', '(1,197,768)', { ncnn: '-' }),
  preset('P14', '(5,2) + (2)', '(5,2)', { ncnn: '(5,2)', aligned: '(5,2) + (1,2)' }),
  preset('P15', '(2,3,4,5) + (3,4)', '-', {
    ncnn: '-',
    more: [cell('legacy axis=1', '(2,3,4,5) + (3,4)', '(2,3,4,5)')],
  }),
  preset('P16', '(4,5) + (2,3,4,5)', '(2,3,4,5)', {
    ncnn: '-',
    more: [cell('unidirectional', '(4,5) + (2,3,4,5)', '-')],
  }),
  preset('P17', '(0,3) + (1,3)', '(0,3)', { ncnn: '-', warnings: [] }),
  preset('P18', '(2,0) + (2)', '-', { ncnn: '-' }),
  preset('P19', '(2,1) + (1,3) + ()', '(2,3)', { warnings: [] }),
  preset('P20', '(5,1) + (1,6) + (6) + ()', '(5,6)', { warnings: [] }),
  preset('P21', '(60000,1) + (60000)', '(60000,60000)', {
    ncnn: '(60000,1)',
    warnings: ['outer_product', 'big_result'],
  }),
  preset('P22', '(5,1,3) + (10,3)', '(5,10,3)', { ncnn: '-', warnings: [] }),
];
