/** Several operators in sequence: the normalisation of a frame, and five operators as one expression. */
import { brackets, finish, rounded } from './describe.mjs';

/** (frame − mean) / std over channels-last RGB, the usual first step of an image model. */
export function frame({ section, mode }) {
  const dims = [1080, 1920, 3];
  const operands = [
    { name: 'A', type: 'float32', dims, range: 'any' },
    { name: 'B', type: 'float32', dims: [3], range: 'any' },
    { name: 'C', type: 'float32', dims: [3], range: 'positive' },
  ];
  return finish({
    id: [section, 'normalise', 'float32', '1080p', mode].join('/'),
    section,
    label: '(frame - mean) / std, float32 [1080,1920,3]',
    shapes: '[1080,1920,3] [3] [3]',
    op: 'normalise',
    type: 'float32',
    mode,
    nodes: [
      { op: 'Sub', inputs: ['A', 'B'], output: 'T' },
      { op: 'Div', inputs: ['T', 'C'], output: 'Y' },
    ],
    operands,
    output: { name: 'Y', type: 'float32', dims },
    tolerance: rounded,
    loop: normaliseLoop,
  });
}

/** The loop that one would write by hand, one channel at a time. */
function normaliseLoop([pixels, mean, std], out) {
  for (let i = 0; i < pixels.length; i += 3) {
    out[i] = Math.fround(pixels[i] - mean[0]) / std[0];
    out[i + 1] = Math.fround(pixels[i + 1] - mean[1]) / std[1];
    out[i + 2] = Math.fround(pixels[i + 2] - mean[2]) / std[2];
  }
}

/** Five operators, as after a layer of a model: max((x - a) / b * c + d, 0). */
export function chain({ section, type, mode }, [dims, other]) {
  const shapes = [dims, other, other, other, other, []];
  const ranges = ['any', 'any', 'positive', 'any', 'any', 'zero'];
  const letters = ['A', 'B', 'C', 'D', 'E', 'F'];
  const ops = ['Sub', 'Div', 'Mul', 'Add', 'Max'];
  const outputs = ['T1', 'T2', 'T3', 'T4', 'Y'];
  return finish({
    id: [section, type, dims.join('x'), other.join('x') || 'one', mode].join('/'),
    section,
    label: `max((x - a) / b * c + d, 0), ${type} ${brackets(dims)} ${brackets(other)}`,
    shapes: `${brackets(dims)} ${brackets(other)}`,
    op: 'chain',
    type,
    mode,
    fused: true,
    nodes: ops.map((op, i) => ({
      op,
      inputs: [i === 0 ? 'A' : outputs[i - 1], letters[i + 1]],
      output: outputs[i],
      attributes: {},
    })),
    operands: shapes.map((shape, i) => ({ name: letters[i], type, dims: shape, range: ranges[i] })),
    output: { name: 'Y', type, dims },
    tolerance: rounded,
    absolute: 1e-5,
  });
}

export const chains = [
  [[1024, 1024], [1024]],
  [
    [1024, 1024],
    [1024, 1],
  ],
  [[1024, 1024], []],
  [
    [1024, 1024],
    [1024, 1024],
  ],
  [[349525, 3], [3]],
];
