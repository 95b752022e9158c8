/** What rearranges elements by lengths, places or their values: Compress, Unique, ReverseSequence and others. */
import { denseStrides, sameDims, sizeOf } from '../base/dims.js';
import { arrayOf, type DType, itemsOf } from '../base/dtypes.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { Value } from '../graph/values.js';
import { gathered } from './gather.js';
import { computed, moved } from './host.js';
import { naming } from './indexing.js';
import { operatorMessages } from './messages.js';
import { joined, partOf } from './movement.js';
import { type Call, type Operator, versionsSince, withAxis } from './operator.js';
import { ALL, ALL_BF, BOOL, FLOATS, FLOATS_BF, INDICES, INT64 } from './type-sets.js';
import { eachAxis, inFloats, kernelShape } from './windows.js';

const WITHOUT_STRINGS: readonly DType[] = ALL_BF.filter((type) => type !== 'string');

/** Zeros, or empty strings. */
function nothing({ lowering }: Call, type: DType, dims: readonly number[]): Value {
  const data =
    type === 'string'
      ? new Array<string>(sizeOf(dims)).fill('')
      : lowering.memory.newArray(arrayOf(type), itemsOf(type, sizeOf(dims)));
  return lowering.constant(type, dims, data);
}

export const compress: Operator = {
  name: 'Compress',
  versions: versionsSince([9, 11], { inputs: [2, 2], types: [ALL, BOOL], attributes: withAxis }),
  shapeInputs: [1],
  lower(call) {
    const { lowering } = call;
    const input = call.input(0);
    const asked = call.attribute('axis', 'int');
    const data = asked === undefined ? lowering.alias(input, [sizeOf(input.dims)]) : input;
    const axis = call.axis(asked ?? 0, data.dims.length);
    const flags = call.numbers(1) ?? [];
    if (flags.length > (data.dims[axis] as number))
      throw call.fault(
        'invalid_shape',
        operatorMessages.topCount(call.label, flags.length, data.dims[axis] as number),
      );
    const kept = flags.flatMap((flag, at) => (flag ? [BigInt(at)] : []));
    const indices = lowering.constant('int64', [kept.length], BigInt64Array.from(kept));
    return [gathered(call, data, indices, axis)];
  },
};

/** Numbers in their order, NaN last; texts by their code units. */
function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return (a as number) < (b as number) ? -1 : 1;
}

export const unique: Operator = {
  name: 'Unique',
  versions: [
    {
      since: 11,
      inputs: [1, 1],
      outputs: 4,
      types: [ALL],
      attributes: { ...withAxis, sorted: 'int' },
    },
  ],
  shapeInputs: [0],
  lower(call) {
    const { lowering } = call;
    const input = call.input(0);
    const known = lowering.known(input);
    if (!known) throw call.fault('dynamic_shape', operatorMessages.dynamic(call.label, 0));
    if (input.type === 'complex64' || input.type === 'complex128')
      throw call.fault(
        'type_unsupported',
        operatorMessages.type(call.label, 0, input.type, ALL.slice(0, -2)),
      );
    const asked = call.attribute('axis', 'int');
    const data = asked === undefined ? lowering.alias(input, [sizeOf(input.dims)]) : input;
    const axis = call.axis(asked ?? 0, data.dims.length);
    const { dims } = data;
    const [size, inner] = [dims[axis] as number, sizeOf(dims.slice(axis + 1))];
    const outer = sizeOf(dims.slice(0, axis));
    // Halves and bfloat16 are bits in JavaScript, so that they are read as numbers.
    const values = numbersOf(call, data) ?? known;
    const partAt = (at: number): unknown[] =>
      Array.from({ length: outer * inner }, (_, i) => {
        const [o, rest] = [Math.floor(i / inner), i % inner];
        return values[(o * size + at) * inner + rest];
      });
    const groups = new Map<string, { readonly part: unknown[]; readonly at: number[] }>();
    for (let at = 0; at < size; at++) {
      const part = partAt(at);
      const key = part
        .map((one) => (typeof one === 'string' ? JSON.stringify(one) : String(one)))
        .join();
      const group = groups.get(key);
      if (group) group.at.push(at);
      else groups.set(key, { part, at: [at] });
    }
    const found = [...groups.values()];
    if (call.flag('sorted', true))
      found.sort((a, b) => {
        const first = a.part.findIndex((one, i) => compare(one, b.part[i]) !== 0);
        return first < 0 ? 0 : compare(a.part[first], b.part[first]);
      });
    const int64s = (numbers: readonly number[]) =>
      lowering.constant('int64', [numbers.length], BigInt64Array.from(numbers, BigInt));
    const inverse = new Array<number>(size);
    found.forEach(({ at }, group) => {
      for (const place of at) inverse[place] = group;
    });
    const firsts = int64s(found.map(({ at }) => at[0] as number));
    return [
      gathered(call, data, firsts, axis),
      firsts,
      int64s(inverse),
      int64s(found.map(({ at }) => at.length)),
    ];
  },
};

function numbersOf({ lowering }: Call, value: Value): ArrayLike<unknown> | undefined {
  if (value.type !== 'float16' && value.type !== 'bfloat16') return undefined;
  return lowering.known(lowering.pointwise('Cast', [value], { to: 'float32' }, 13));
}

export const reverseSequence: Operator = {
  name: 'ReverseSequence',
  versions: versionsSince([10], {
    inputs: [2, 2],
    types: [WITHOUT_STRINGS, INT64],
    attributes: { batch_axis: 'int', time_axis: 'int' },
  }),
  lower(call) {
    const [input, lengths] = [call.input(0), call.input(1)];
    const { dims, type } = input;
    const batch = call.axis(call.attribute('batch_axis', 'int') ?? 1, dims.length);
    const time = call.axis(call.attribute('time_axis', 'int') ?? 0, dims.length);
    if (batch > 1 || time > 1 || batch === time)
      throw call.fault(
        'invalid_attribute',
        operatorMessages.onlyAt(call.label, 'time_axis', '0 or 1, and batch_axis the other'),
      );
    const [count = 0, steps = 0] = [dims[batch], dims[time]];
    if (!sameDims(lengths.dims, [count]))
      throw call.fault(
        'invalid_shape',
        operatorMessages.operandShape(call.label, 1, lengths.dims, [count]),
      );
    const strides = denseStrides(dims);
    const [across = 0, along = 0] = [strides[batch], strides[time]];
    const inner = sizeOf(dims.slice(2));
    return [
      moved(call, { type, dims }, [input, lengths], (copy, [, said]) => {
        for (let b = 0; b < count; b++) {
          const length = Number((said as BigInt64Array)[b]);
          if (length < 0 || length > steps)
            throw call.fault('invalid_value', operatorMessages.index(call.label, length, steps));
          for (let t = 0; t < steps; t++) {
            const from = t < length ? length - 1 - t : t;
            copy(b * across + t * along, b * across + from * along, inner);
          }
        }
      }),
    ];
  },
};

export const centerCropPad: Operator = {
  name: 'CenterCropPad',
  versions: versionsSince([18], {
    inputs: [2, 2],
    types: [ALL_BF, INDICES],
    attributes: { axes: 'ints' },
  }),
  shapeInputs: [1],
  lower(call) {
    const { dims, type } = call.input(0);
    const sizes = call.numbers(1) ?? [];
    const axes = (call.attribute('axes', 'ints') ?? dims.map((_, axis) => axis)).map((axis) =>
      call.axis(axis, dims.length),
    );
    call.axes(axes, dims.length);
    if (sizes.length !== axes.length)
      throw call.fault('invalid_shape', operatorMessages.lengths(call.label, 'shape and axes'));
    const target = [...dims];
    for (const [i, axis] of axes.entries()) target[axis] = sizes[i] as number;
    call.checkDims(target);
    return [
      axes.reduce((value, axis) => {
        const [size, wanted] = [value.dims[axis] as number, target[axis] as number];
        if (wanted <= size)
          return partOf(call, value, axis, Math.floor((size - wanted) / 2), wanted);
        const before = Math.floor((wanted - size) / 2);
        const zeros = [before, wanted - size - before].map((length) =>
          nothing(
            call,
            type,
            value.dims.map((each, at) => (at === axis ? length : each)),
          ),
        ) as [Value, Value];
        return joined(call, [zeros[0], value, zeros[1]], axis);
      }, call.input(0)),
    ];
  },
};

export const maxUnpool: Operator = {
  name: 'MaxUnpool',
  versions: [
    ...versionsSince([9, 11], {
      inputs: [2, 3],
      types: [FLOATS, INT64, INT64],
      attributes: { kernel_shape: 'ints', pads: 'ints', strides: 'ints' },
    }),
    {
      since: 22,
      inputs: [2, 3],
      types: [FLOATS_BF, INT64, INT64],
      attributes: { kernel_shape: 'ints', pads: 'ints', strides: 'ints' },
    },
  ],
  shapeInputs: [2],
  lower(call) {
    const { lowering } = call;
    const [input, indices] = [call.input(0), call.input(1)];
    const { dims, type } = input;
    if (dims.length < 3)
      throw call.fault('invalid_shape', operatorMessages.imageRank(call.label, 0, dims.length));
    if (!sameDims(indices.dims, dims))
      throw call.fault(
        'invalid_shape',
        operatorMessages.operandShape(call.label, 1, indices.dims, dims),
      );
    const rank = dims.length - 2;
    const kernel = kernelShape(call, rank);
    const strides = eachAxis(call, 'strides', rank, 1);
    const pads = eachAxis(call, 'pads', 2 * rank, 0, 0);
    const made = dims.map((size, at) => {
      const axis = at - 2;
      if (axis < 0) return size;
      const reach = (size - 1) * (strides[axis] as number) + (kernel[axis] as number);
      return reach - (pads[axis] as number) - (pads[axis + rank] as number);
    });
    call.checkDims(made);
    const zeros = nothing(call, type, [sizeOf(made)]);
    const count = sizeOf(dims);
    const task = lowering.tasks.scatter(zeros, count, 1);
    const flat = [zeros, lowering.alias(indices, [count]), lowering.alias(input, [count])];
    const spread = lowering.alias(lowering.work(naming(call, task), flat)[0] as Value, made);
    const asked = call.numbers(2);
    if (!asked) return [spread];
    call.checkDims(asked);
    if (asked.length !== made.length || asked.some((size, axis) => size < (made[axis] as number)))
      throw call.fault(
        'invalid_shape',
        operatorMessages.operandShape(
          call.label,
          2,
          asked,
          made.map((size) => `at least ${size}`),
        ),
      );
    // What lies beyond the shape that the windows reach is 0.
    return [
      asked.reduce((value, size, axis) => {
        const missing = size - (value.dims[axis] as number);
        if (missing === 0) return value;
        const beyond = value.dims.map((each, at) => (at === axis ? missing : each));
        return joined(call, [value, nothing(call, type, beyond)], axis);
      }, spread),
    ];
  },
};

const SUMMABLE: readonly DType[] = WITHOUT_STRINGS.filter(
  (type) => type !== 'bool' && !type.startsWith('complex'),
);

export const col2Im: Operator = {
  name: 'Col2Im',
  versions: versionsSince([18], {
    inputs: [3, 3],
    types: [SUMMABLE, INT64, INT64],
    attributes: { dilations: 'ints', pads: 'ints', strides: 'ints' },
  }),
  shapeInputs: [1, 2],
  lower(call) {
    const input = call.input(0);
    const [image = [], block = []] = [call.numbers(1), call.numbers(2)];
    const rank = image.length;
    const [dilations, strides] = ['dilations', 'strides'].map((name) =>
      eachAxis(call, name, rank, 1),
    ) as [readonly number[], readonly number[]];
    const pads = eachAxis(call, 'pads', 2 * rank, 0, 0);
    if (rank === 0 || block.length !== rank || block.some((size) => size < 1))
      throw call.fault(
        'invalid_shape',
        operatorMessages.lengths(call.label, 'image_shape and block_shape'),
      );
    const steps = image.map((size, axis) => {
      const reach = ((block[axis] as number) - 1) * (dilations[axis] as number) + 1;
      const room = size + (pads[axis] as number) + (pads[axis + rank] as number) - reach;
      return Math.floor(room / (strides[axis] as number)) + 1;
    });
    const [batch = 0, rows = 0, columns = 0] = input.dims;
    const taps = sizeOf(block);
    const channels = rows / taps;
    const fits =
      input.dims.length === 3 &&
      Number.isInteger(channels) &&
      steps.every((n) => n >= 0) &&
      columns === sizeOf(steps);
    if (!fits)
      throw call.fault(
        'invalid_shape',
        operatorMessages.operandShape(call.label, 0, input.dims, [
          'batch',
          `a multiple of ${taps}`,
          sizeOf(steps.map((n) => Math.max(n, 0))),
        ]),
      );
    const made = [batch, channels, ...image];
    call.checkDims(made);
    const plane = sizeOf(image);
    const sum = (value: Value): Value => {
      const [result] = computed(
        call,
        [{ type: value.type, dims: made }],
        [value],
        ([to], [from]) => {
          const [target, source] = [to as Float64Array, from as Float64Array];
          target.fill(
            (source instanceof BigInt64Array || source instanceof BigUint64Array ? 0n : 0) as never,
          );
          for (let tap = 0; tap < taps; tap++)
            for (let step = 0; step < columns; step++) {
              const place = placeOf(tap, step, { image, block, steps, dilations, strides, pads });
              if (place < 0) continue;
              for (let c = 0; c < batch * channels; c++)
                (target[c * plane + place] as number) += source[
                  (c * taps + tap) * columns + step
                ] as number;
            }
        },
      );
      return result as Value;
    };
    const { type } = input;
    return [type === 'float16' || type === 'bfloat16' ? inFloats(call, input, sum) : sum(input)];
  },
};

interface Blocks {
  readonly image: readonly number[];
  readonly block: readonly number[];
  readonly steps: readonly number[];
  readonly dilations: readonly number[];
  readonly strides: readonly number[];
  readonly pads: readonly number[];
}

/** Where a tap of a block lies in the image; -1 where it is in the pads. */
function placeOf(
  tap: number,
  step: number,
  { image, block, steps, dilations, strides, pads }: Blocks,
): number {
  let [place, factor] = [0, 1];
  for (let axis = image.length - 1; axis >= 0; axis--) {
    const [taps = 1, count = 1, size = 0] = [block[axis], steps[axis], image[axis]];
    const at =
      (step % count) * (strides[axis] as number) +
      (tap % taps) * (dilations[axis] as number) -
      (pads[axis] as number);
    if (at < 0 || at >= size) return -1;
    place += at * factor;
    factor *= size;
    tap = Math.floor(tap / taps);
    step = Math.floor(step / count);
  }
  return place;
}

export const tensorScatter: Operator = {
  name: 'TensorScatter',
  versions: versionsSince([24], {
    inputs: [2, 3],
    types: [WITHOUT_STRINGS, WITHOUT_STRINGS, INT64],
    attributes: { axis: 'int', mode: 'string' },
  }),
  lower(call) {
    const [cache, update] = [call.input(0), call.input(1)];
    const { dims, type } = cache;
    const axis = call.axis(call.attribute('axis', 'int') ?? -2, dims.length);
    const mode = call.attribute('mode', 'string') ?? 'linear';
    if (mode !== 'linear' && mode !== 'circular')
      throw call.fault(
        'invalid_attribute',
        operatorMessages.onlyAt(call.label, 'mode', 'linear, circular'),
      );
    const wanted = dims.map((size, at) => (at === axis ? `up to ${size}` : size));
    const [room = 0, count = 0] = [dims[axis], update.dims[axis]];
    const fits =
      axis > 0 &&
      update.type === type &&
      count <= room &&
      sameDims(
        update.dims,
        dims.map((size, at) => (at === axis ? count : size)),
      );
    if (!fits)
      throw call.fault(
        'invalid_shape',
        operatorMessages.operandShape(call.label, 1, update.dims, wanted),
      );
    const places = call.inputs[2];
    const [batch = 0] = dims;
    if (places && !sameDims(places.dims, [batch]))
      throw call.fault(
        'invalid_shape',
        operatorMessages.operandShape(call.label, 2, places.dims, [batch]),
      );
    const between = sizeOf(dims.slice(1, axis));
    const inner = sizeOf(dims.slice(axis + 1));
    return [
      moved(
        call,
        { type, dims },
        [cache, update, ...(places ? [places] : [])],
        (copy, [, , at]) => {
          const starts = Array.from({ length: batch }, (_, b) =>
            Number((at as TypedArray | undefined)?.[b] ?? 0),
          );
          for (const start of starts)
            if (
              start < 0 ||
              start >= Math.max(room, 1) ||
              (mode === 'linear' && start + count > room)
            )
              throw call.fault(
                'index_out_of_range',
                operatorMessages.index(call.label, start + (mode === 'linear' ? count : 0), room),
              );
          copy(0, 0, sizeOf(dims));
          for (const [b, start] of starts.entries())
            for (let m = 0; m < between; m++)
              for (let t = 0; t < count; t++) {
                const row = (b * between + m) * room + ((start + t) % room);
                copy(row * inner, ((b * between + m) * count + t) * inner, inner, 1);
              }
        },
      ),
    ];
  },
};

/** By elimination with the largest pivots. */
function determinant(matrix: number[][]): number {
  let product = 1;
  for (let column = 0; column < matrix.length; column++) {
    let pivot = column;
    for (let row = column + 1; row < matrix.length; row++)
      if (Math.abs(matrix[row]?.[column] as number) > Math.abs(matrix[pivot]?.[column] as number))
        pivot = row;
    const [top, found] = [matrix[column] as number[], matrix[pivot] as number[]];
    if (pivot !== column) {
      matrix[column] = found;
      matrix[pivot] = top;
      product = -product;
    }
    const first = found[column] as number;
    product *= first;
    if (first === 0) return product;
    for (let row = column + 1; row < matrix.length; row++) {
      const under = matrix[row] as number[];
      const factor = (under[column] as number) / first;
      for (let at = column; at < matrix.length; at++)
        (under[at] as number) -= factor * (found[at] as number);
    }
  }
  return product;
}

export const det: Operator = {
  name: 'Det',
  versions: [
    { since: 11, inputs: [1, 1], types: [FLOATS] },
    { since: 22, inputs: [1, 1], types: [FLOATS_BF] },
  ],
  lower(call) {
    const input = call.input(0);
    const size = input.dims.at(-1) ?? 0;
    const made = input.dims.slice(0, -2);
    if (input.dims.length < 2 || input.dims.at(-2) !== size)
      throw call.fault(
        'invalid_shape',
        operatorMessages.operandShape(call.label, 0, input.dims, ['…', 'n', 'n']),
      );
    return [
      inFloats(call, input, (value) => {
        const [result] = computed(
          call,
          [{ type: value.type, dims: made }],
          [value],
          ([to], [from]) => {
            const [target, source] = [to as Float64Array, from as Float64Array];
            for (let at = 0; at < target.length; at++) {
              const row = (r: number) =>
                Array.from(source.subarray((at * size + r) * size, (at * size + r + 1) * size));
              target[at] = determinant(Array.from({ length: size }, (_, r) => row(r)));
            }
          },
        );
        return result as Value;
      }),
    ];
  },
};
