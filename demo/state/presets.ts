/** The examples of the gallery, keyed by name. */
import { defaultState, type Shape, type State, withShapes } from './state.ts';
import { encode } from './url.ts';

export interface Preset {
  readonly id: string;
  readonly teaches: string;
  readonly state: State;
}

type Change = Partial<State>;

function preset(id: string, teaches: string, shapes: readonly Shape[], change: Change = {}) {
  const state: State = { ...withShapes(defaultState, shapes), sel: null, ...change };
  return { id, teaches, state };
}

export const presets: readonly Preset[] = [
  preset('P01', 'a scalar', [[4], []]),
  preset('P02', 'a row onto a matrix', [[4, 3], [3]]),
  preset('P03', 'both stretch', [[4, 1], [3]], { sel: [1, 2] }),
  preset('P04', 'four axes', [
    [8, 1, 6, 1],
    [7, 1, 5],
  ]),
  preset('P05', 'an image and its channels', [[256, 256, 3], [3]], { op: 'Mul' }),
  preset('P06', 'one value per row: a conflict', [[3, 4], [3]]),
  preset('P07', 'the repair: keep the axis', [
    [3, 4],
    [3, 1],
  ]),
  preset('P08', 'the square trap', [[3, 3], [3]]),
  preset('P09', 'a silent mistake in a loss', [[77, 1], [77]], { op: 'Sub' }),
  preset('P10', 'a bias per channel', [[2, 3, 4], [2]]),
  preset('P11', 'a bias that works everywhere', [
    [2, 3, 4],
    [2, 1, 1],
  ]),
  preset('P12', 'a mask without its channel axis', [
    [2, 256, 256],
    [2, 1, 256, 256],
  ]),
  preset('P13', 'a batch of one, in ncnn', [
    [197, 768],
    [1, 197, 768],
  ]),
  preset('P14', 'a vector on the inner axis', [[5, 2], [2]]),
  preset(
    'P15',
    'an axis named in opset 6',
    [
      [2, 3, 4, 5],
      [3, 4],
    ],
    { rule: 'onnx-legacy', axis: 1 },
  ),
  preset('P16', 'the smaller operand first', [
    [4, 5],
    [2, 3, 4, 5],
  ]),
  preset('P17', 'no elements at all', [
    [0, 3],
    [1, 3],
  ]),
  preset('P18', '0 is not 1', [[2, 0], [2]]),
  preset('P19', 'three operands', [[2, 1], [1, 3], []], { op: 'Where' }),
  preset('P20', 'four operands', [[5, 1], [1, 6], [6], []], { op: 'Sum' }),
  preset('P21', 'a result that is too large', [[60000, 1], [60000]]),
  preset(
    'P22',
    'pairwise differences',
    [
      [5, 1, 3],
      [10, 3],
    ],
    { op: 'Sub' },
  ),
];

export const presetHash = ({ state }: Preset): string => encode(state);
export const presetById = (id: string): Preset | undefined =>
  presets.find((each) => each.id === id);
