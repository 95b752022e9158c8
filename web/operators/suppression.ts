/** NonMaxSuppression: the number of results depends on the boxes, so they must be constant when it is lowered. */
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator } from './operator.js';

/** The boxes of an image: four corners of each, and the areas. */
interface Boxes {
  /** Top, left, bottom and right. */
  readonly corners: Float64Array;
  readonly areas: Float64Array;
}

function boxesOf(at: ArrayLike<number>, first: number, count: number, centred: boolean): Boxes {
  const corners = new Float64Array(count * 4);
  const areas = new Float64Array(count);
  for (let box = 0; box < count; box++) {
    const from = first + box * 4;
    const [a, b] = [at[from] as number, at[from + 1] as number];
    const [c, d] = [at[from + 2] as number, at[from + 3] as number];
    // y1, x1, y2, x2 of any two opposite corners; or x, y of the centre, width and height.
    const y1 = centred ? b - d / 2 : a;
    const x1 = centred ? a - c / 2 : b;
    const y2 = centred ? b + d / 2 : c;
    const x2 = centred ? a + c / 2 : d;
    const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
    const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
    corners[box * 4] = top;
    corners[box * 4 + 1] = left;
    corners[box * 4 + 2] = bottom;
    corners[box * 4 + 3] = right;
    areas[box] = (bottom - top) * (right - left);
  }
  return { corners, areas };
}

interface Bounds {
  readonly most: number;
  readonly overlap: number;
  readonly score: number;
}

/** Whether a box overlaps each of the others by at most the bound (intersection over union). */
function isApart({ corners, areas }: Boxes, box: number, others: number[], bound: number): boolean {
  const top = corners[box * 4] as number;
  const left = corners[box * 4 + 1] as number;
  const bottom = corners[box * 4 + 2] as number;
  const right = corners[box * 4 + 3] as number;
  const area = areas[box] as number;
  for (let i = 0; i < others.length; i++) {
    const other = others[i] as number;
    const at = other * 4;
    const height =
      Math.min(corners[at + 2] as number, bottom) - Math.max(corners[at] as number, top);
    const width =
      Math.min(corners[at + 3] as number, right) - Math.max(corners[at + 1] as number, left);
    const theirs = areas[other] as number;
    const areClear = height <= 0 || width <= 0 || theirs <= 0 || area <= 0;
    const both = areClear ? 0 : height * width;
    const part = areClear ? 0 : both / (theirs + area - both);
    if (!(part <= bound)) return false;
  }
  return true;
}

/** The best boxes of a class: none overlaps a better one by more than the bound. */
function kept(boxes: Boxes, scores: ArrayLike<number>, bounds: Bounds): number[] {
  const order: number[] = [];
  for (let box = 0; box < scores.length; box++)
    if ((scores[box] as number) > bounds.score) order.push(box);
  order.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
  const chosen: number[] = [];
  for (const candidate of order) {
    if (chosen.length >= bounds.most) break;
    if (isApart(boxes, candidate, chosen, bounds.overlap)) chosen.push(candidate);
  }
  return chosen;
}

function numbersOf(call: Call, at: number): Float32Array {
  const known = call.lowering.known(call.input(at));
  if (!known) throw call.fault('dynamic', at);
  return known as Float32Array;
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
  counts: true,
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
    const [places, values] = [numbersOf(call, 0), numbersOf(call, 1)];
    const bounds: Bounds = {
      most: optional(call, 2, 0),
      overlap: optional(call, 3, 0),
      score: optional(call, 4, Number.NEGATIVE_INFINITY),
    };
    const chosen: number[] = [];
    for (let image = 0; count > 0 && image < batch; image++) {
      const all = boxesOf(places, image * count * 4, count, centred);
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
