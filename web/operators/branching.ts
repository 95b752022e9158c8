/** If, Loop and Scan, whose subgraphs only sessions run. */
import { history, type Operator, type Version } from './operator.js';

const withGraphs = (
  name: string,
  opsets: readonly number[],
  version: Pick<Version, 'inputs' | 'attributes'>,
): Operator => ({
  name,
  versions: history({ since: opsets, ...version, outputs: Infinity, types: [] }),
  lower(call) {
    throw call.fault('graph');
  },
});

const SINCE = [11, 13, 16, 19, 21, 23, 24, 25];

const ofScan = { body: 'other', num_scan_inputs: 'int' } as const;

const scanOfBatches = withGraphs('Scan', [8], {
  inputs: [1, Infinity],
  attributes: { ...ofScan, directions: 'ints' },
});

const scanAlongAxes = withGraphs('Scan', [9, ...SINCE], {
  inputs: [1, Infinity],
  attributes: {
    ...ofScan,
    scan_input_axes: 'ints',
    scan_input_directions: 'ints',
    scan_output_axes: 'ints',
    scan_output_directions: 'ints',
  },
});

export const branchingOperators: readonly Operator[] = [
  {
    ...withGraphs('If', [1, ...SINCE], {
      inputs: [1, 1],
      attributes: { then_branch: 'other', else_branch: 'other' },
    }),
    shapeInputs: [0],
  },

  /** The inputs are a trip count, a condition, and the loop-carried values. */
  withGraphs('Loop', [1, ...SINCE], {
    inputs: [0, Infinity],
    attributes: { body: 'other' },
  }),

  {
    ...scanAlongAxes,
    versions: [...scanOfBatches.versions, ...scanAlongAxes.versions],
  },
];
