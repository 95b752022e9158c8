/** The examples of the gallery, keyed by name. */
import { defaultState, type Shape, type State, withShapes } from './state.ts';
import { encode } from './url.ts';

export interface Preset {
  readonly id: string;
  readonly state: State;
}

type Change = Partial<State>;

function preset(id: string, shapes: readonly Shape[], change: Change = {}) {
  const state: State = { ...withShapes(defaultState, shapes), sel: null, ...change };
  return { id, state };
}

export const presets: readonly Preset[] = [
  preset('P01', [[4], []]),
  preset('P02', [[4, 3], [3]]),
  preset('P03', [[4, 1], [3]], { sel: [1, 2] }),
  preset('P04', [
    [8, 1, 6, 1],
    [7, 1, 5],
  ]),
  preset('P05', [[256, 256, 3], [3]], { op: 'Mul' }),
  preset('P06', [[3, 4], [3]]),
  preset('P07', [
    [3, 4],
    [3, 1],
  ]),
  preset('P08', [[3, 3], [3]]),
  preset('P09', [[77, 1], [77]], { op: 'Sub' }),
  preset('P10', [[2, 3, 4], [2]]),
  preset('P11', [
    [2, 3, 4],
    [2, 1, 1],
  ]),
  preset('P12', [
    [2, 256, 256],
    [2, 1, 256, 256],
  ]),
  preset('P13', [
    [197, 768],
    [1, 197, 768],
  ]),
  preset('P14', [[5, 2], [2]]),
  preset(
    'P15',
    [
      [2, 3, 4, 5],
      [3, 4],
    ],
    { rule: 'onnx-legacy', axis: 1 },
  ),
  preset('P16', [
    [4, 5],
    [2, 3, 4, 5],
  ]),
  preset('P17', [
    [0, 3],
    [1, 3],
  ]),
  preset('P18', [[2, 0], [2]]),
  preset('P19', [[2, 1], [1, 3], []], { op: 'Where' }),
  preset('P20', [[5, 1], [1, 6], [6], []], { op: 'Sum' }),
  preset('P21', [[60000, 1], [60000]]),
  preset(
    'P22',
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
