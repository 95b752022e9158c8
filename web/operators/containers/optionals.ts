/** Operators on optional values, and Identity of sequences and optional values. */
import { history } from '../operator.js';
import { ALL } from '../type-sets.js';
import { containerFault } from './messages.js';
import type { ContainerOperator } from './operator.js';
import { contentOf } from './values.js';

/** Kinds that may be optional; since opset 18, anything. */
const HOLDER = { optional: 15, tensor: 18, sequence: 18 } as const;

export const optionalOperators: readonly ContainerOperator[] = [
  {
    name: 'Optional',
    versions: history({ since: 15, inputs: [0, 1], types: [ALL], attributes: { type: 'other' } }),
    kinds: [{ tensor: 15, sequence: 15 }],
    lower(call) {
      const [given] = call.values;
      if (!given && !call.attributes.names.includes('type'))
        throw call.fault('attributeMissing', 'type');
      return [{ type: given?.type, content: given && contentOf(given) }];
    },
  },

  {
    name: 'OptionalHasElement',
    versions: history({ since: 15, inputs: [1, 1], types: [ALL] }, { since: 18, inputs: [0, 1] }),
    kinds: [HOLDER],
    readsShapes: true,
    lower(call) {
      const [given] = call.values;
      const holds = given !== undefined && contentOf(given) !== undefined;
      return [call.lowering.constant('bool', [], Uint8Array.of(holds ? 1 : 0))];
    },
  },

  {
    name: 'OptionalGetElement',
    versions: history({ since: [15, 18], inputs: [1, 1], types: [ALL] }),
    kinds: [HOLDER],
    lower(call) {
      const content = contentOf(call.value(0));
      if (!content) throw containerFault(call.node, 'nothing');
      return [content];
    },
  },

  {
    name: 'Identity',
    versions: history({ since: [14, 16, 19, 21, 23, 24, 25], inputs: [1, 1], types: [ALL] }),
    kinds: [{ tensor: 1, sequence: 14, optional: 16 }],
    lower: (call) => [call.value(0)],
  },
];
