/** Einsum: diagonals, sums, and pairwise products, which are matrix products if axes are summed. */
import { denseStrides, sizeOf } from '../base/dims.js';
import { type DType, formatOf } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import { boxOf, permuted } from './movement.js';
import type { Call, Operator } from './operator.js';
import { FLOATS, NUMBERS } from './type-sets.js';

/** An operand with a label per axis. The axes of an ellipsis are labelled from the right. */
interface Labelled {
  readonly value: Value;
  readonly labels: readonly string[];
}

interface Equation {
  readonly terms: readonly (readonly string[])[];
  readonly output: readonly string[];
}

const ELLIPSIS = '...';
const TERM = /^[A-Za-z]*(\.\.\.)?[A-Za-z]*$/;

/** The labels of a term whose ellipsis stands for `hidden` axes. */
function labelsOf(term: string, hidden: number): string[] {
  const [before = '', after] = term.split(ELLIPSIS);
  if (after === undefined) return [...before];
  const axes = Array.from({ length: hidden }, (_, i) => `.${hidden - i}`);
  return [...before, ...axes, ...after];
}

function parsed(call: Call, equation: string, operands: readonly Value[]): Equation {
  const wrong = (problem: string) => call.fault('equation', equation, problem);
  const [left = '', right, ...more] = equation.replaceAll(' ', '').split('->');
  if (more.length > 0) throw wrong('it has several arrows');
  const terms = left.split(',');
  if (terms.length !== operands.length)
    throw wrong(`it has ${terms.length} terms for ${operands.length} inputs`);
  for (const term of right === undefined ? terms : [...terms, right])
    if (!TERM.test(term)) throw wrong(`'${term}' is no term`);
  const labelled = terms.map((term, i) => {
    const { dims } = operands[i] as Value;
    const letters = term.replace(ELLIPSIS, '').length;
    const hidden = dims.length - letters;
    if (term.includes(ELLIPSIS) ? hidden < 0 : hidden !== 0)
      throw wrong(`'${term}' does not name the axes of input ${i}, which has rank ${dims.length}`);
    return labelsOf(term, hidden);
  });
  const all = labelled.flat();
  const hidden = Math.max(
    0,
    ...all.filter((label) => label.startsWith('.')).map((label) => Number(label.slice(1))),
  );
  const ellipsis = labelsOf(ELLIPSIS, hidden);
  if (right === undefined) {
    const letters = all.filter((label) => !label.startsWith('.'));
    const once = letters.filter((label) => letters.indexOf(label) === letters.lastIndexOf(label));
    return { terms: labelled, output: [...ellipsis, ...once.sort()] };
  }
  const output = labelsOf(right, hidden);
  const twice = output.find((label, i) => output.indexOf(label) !== i);
  if (twice !== undefined) throw wrong(`its output names '${twice}' twice`);
  const unknown = output.find((label) => !all.includes(label) && !label.startsWith('.'));
  if (unknown !== undefined) throw wrong(`no term has the '${unknown}' of its output`);
  return { terms: labelled, output: output.filter((label) => all.includes(label)) };
}

/** The size that each label stands for: an axis of size 1 stretches. */
function sizesOf(call: Call, terms: readonly Labelled[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { value, labels } of terms)
    for (const [axis, label] of labels.entries()) {
      const size = value.dims[axis] as number;
      const known = sizes.get(label) ?? 1;
      if (known !== size && known !== 1 && size !== 1)
        throw call.fault('equationSizes', label.startsWith('.') ? ELLIPSIS : label, known, size);
      sizes.set(label, known === 1 ? size : known);
    }
  return sizes;
}

/** Leaves each label once, by taking the diagonal of axes that share one. */
function diagonal(
  call: Call,
  { value, labels }: Labelled,
  sizes: ReadonlyMap<string, number>,
): Labelled {
  const own = [...new Set(labels)];
  if (own.length === labels.length) return { value, labels };
  const strides = denseStrides(value.dims);
  const walked = own.map((label) =>
    labels.reduce(
      (sum, other, axis) =>
        sum + (other === label && value.dims[axis] !== 1 ? (strides[axis] as number) : 0),
      0,
    ),
  );
  const dims = own.map((label) => sizes.get(label) as number);
  return { value: boxOf(call, value, dims, { offset: 0, strides: walked }), labels: own };
}

/** Sums over the axes whose labels are no longer needed. */
function summed(call: Call, { value, labels }: Labelled, wanted: ReadonlySet<string>): Labelled {
  const axes = labels.flatMap((label, axis) => (wanted.has(label) ? [] : [axis]));
  if (axes.length === 0) return { value, labels };
  return {
    value: call.reduce('sum', value, axes, false),
    labels: labels.filter((label) => wanted.has(label)),
  };
}

/** Permutes the axes to the order of the labels, inserting axes of size 1 for missing ones. */
function arranged(call: Call, { value, labels }: Labelled, order: readonly string[]): Value {
  const there = order.filter((label) => labels.includes(label));
  const turned = permuted(
    call,
    value,
    there.map((label) => labels.indexOf(label)),
  );
  let next = 0;
  const dims = order.map((label) => (labels.includes(label) ? (turned.dims[next++] as number) : 1));
  return call.lowering.alias(turned, dims);
}

/** The product of two operands, summed over the labels that are not needed afterwards. */
function product(call: Call, a: Labelled, b: Labelled, wanted: ReadonlySet<string>): Labelled {
  const { lowering } = call;
  const sizeIn = ({ value, labels }: Labelled, label: string) =>
    labels.includes(label) ? (value.dims[labels.indexOf(label)] as number) : 1;
  const all = [...new Set([...a.labels, ...b.labels])];
  const inBoth = (label: string) => a.labels.includes(label) && b.labels.includes(label);
  const inner = all.filter(
    (label) => !wanted.has(label) && inBoth(label) && sizeIn(a, label) === sizeIn(b, label),
  );
  if (inner.length === 0) {
    const value = call.compute('Mul', arranged(call, a, all), arranged(call, b, all));
    return summed(call, { value, labels: all }, wanted);
  }
  const rest = all.filter((label) => !inner.includes(label));
  const stack = rest.filter(inBoth);
  const [rows, columns] = [a, b].map(({ labels }) =>
    rest.filter((label) => labels.includes(label) && !stack.includes(label)),
  ) as [string[], string[]];
  const matrices = (operand: Labelled, order: readonly string[], split: number): Value => {
    const value = arranged(call, operand, [...stack, ...order]);
    const dims = value.dims.slice(stack.length);
    return lowering.alias(value, [
      ...value.dims.slice(0, stack.length),
      sizeOf(dims.slice(0, split)),
      sizeOf(dims.slice(split)),
    ]);
  };
  const left = matrices(a, [...rows, ...inner], rows.length);
  const right = matrices(b, [...inner, ...columns], inner.length);
  const made = call.matMul(left, right);
  const labels = [...stack, ...rows, ...columns];
  const dims = [
    ...made.dims.slice(0, stack.length),
    ...rows.map((label) => sizeIn(a, label)),
    ...columns.map((label) => sizeIn(b, label)),
  ];
  return summed(call, { value: lowering.alias(made, dims), labels }, wanted);
}

/** The type in which sums are computed: 8-bit and 16-bit integers wrap when they are cast back. */
function wideType(type: DType): DType {
  if (FLOATS.includes(type)) return formatOf(type) ? 'float32' : type;
  return ['int8', 'int16', 'uint8', 'uint16'].includes(type) ? 'int32' : type;
}

export const einsum: Operator = {
  name: 'Einsum',
  versions: [
    { since: 12, inputs: [1, Infinity], types: [NUMBERS], attributes: { equation: 'string' } },
  ],
  lower(call) {
    const operands = call.inputs.map((_, at) => call.input(at));
    const { terms, output } = parsed(call, call.needs('equation', 'string'), operands);
    const { type } = operands[0] as Value;
    const labelled = terms.map((labels, i) => ({
      value: call.cast(operands[i] as Value, wideType(type)),
      labels,
    }));
    const sizes = sizesOf(call, labelled);
    call.checkDims(output.map((label) => sizes.get(label) as number));
    const single = labelled.map((one) => diagonal(call, one, sizes));
    const neededAfter = (at: number) =>
      new Set([...output, ...single.slice(at + 1).flatMap(({ labels }) => labels)]);
    const [first, ...others] = single as [Labelled, ...Labelled[]];
    const start = others.length === 0 ? summed(call, first, new Set(output)) : first;
    const made = others.reduce((left, right, i) => {
      const wanted = neededAfter(i + 1);
      const alone = (one: Labelled, other: Labelled) =>
        summed(call, one, new Set([...wanted, ...other.labels]));
      return product(call, alone(left, right), alone(right, left), wanted);
    }, start);
    return [call.cast(arranged(call, made, output), type)];
  },
};
