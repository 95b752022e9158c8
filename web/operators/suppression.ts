/** NonMaxSuppression: how many boxes are kept depends on them, so they are known when it is lowered. */
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator } from './operator.js';

/** The corners of a box, and its area. */
interface Box {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly area: number;
}

const boxOf = (at: ArrayLike<number>, first: number, centred: boolean): Box => {
  const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((i) => at[first + i]);
  // y1, x1, y2, x2 of any two opposite corners; or x, y of the centre, width and height.
  const [y1, x1, y2, x2] = centred ? [b - d / 2, a - c / 2, b + d / 2, a + c / 2] : [a, b, c, d];
  const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
  return { top, left, bottom, right, area: (bottom - top) * (right - left) };
};

/** The part of two boxes' union that both cover. */
function overlap(a: Box, b: Box): number {
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  if (height <= 0 || width <= 0 || a.area <= 0 || b.area <= 0) return 0;
  const both = height * width;
  return both / (a.area + b.area - both);
}

interface Bounds {
  readonly most: number;
  readonly overlap: number;
  readonly score: number;
}

/** The best boxes of a class, none of which overlaps a better one by more than the bound. */
function kept(boxes: readonly Box[], scores: ArrayLike<number>, bounds: Bounds): number[] {
  const order = boxes
    .map((_, i) => i)
    .filter((i) => (scores[i] as number) > bounds.score)
    .sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
  const chosen: number[] = [];
  for (const candidate of order) {
    if (chosen.length >= bounds.most) break;
    const box = boxes[candidate] as Box;
    if (chosen.every((better) => overlap(boxes[better] as Box, box) <= bounds.overlap))
      chosen.push(candidate);
  }
  return chosen;
}

function numbersOf(call: Call, at: number): ArrayLike<number> {
  const known = call.lowering.known(call.input(at));
  if (!known) throw call.fault('dynamic', at);
  return known as ArrayLike<number>;
}

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
  lower(call): Value[] {
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
    const centred = call.flag('center_point_box');
    const [places, values] = [numbersOf(call, 0), Float32Array.from(numbersOf(call, 1))];
    const bounds: Bounds = {
      most: optional(call, 2, 0),
      overlap: optional(call, 3, 0),
      score: optional(call, 4, Number.NEGATIVE_INFINITY),
    };
    const chosen: number[] = [];
    for (let image = 0; image < batch; image++) {
      const all = Array.from({ length: count }, (_, i) =>
        boxOf(places, (image * count + i) * 4, centred),
      );
      for (let type = 0; type < classes; type++) {
        const first = (image * classes + type) * count;
        const scoresOfClass = values.subarray(first, first + count);
        for (const box of kept(all, scoresOfClass, bounds)) chosen.push(image, type, box);
      }
    }
    const data = BigInt64Array.from(chosen, BigInt);
    return [call.lowering.constant('int64', [chosen.length / 3, 3], data)];
  },
};
