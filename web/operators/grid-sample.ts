/** GridSample, which samples images between their pixels, and AffineGrid, which computes the sampling grid. */
import { sameDims, sizeOf } from '../base/dims.js';
import { permuted } from './movement.js';
import { history, type Operator } from './operator.js';
import { FLOATS, FLOATS_BF, INT64 } from './type-sets.js';

/** The modes by the names that their opsets use. */
const MODES = { nearest: 'nearest', linear: 'linear', cubic: 'cubic' } as const;
const MODES_16 = { nearest: 'nearest', bilinear: 'linear', bicubic: 'cubic' } as const;

const PADDINGS = ['zeros', 'border', 'reflection'] as const;

export const gridSample: Operator = {
  name: 'GridSample',
  versions: history(
    {
      since: [16, 20],
      inputs: [2, 2],
      types: [FLOATS, FLOATS],
      attributes: { align_corners: 'int', mode: 'string', padding_mode: 'string' },
    },
    { since: 22, types: [FLOATS_BF, FLOATS_BF] },
  ),
  lower(call) {
    const { lowering } = call;
    const [input, grid] = [call.input(0), call.input(1)];
    const interpolation =
      call.since < 20
        ? call.choice('mode', MODES_16, 'bilinear')
        : call.choice('mode', MODES, 'linear');
    const padding = call.word('padding_mode', PADDINGS);
    const alignCorners = call.flag('align_corners');
    const [batch = 0, channels = 0, ...sizes] = input.dims;
    const rank = sizes.length;
    const places = grid.dims.slice(1, -1);
    const fits =
      rank >= 1 && sameDims(grid.dims, [batch, ...places, rank]) && places.length === rank;
    if (!fits) throw call.wrongShape(1, [batch, ...sizes.map(() => 'size'), rank]);
    const made = [batch, channels, ...places];
    call.checkDims(made);
    if (sizeOf(made) === 0) return [lowering.make(input.type, made)];
    const points = call.widened(grid);
    return [
      call.inFloats(input, (images) => {
        const options = { interpolation, padding, alignCorners };
        return call.result(lowering.tasks.sample(images, points, options), [images, points]);
      }),
    ];
  },
};

export const gridSampleOperators: readonly Operator[] = [
  gridSample,

  {
    name: 'AffineGrid',
    versions: history({
      since: 20,
      inputs: [2, 2],
      types: [FLOATS_BF, INT64],
      attributes: { align_corners: 'int' },
    }),
    shapeInputs: [1],
    lower(call) {
      const { lowering } = call;
      const theta = call.input(0);
      const [batch = 0, , ...sizes] = call.numbers(1) ?? [];
      const rank = sizes.length;
      if ((rank !== 2 && rank !== 3) || !sameDims(theta.dims, [batch, rank, rank + 1]))
        throw call.wrongShape(0, [batch, rank, rank + 1]);
      call.checkDims([batch, ...sizes, rank]);
      const corners = call.flag('align_corners');
      const coordinate = (at: number, size: number): number => {
        if (corners) return size > 1 ? (2 * at) / (size - 1) - 1 : 0;
        return (2 * at + 1) / size - 1;
      };
      const points = sizeOf(sizes);
      // Each point starts with its innermost coordinate, and ends with a 1 for the offset.
      const base = lowering.memory.newArray(Float64Array, points * (rank + 1)) as Float64Array;
      for (let p = 0; p < points; p++) {
        let rest = p;
        for (let axis = rank - 1; axis >= 0; axis--) {
          const size = sizes[axis] as number;
          base[p * (rank + 1) + rank - 1 - axis] = coordinate(rest % size, size);
          rest = Math.floor(rest / size);
        }
        base[p * (rank + 1) + rank] = 1;
      }
      return [
        call.inFloats(theta, (matrix) => {
          const wide = lowering.constant('float64', [points, rank + 1], base);
          const grid = matrix.type === 'float64' ? wide : call.cast(wide, matrix.type);
          const turned = permuted(call, matrix, [0, 2, 1]);
          return lowering.alias(call.matMul(grid, turned), [batch, ...sizes, rank]);
        }),
      ];
    },
  },
];
