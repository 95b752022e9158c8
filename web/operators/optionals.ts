/** Optional values, which are tensors or absent here. */
import type { Operator } from './operator.js';
import { history } from './operator.js';

export const optionalOperators: readonly Operator[] = [
  {
    name: 'OptionalHasElement',
    versions: history({ since: [15, 18], inputs: [0, 1], types: [] }),
    readsShapes: true,
    lower: (call) => [
      call.lowering.constant('bool', [], Uint8Array.of(call.inputs[0] === undefined ? 0 : 1)),
    ],
  },

  {
    name: 'OptionalGetElement',
    versions: history({ since: [15, 18], inputs: [1, 1], types: [] }),
    lower: (call) => [call.input(0)],
  },
];
