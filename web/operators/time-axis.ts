/** Moves rows along a time axis, by a length or a position per batch entry: ReverseSequence and TensorScatter. */
import { denseStrides, sameDims, sizeOf, withSize } from '../base/dims.js';
import { moved } from './host.js';
import { history, type Operator } from './operator.js';
import { INT64, NOT_TEXT_BF } from './type-sets.js';

export const timeAxisOperators: readonly Operator[] = [
  {
    name: 'ReverseSequence',
    versions: history({
      since: 10,
      inputs: [2, 2],
      types: [NOT_TEXT_BF, INT64],
      attributes: { batch_axis: 'int', time_axis: 'int' },
    }),
    lower(call) {
      const [input, lengths] = [call.input(0), call.input(1)];
      const { dims, type } = input;
      const batch = call.axis(call.int('batch_axis', 1), dims.length);
      const time = call.axis(call.int('time_axis', 0), dims.length);
      if (batch > 1 || time > 1 || batch === time)
        throw call.fault('allowed', 'time_axis', time, '0 or 1, and batch_axis the other');
      const [count = 0, steps = 0] = [dims[batch], dims[time]];
      call.checkShape(1, [count]);
      const strides = denseStrides(dims);
      const [across = 0, along = 0] = [strides[batch], strides[time]];
      const inner = sizeOf(dims.slice(2));
      return [
        moved(call, { type, dims }, [input, lengths], (copy, [, ends = []]) => {
          const lengthAt = (b: number) => Number(ends[b]);
          for (let b = 0; b < count; b++) {
            const length = lengthAt(b);
            if (length < 0 || length > steps) throw call.fault('index', length, steps);
          }
          if (sizeOf(dims) === 0) return;
          for (let b = 0; b < count; b++) {
            const length = lengthAt(b);
            for (let t = 0; t < steps; t++) {
              const from = t < length ? length - 1 - t : t;
              copy(b * across + t * along, b * across + from * along, inner);
            }
          }
        }),
      ];
    },
  },

  {
    name: 'TensorScatter',
    versions: history({
      since: 24,
      inputs: [2, 3],
      types: [NOT_TEXT_BF, NOT_TEXT_BF, INT64],
      attributes: { axis: 'int', mode: 'string' },
    }),
    lower(call) {
      const [cache, update] = [call.input(0), call.input(1)];
      const { dims, type } = cache;
      const axis = call.ownAxis(-2, dims.length);
      const isLinear = call.word('mode', ['linear', 'circular']) === 'linear';
      const wanted = dims.map((size, at) => (at === axis ? `up to ${size}` : size));
      const [room = 0, count = 0] = [dims[axis], update.dims[axis]];
      const fits =
        axis > 0 &&
        update.type === type &&
        count <= room &&
        sameDims(update.dims, withSize(dims, axis, count));
      if (!fits) throw call.wrongShape(1, wanted);
      const places = call.inputs[2];
      const [batch = 0] = dims;
      call.checkShape(2, [batch]);
      const between = sizeOf(dims.slice(1, axis));
      const inner = sizeOf(dims.slice(axis + 1));
      return [
        moved(
          call,
          { type, dims },
          [cache, update, ...(places ? [places] : [])],
          (copy, [, , at]) => {
            const startAt = (b: number) => Number(at?.[b] ?? 0);
            for (let b = 0; at && b < batch; b++) {
              const start = startAt(b);
              if (start < 0 || start >= Math.max(room, 1) || (isLinear && start + count > room))
                throw call.fault('index', start + (isLinear ? count : 0), room);
            }
            copy(0, 0, sizeOf(dims));
            if (sizeOf(update.dims) === 0) return;
            for (let b = 0; b < batch; b++)
              for (let m = 0; m < between; m++)
                for (let t = 0; t < count; t++) {
                  const row = (b * between + m) * room + ((startAt(b) + t) % room);
                  copy(row * inner, ((b * between + m) * count + t) * inner, inner, 1);
                }
          },
        ),
      ];
    },
  },
];
