/** RoiAlign: regions of images, each divided into bins of samples between the pixels. */
import { sameDims, sizeOf } from '../base/dims.js';
import type { RegionAlignOptions } from '../engine/task.js';
import { naming } from './indexing.js';
import { type Call, history, type Operator } from './operator.js';
import { FLOATS, FLOATS_BF, INT64 } from './type-sets.js';

const aligned = {
  mode: 'string',
  output_height: 'int',
  output_width: 'int',
  sampling_ratio: 'int',
  spatial_scale: 'float',
} as const;

/** More along one axis of a bin are too many in any region. */
const MOST_SAMPLES = 2 ** 16;

function optionsOf(call: Call): RegionAlignOptions {
  const largest = call.word('mode', ['avg', 'max']) === 'max';
  const modes = ['half_pixel', 'output_half_pixel'] as const;
  const halfPixel =
    call.since >= 16 && call.word('coordinate_transformation_mode', modes) === 'half_pixel';
  return {
    largest,
    halfPixel,
    rows: call.int('output_height', 1),
    columns: call.int('output_width', 1),
    samples: Math.min(Math.max(call.int('sampling_ratio', 0), 0), MOST_SAMPLES),
    scale: call.float('spatial_scale', 1),
  };
}

export const roiAlign: Operator = {
  name: 'RoiAlign',
  versions: history(
    { since: 10, inputs: [3, 3], types: [FLOATS, FLOATS, INT64], attributes: aligned },
    {
      since: [16, 22],
      types: [FLOATS_BF, FLOATS_BF, INT64],
      attributes: { ...aligned, coordinate_transformation_mode: 'string' },
    },
  ),
  lower(call) {
    const { lowering } = call;
    const [input, regions, images] = [call.input(0), call.input(1), call.input(2)];
    const [batch = 0, channels = 0, ...sizes] = input.dims;
    const count = regions.dims[0] ?? 0;
    if (sizes.length !== 2) throw call.fault('imageRank', 0, input.dims.length);
    if (!sameDims(regions.dims, [count, 4])) throw call.wrongShape(1, ['regions', 4]);
    call.checkShape(2, [count]);
    const options = optionsOf(call);
    const dims = [count, channels, options.rows, options.columns];
    call.checkDims(dims);
    if (sizeOf(dims) === 0) return [lowering.make(input.type, dims)];
    const corners = call.widened(regions);
    return [
      call.inFloats(input, (value) => {
        const task = naming(
          call,
          lowering.tasks.regionAlign(value, corners, options),
          (fault, position, [, , indices = 0]) => {
            if (position >= count) return fault('region', position - count);
            const [index] = lowering.memory.view(BigInt64Array, indices + 8 * position, 1);
            return fault('index', Number(index), batch);
          },
        );
        return call.result(task, [value, corners, images]);
      }),
    ];
  },
};
