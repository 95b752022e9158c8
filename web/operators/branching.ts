/** If, whose branches are graphs: a session lowers the nodes of the one that is taken. */
import { operatorMessages } from './messages.js';
import { type Operator, versionsSince } from './operator.js';

export const branching: Operator = {
  name: 'If',
  versions: versionsSince([1, 11, 13, 16, 19, 21, 23, 24, 25], {
    inputs: [1, Infinity],
    outputs: Infinity,
    types: [],
    attributes: { then_branch: 'other', else_branch: 'other' },
  }),
  shapeInputs: [0],
  lower(call) {
    throw call.fault('unsupported_graph', operatorMessages.graph(call.label));
  },
};
