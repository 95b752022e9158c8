/** Invariants of every trace, whatever the rule; each check names the violation. */
import { elements, sameList } from './support.mjs';

/** Merges compatible sizes: 1 yields to the other size. */
const merged = (sizes) => sizes.find((size) => size !== 1) ?? 1;

function outcomeOf(sizes) {
  const size = merged(sizes);
  if (size === 0) return 'zero';
  if (sizes.every((other) => other === 1)) return 'ones';
  return sizes.every((other) => other === size) ? 'equal' : 'stretched';
}

function checkAxes(trace) {
  const rank = trace.outputShape.length;
  if (trace.axes.length !== rank) return `${trace.axes.length} axes for rank ${rank}`;
  for (const [i, axis] of trace.axes.entries()) {
    const sizes = trace.operands.map((operand) => operand.aligned[i]);
    const stretched = sizes.flatMap((size, k) => (size === trace.outputShape[i] ? [] : [k]));
    if (axis.axis !== i || axis.fromEnd !== i - rank) return `axis ${i} is misnumbered`;
    if (!sameList(axis.sizes, sizes)) return `axis ${i} has sizes ${axis.sizes}, not ${sizes}`;
    if (axis.size !== merged(sizes)) return `axis ${i} gives ${axis.size}, not ${merged(sizes)}`;
    if (axis.size !== trace.outputShape[i]) return `axis ${i} is not the output's`;
    if (axis.outcome !== outcomeOf(sizes)) return `axis ${i} (${sizes}) is ${axis.outcome}`;
    if (!sameList(axis.stretched, stretched)) {
      return `axis ${i} stretches [${axis.stretched}], not [${stretched}]`;
    }
    const added = trace.operands.map((operand) => operand.added.includes(i));
    if (!sameList(axis.added, added)) return `axis ${i} disagrees about added 1s`;
  }
  return undefined;
}

/** Dense strides of the stored shape, on the axes that were not added. */
function denseStrides(operand, innermostFirst) {
  const strides = new Array(operand.aligned.length).fill(0);
  const axes = operand.aligned.map((_, i) => i).filter((i) => !operand.added.includes(i));
  let step = 1;
  for (const axis of innermostFirst ? axes : axes.reverse()) {
    strides[axis] = step;
    step *= operand.aligned[axis];
  }
  return strides;
}

function checkOperand(operand, shape, trace) {
  const own = operand.aligned.filter((_, i) => !operand.added.includes(i));
  if (!sameList(operand.shape, shape)) return `shape is ${operand.shape}`;
  if (!sameList(own, shape)) return `aligned ${operand.aligned} without the added is not ${shape}`;
  if (operand.added.some((i) => operand.aligned[i] !== 1)) return 'an added size is not 1';
  if (operand.elements !== elements(shape)) return `${operand.elements} elements`;
  if (operand.bytes !== 4 * operand.elements) return `${operand.bytes} bytes of float32`;
  const reused = trace.outputShape.flatMap((size, i) => (operand.aligned[i] === size ? [] : [i]));
  if (!sameList(operand.stretched, reused)) return `stretched ${operand.stretched}, not ${reused}`;
  return checkStrides(operand, trace);
}

function checkStrides(operand, trace) {
  const dense = denseStrides(operand, trace.order === 'innermostFirst');
  for (const [i, stride] of operand.strides.entries()) {
    if (operand.stretched.includes(i)) {
      if (stride !== 0) return `stride ${stride} on the stretched axis ${i}`;
    } else if (operand.aligned[i] > 1 && operand.elements > 0 && stride !== dense[i]) {
      return `stride ${stride} on axis ${i}, dense is ${dense[i]}`;
    }
  }
  return operand.strides.length === trace.outputShape.length
    ? undefined
    : 'strides of another rank';
}

/** Demo 7.12: sums in BigInt, so no figure is compared with its own rounding. */
export function checkMemory(trace, shapes, width) {
  const big = (shape) => shape.reduce((product, size) => product * BigInt(size), BigInt(width));
  const stored = shapes.reduce((sum, shape) => sum + big(shape), 0n);
  const output = big(trace.outputShape);
  const expected = { stored, ifCopied: output * BigInt(shapes.length), output };
  for (const [key, value] of Object.entries(expected)) {
    if (BigInt(trace.memory[key]) !== value) return `${key} is ${trace.memory[key]}, not ${value}`;
  }
  if (output > 0n && stored > expected.ifCopied) return 'stores more than the copies would';
  return undefined;
}

function checkAccepted(trace, shapes) {
  if (trace.error !== undefined || trace.conflicts.length > 0) return 'accepted with an error';
  if (trace.fixes.length > 0) return 'accepted with fixes';
  if (trace.outputElements !== elements(trace.outputShape)) return 'outputElements is wrong';
  for (const [k, operand] of trace.operands.entries()) {
    const problem = checkOperand(operand, shapes[k], trace);
    if (problem !== undefined) return `operand ${k}: ${problem}`;
  }
  return checkAxes(trace) ?? checkMemory(trace, shapes, 4);
}

function checkRefused(trace, shapes) {
  if (trace.outputShape !== undefined) return 'refused with an output shape';
  if (trace.outputElements !== 0) return 'refused with output elements';
  if (trace.operands.some((operand) => operand.strides.length > 0)) return 'refused with strides';
  if (!trace.operands.every((operand, k) => sameList(operand.shape, shapes[k]))) {
    return 'the shapes are not the ones given';
  }
  const bad = trace.axes.filter(({ outcome }) => outcome === 'conflict' || outcome === 'refused');
  if (bad.some((axis) => axis.size !== undefined)) return 'a conflicting axis has a size';
  const reported = trace.conflicts.flatMap(({ axis }) => (axis === undefined ? [] : [axis]));
  const axes = bad.map(({ axis }) => axis);
  return sameList([...reported].sort(), axes) ? undefined : `${axes} bad, ${reported} reported`;
}

/** @returns {string | undefined} the inconsistency of the trace */
export function checkTrace(trace, shapes, rule) {
  const order = rule === 'ncnn' ? 'innermostFirst' : 'outermostFirst';
  if (trace.rule !== rule || trace.order !== order) return 'rule or order is wrong';
  return trace.ok ? checkAccepted(trace, shapes) : checkRefused(trace, shapes);
}
