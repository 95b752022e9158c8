/** NonMaxSuppression: the number of results depends on the boxes, so they must be constant when it is lowered. */
import type { Value } from '../graph/values.js';
import { partOf } from './movement.js';
import { type Call, history, type Operator } from './operator.js';

const optional = (call: Call, at: number, absent: number): number =>
  call.inputs[at] ? call.scalar(at) : absent;

export const nonMaxSuppression: Operator = {
  name: 'NonMaxSuppression',
  versions: history({
    since: [10, 11],
    inputs: [2, 5],
    types: [['float32'], ['float32'], ['int64'], ['float32'], ['float32']],
    attributes: { center_point_box: 'int' },
  }),
  shapeInputs: [0, 1, 2, 3, 4],
  counts: true,
  lower(call): Value[] {
    const { lowering } = call;
    const [boxes, scores] = [call.input(0), call.input(1)];
    const [batch = 0, count = 0, corners] = boxes.dims;
    const [batches, classes = 0, scored] = scores.dims;
    const fits =
      boxes.dims.length === 3 &&
      scores.dims.length === 3 &&
      corners === 4 &&
      batches === batch &&
      scored === count;
    if (!fits) throw call.wrongShape(1, [batch, 'classes', count]);
    for (const at of [0, 1])
      if (!lowering.allConstant([call.input(at)])) throw call.fault('dynamic', at);
    const most = optional(call, 2, 0);
    const task = lowering.tasks.nonMaxSuppression(boxes, {
      images: batch,
      classes,
      boxes: count,
      limit: Math.min(Math.max(most, 0), count),
      centred: call.flag('center_point_box'),
      overlap: optional(call, 3, 0),
      score: optional(call, 4, Number.NEGATIVE_INFINITY),
    });
    const [rows, found] = lowering.work(task, [boxes, scores], [true, true]) as [Value, Value];
    return [partOf(call, rows, 0, 0, Number(call.item(0, found)))];
  },
};
