/** Operators that build, split and join sequences. */
import type { Value } from '../../graph/values.js';
import { joinedAlong, partOf } from '../movement.js';
import { history } from '../operator.js';
import { ALL, ALL_BF, INDICES } from '../type-sets.js';
import { containerFault } from './messages.js';
import {
  type ContainerCall,
  type ContainerOperator,
  checkCount,
  checkElement,
} from './operator.js';

const TENSOR = { tensor: 11 } as const;
const SEQUENCE = { sequence: 11 } as const;

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** The sizes of the parts into which SplitToSequence splits an axis. */
function partSizes(call: ContainerCall, size: number): number[] {
  const split = call.inputs[1];
  const given = split && call.numbers(1);
  if (split?.dims.length === 1 && given) {
    checkCount(call.node, given.length);
    if (sum(given) !== size || given.some((part) => part < 0))
      throw call.fault('split', given, size);
    return given;
  }
  const [part = 1] = given ?? [];
  if (part < 1) throw containerFault(call.node, 'chunk', part);
  const count = Math.ceil(size / part);
  checkCount(call.node, count);
  return Array.from({ length: count }, (_, i) => Math.min(part, size - i * part));
}

/**
 * Whether `keepdims` applies. ONNX ignores it if there is a split. PyTorch's exporter writes unbind with an
 * explicit scalar split of 1, and expects parts without the axis, as onnxruntime returns them.
 */
const splitsByOne = (call: ContainerCall): boolean => {
  const split = call.inputs[1];
  return !split || (split.dims.length === 0 && call.numbers(1)?.[0] === 1);
};

/** Replaces `count` elements starting at `at`. Unlike a spread, this copies memory. */
function spliced(
  elements: readonly Value[],
  at: number,
  removed: number,
  ...added: readonly Value[]
): Value[] {
  const made = elements.slice();
  made.splice(at, removed, ...added);
  return made;
}

const without = (dims: readonly number[], axis: number): number[] =>
  dims.filter((_, at) => at !== axis);

export const sequenceOperators: readonly ContainerOperator[] = [
  {
    name: 'SequenceConstruct',
    versions: history({ since: 11, inputs: [1, Infinity], types: [ALL] }),
    kinds: [TENSOR],
    lower: (call) => [call.make(call.inputs.map((_, at) => call.input(at)))],
  },

  {
    name: 'SequenceEmpty',
    versions: history({ since: 11, inputs: [0, 0], types: [], attributes: { dtype: 'type' } }),
    kinds: [],
    lower: (call) => [call.make([], call.elementType('dtype', 'float32', ALL))],
  },

  {
    name: 'SequenceLength',
    versions: history({ since: 11, inputs: [1, 1], types: [ALL] }),
    kinds: [SEQUENCE],
    readsShapes: true,
    lower: (call) => [call.int64s([], [call.sequence(0).elements.length])],
  },

  {
    name: 'SequenceAt',
    versions: history({ since: 11, inputs: [2, 2], types: [ALL, INDICES] }),
    kinds: [SEQUENCE, TENSOR],
    shapeInputs: [1],
    lower(call) {
      const { elements } = call.sequence(0);
      call.input(1);
      const element = elements[call.position(1, elements.length, 0)];
      if (!element) throw call.outside(1, elements.length);
      return [element];
    },
  },

  {
    name: 'SequenceInsert',
    versions: history({ since: 11, inputs: [2, 3], types: [ALL, ALL, INDICES] }),
    kinds: [SEQUENCE, TENSOR, TENSOR],
    shapeInputs: [2],
    lower(call) {
      const { type, elements } = call.sequence(0);
      const added = call.input(1);
      checkElement(call.node, type, added);
      const count = elements.length;
      const at = call.position(2, count, count);
      if (at < 0 || at > count) throw call.outside(2, count);
      return [call.make(spliced(elements, at, 0, added), type ?? added.type)];
    },
  },

  {
    name: 'SequenceErase',
    versions: history({ since: 11, inputs: [1, 2], types: [ALL, INDICES] }),
    kinds: [SEQUENCE, TENSOR],
    shapeInputs: [1],
    lower(call) {
      const { type, elements } = call.sequence(0);
      const at = call.position(1, elements.length, elements.length - 1);
      if (!elements[at]) throw call.outside(1, elements.length);
      return [call.make(spliced(elements, at, 1), type)];
    },
  },

  {
    name: 'SequenceMap',
    versions: history({
      since: 17,
      inputs: [1, Infinity],
      outputs: Infinity,
      types: [ALL, ALL],
      attributes: { body: 'other' },
    }),
    kinds: [SEQUENCE, { tensor: 17, sequence: 17 }],
    lower(call) {
      throw call.fault('graph');
    },
  },

  {
    name: 'SplitToSequence',
    versions: history(
      {
        since: 11,
        inputs: [1, 2],
        types: [ALL, INDICES],
        attributes: { axis: 'int', keepdims: 'int' },
      },
      { since: 24, types: [ALL_BF, INDICES] },
    ),
    kinds: [TENSOR],
    shapeInputs: [1],
    lower(call) {
      const input = call.input(0);
      const { dims, type } = input;
      const axis = call.ownAxis(0, dims.length);
      const keeps = call.flag('keepdims', true) || !splitsByOne(call);
      let start = 0;
      const parts = partSizes(call, dims[axis] as number).map((size): Value => {
        const part = partOf(call, input, axis, start, size);
        start += size;
        return keeps ? part : call.lowering.alias(part, without(part.dims, axis));
      });
      return [call.make(parts, type)];
    },
  },

  {
    name: 'ConcatFromSequence',
    versions: history({
      since: 11,
      inputs: [1, 1],
      types: [ALL],
      attributes: { axis: 'int', new_axis: 'int' },
    }),
    kinds: [SEQUENCE],
    lower(call) {
      const { elements } = call.sequence(0);
      const [first] = elements;
      if (!first) throw containerFault(call.node, 'nothingToJoin');
      const isNew = call.flag('new_axis');
      const axis = call.axis(call.needs('axis', 'int'), first.dims.length + (isNew ? 1 : 0));
      const raised = ({ dims }: Value): number[] => [
        ...dims.slice(0, axis),
        1,
        ...dims.slice(axis),
      ];
      const joined = isNew
        ? elements.map((element) => call.lowering.alias(element, raised(element)))
        : elements;
      return [joinedAlong(call, joined, axis)];
    },
  },
];
