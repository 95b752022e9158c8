/** Moves rows along a time axis, by a length or a position per batch entry: ReverseSequence and TensorScatter. */
import { sameDims, sizeOf, withSize } from '../base/dims.js';
import { namingIndex } from './indexing.js';
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
      const { dims } = input;
      const batch = call.axis(call.int('batch_axis', 1), dims.length);
      const time = call.axis(call.int('time_axis', 0), dims.length);
      if (batch > 1 || time > 1 || batch === time)
        throw call.fault('allowed', 'time_axis', time, '0 or 1, and batch_axis the other');
      call.checkShape(1, [dims[batch] as number]);
      const task = call.lowering.tasks.reverseSequence(input, batch === 0 ? 0 : 1);
      const named = namingIndex(call, task, 1, lengths, (fault, length) =>
        fault('index', length, dims[time] as number),
      );
      return [call.result(named, [input, lengths])];
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
      const starts = call.inputs[2];
      const [batch = 0] = dims;
      call.checkShape(2, [batch]);
      const task = call.lowering.tasks.updateRows(cache, {
        outer: batch,
        middle: sizeOf(dims.slice(1, axis)),
        kept: room,
        count,
        size: room,
        inner: sizeOf(dims.slice(axis + 1)),
        circular: !isLinear,
        clears: false,
        starts,
      });
      const named = starts
        ? namingIndex(call, task, 2, starts, (fault, start) =>
            fault('index', start + (isLinear ? count : 0), room),
          )
        : task;
      return [call.result(named, [update, cache, starts])];
    },
  },
];
