/**
 * ConvTranspose. With strides, the results of one phase, a stride apart, use the same kernel taps: each phase
 * is a convolution of the image in place, and no zero is multiplied. Phases with the same number of taps form
 * one convolution with more channels, whose results are then interleaved.
 */
import { denseStrides, sizeOf } from '../base/dims.js';
import type { WindowAxis } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import { convolutionAttributes, convolved, groupsOf } from './convolution.js';
import { type Call, history, type Operator } from './operator.js';
import { FLOATS, FLOATS_BF } from './type-sets.js';
import { autoPadOf, eachAxis, halves, imageSizes, reachOf, slidAxes } from './windows.js';

/**
 * An axis: element i of the image, through tap t, contributes to element i * stride + t * dilation - pad of
 * the result.
 */
type TransposedAxis = WindowAxis;

/** The results `first`, `first + stride`, … along an axis, and the windows that they are computed from. */
interface Phase {
  readonly first: number;
  readonly count: number;
  /** The first tap that they use, the distance between taps, and their number. */
  readonly tap: number;
  readonly tapStep: number;
  readonly taps: number;
  /** The first element of the first window. */
  readonly start: number;
  /** Distance between the elements of a window. */
  readonly dilation: number;
}

/** Phases of all axes whose windows have the same number of taps. */
interface Family {
  readonly windows: readonly WindowAxis[];
  readonly members: readonly (readonly Phase[])[];
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

function axesOf(
  call: Call,
  sizes: readonly number[],
  kernel: readonly number[],
): readonly TransposedAxis[] {
  const rank = sizes.length;
  const axes = slidAxes(call, sizes, kernel);
  const beyond = eachAxis(call, 'output_padding', rank, 0, 0);
  const shape = call.attribute('output_shape', 'ints')?.slice(-rank);
  if (shape && shape.length !== rank)
    throw call.fault('eachAxis', 'output_shape', shape.length, rank);
  const auto = autoPadOf(call);
  return axes.map(({ along, pads }, axis): TransposedAxis => {
    const { input } = along;
    const reach = reachOf(along);
    const full = (input - 1) * along.stride + (beyond[axis] as number) + reach;
    const isSame = auto === 'SAME_UPPER' || auto === 'SAME_LOWER';
    const wanted = shape?.[axis] ?? (isSame ? input * along.stride : undefined);
    const [pad, padEnd] =
      wanted !== undefined
        ? halves(full - wanted, auto !== 'SAME_UPPER')
        : auto === 'VALID'
          ? [0, 0]
          : pads;
    const output = full - pad - padEnd;
    if (output < 0 || output >= 2 ** 31) throw call.fault('windowFit', axis + 2, reach, full);
    return { ...along, output, pad };
  });
}

/** The phases that have taps: at most one per tap. */
function phasesOf({ output, kernel, stride, dilation, pad }: TransposedAxis): Phase[] {
  const common = greatestDivisor(stride, dilation);
  const tapStep = stride / common;
  const phases: Phase[] = [];
  for (let tap = 0; tap < Math.min(tapStep, kernel); tap++) {
    const beyond = (tap * dilation - pad) % stride;
    const first = beyond < 0 ? beyond + stride : beyond;
    if (first >= output) continue;
    const count = Math.ceil((output - first) / stride);
    const taps = Math.ceil((kernel - tap) / tapStep);
    const start = (first + pad - (tap + (taps - 1) * tapStep) * dilation) / stride;
    phases.push({ first, count, tap, tapStep, taps, start, dilation: dilation / common });
  }
  return phases;
}

/** Every combination of one item from each list. */
const choices = <Item>(lists: readonly (readonly Item[])[]): Item[][] =>
  lists.reduce<Item[][]>(
    (all, list) => all.flatMap((chosen) => list.map((item) => [...chosen, item])),
    [[]],
  );

/** Windows that cover those of all members along an axis. */
function windowsOf({ input }: TransposedAxis, phases: readonly Phase[]): WindowAxis {
  const [{ taps, dilation }] = phases as [Phase];
  const start = Math.min(...phases.map((phase) => phase.start));
  const end = Math.max(...phases.map((phase) => phase.start + phase.count));
  return { input, output: end - start, kernel: taps, stride: 1, dilation, pad: -start };
}

function familiesOf(axes: readonly TransposedAxis[]): Family[] {
  const byTaps = new Map<string, Phase[][]>();
  for (const phases of choices(axes.map(phasesOf))) {
    const key = phases.map(({ taps }) => taps).join();
    byTaps.set(key, [...(byTaps.get(key) ?? []), phases]);
  }
  return [...byTaps.values()].map((members) => ({
    members,
    windows: axes.map((axis, i) =>
      windowsOf(
        axis,
        members.map((phases) => phases[i] as Phase),
      ),
    ),
  }));
}

/**
 * Rearranges weights of [groups * input channels, output channels, taps…] for a family as [groups * members *
 * output channels, input channels, taps…], with the taps reversed.
 */
function weightsOf(
  call: Call,
  weights: Value,
  groups: number,
  { members, windows }: Family,
): Value {
  const { lowering } = call;
  const { type, dims } = weights;
  const [all = 0, outputs = 0, ...kernel] = dims;
  const inputs = all / groups;
  const steps = denseStrides(dims);
  const sizes = windows.map((axis) => axis.kernel);
  const made = [groups * members.length * outputs, inputs, ...sizes];
  call.checkDims(made);
  const [step = 0, inputStep = 0, ...taps] = denseStrides(made);
  const tapSteps = steps.slice(2);
  const arranged = () => {
    const output = lowering.make(type, made, lowering.allConstant([weights]));
    members.forEach((phases, member) => {
      const last = phases.map(({ tap, tapStep }, i) => tap + ((sizes[i] as number) - 1) * tapStep);
      const offset = last.reduce((sum, tap, i) => sum + tap * (tapSteps[i] as number), 0);
      lowering.move(weights, output, {
        sizes: [groups, outputs, inputs, ...sizes],
        from: {
          offset,
          strides: [
            inputs * outputs * sizeOf(kernel),
            steps[1] as number,
            steps[0] as number,
            ...phases.map(({ tapStep }, i) => -tapStep * (tapSteps[i] as number)),
          ],
        },
        to: {
          offset: member * outputs * step,
          strides: [members.length * outputs * step, step, inputStep, ...taps],
        },
      });
    });
    return output;
  };
  const read = members.map((phases) => phases.map(({ tap, tapStep }) => `${tap} by ${tapStep}`));
  return lowering.derived(
    weights,
    `${groups} groups, taps ${read.join(' and ')}, ${sizes} of them`,
    arranged,
  );
}

/** The bias of each group, once for each member of a family. */
function biasesOf(call: Call, bias: Value, groups: number, members: number): Value {
  const { lowering } = call;
  const each = sizeOf(bias.dims) / groups;
  const rows = lowering.alias(bias, [groups, 1, each]);
  const expanded = members === 1 ? rows : call.expand(rows, [groups, members, each]);
  return lowering.alias(expanded, [groups * members * each]);
}

/** The operands of the convolution, and the position of its results in the output. */
interface Applied {
  readonly images: Value;
  readonly weights: Value;
  readonly bias: Value | undefined;
  readonly groups: number;
  readonly axes: readonly TransposedAxis[];
}

/** Moves the results of a family into the output. */
function place(call: Call, family: Family, results: Value, output: Value, applied: Applied): void {
  const { groups, axes } = applied;
  const { members, windows } = family;
  const [batch = 0, channels = 0, ...sizes] = output.dims;
  const each = channels / groups;
  const [step = 0, ...from] = denseStrides(results.dims).slice(1);
  const [whole = 0, plane = 0, ...to] = denseStrides(output.dims);
  members.forEach((phases, member) => {
    const at = (steps: readonly number[], first: (phase: Phase, axis: number) => number): number =>
      phases.reduce((sum, phase, axis) => sum + first(phase, axis) * (steps[axis] as number), 0);
    call.lowering.move(results, output, {
      sizes: [batch, groups, each, ...phases.map(({ count }) => count)],
      from: {
        offset:
          member * each * step +
          at(from, ({ start }, axis) => start + (windows[axis] as WindowAxis).pad),
        strides: [
          channels * members.length * step,
          members.length * each * step,
          step,
          ...sizes.map((_, axis) => from[axis] as number),
        ],
      },
      to: {
        offset: at(to, ({ first }) => first),
        strides: [
          whole,
          each * plane,
          plane,
          ...axes.map(({ stride }, axis) => stride * (to[axis] as number)),
        ],
      },
    });
  });
}

/** Whether some results along an axis, of phases between taps, have no tap. */
const isUnread = (axis: TransposedAxis): boolean =>
  phasesOf(axis).length < Math.min(axis.stride, axis.output);

/** Elements without a tap are the bias. */
function fillUnread(call: Call, output: Value, bias: Value | undefined): void {
  if (!bias) {
    call.fill(output, call.zero(output.type));
    return;
  }
  const strides = output.dims.map((_, axis) => (axis === 1 ? 1 : 0));
  call.lowering.move(bias, output, { sizes: output.dims, from: { strides } });
}

function transposed(call: Call, applied: Applied): Value {
  const { images, weights, bias, groups, axes } = applied;
  const { lowering } = call;
  const channels = (weights.dims[1] as number) * groups;
  const dims = [images.dims[0] as number, channels, ...axes.map(({ output }) => output)];
  call.checkDims(dims);
  const output = lowering.make(images.type, dims, lowering.allConstant([images, weights, bias]));
  if (sizeOf(dims) === 0) return output;
  // A kernel without channels may have any size.
  if (sizeOf(weights.dims) === 0) {
    fillUnread(call, output, bias);
    return output;
  }
  const families = familiesOf(axes);
  const convolve = (family: Family): Value => {
    const { members, windows } = family;
    const turned = weightsOf(call, weights, groups, family);
    const biases = bias && biasesOf(call, bias, groups, members.length);
    return convolved(call, images, turned, biases, groups, windows);
  };
  const [only] = families;
  if (only && axes.every(({ stride }) => stride === 1)) return convolve(only);
  if (axes.some(isUnread)) fillUnread(call, output, bias);
  for (const family of families) place(call, family, convolve(family), output, applied);
  return output;
}

const attributes = {
  ...convolutionAttributes,
  output_padding: 'ints',
  output_shape: 'ints',
} as const;

export const convTranspose: Operator = {
  name: 'ConvTranspose',
  versions: history(
    { since: [1, 11], inputs: [2, 3], types: [FLOATS], attributes },
    { since: 22, types: [FLOATS_BF] },
  ),
  lower(call) {
    const sizes = imageSizes(call);
    const [given, added] = [call.input(1), call.inputs[2]];
    const groups = groupsOf(call, sizes, { weights: given, bias: added, transposed: true });
    const axes = axesOf(call, sizes, given.dims.slice(2));
    const bias = added && call.widened(added);
    const weights = call.widened(given);
    return [
      call.inFloats(call.input(0), (images) =>
        transposed(call, { images, weights, bias, groups, axes }),
      ),
    ];
  },
};
