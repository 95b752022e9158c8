/** Reads and writes elements and rows by indices over several axes. */
import { denseStrides, sameDims, sizeOf } from '../base/dims.js';
import { arrayOf, type DType } from '../base/dtypes.js';
import type { SimdcastError } from '../base/errors.js';
import { IndexError } from '../engine/rejected-run.js';
import type { Reduction, Task } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import type { FaultyNode } from './faults.js';
import { type OperatorFault, operatorFault } from './messages.js';
import { type Call, history, type Operator, type Version, withAxis } from './operator.js';
import { ALL, ALL_BF, INDICES, INT64 } from './type-sets.js';

/** Indices counted from the start of their axes; those out of range become `outside`. */
function counted(call: Call, indices: Value, sizes: Value, outside: Value): Value {
  const make = call.compute;
  const zero = call.int64s([], [0]);
  const isNegative = make('Less', indices, zero);
  const positive = make('Where', isNegative, make('Add', indices, sizes), indices);
  const isOutside = make(
    'Or',
    make('Less', positive, zero),
    make('GreaterOrEqual', positive, sizes),
  );
  return make('Where', isOutside, outside, positive);
}

/** Creates the error of a fault in a node. */
type Faults = (...fault: OperatorFault) => SimdcastError;

/** The error about an index, by its position. */
type IndexFault = (fault: Faults, position: number, inputs: readonly number[]) => SimdcastError;

/** The tasks within those that name a node. */
const within = new WeakMap<Task, { readonly task: Task; readonly faultAt: IndexFault }>();

function named(node: FaultyNode, task: Task, faultAt: IndexFault): Task {
  const naming: Task = {
    ...task,
    run(workspace, outputs, inputs) {
      try {
        task.run(workspace, outputs, inputs);
      } catch (error) {
        if (!(error instanceof IndexError)) throw error;
        throw faultAt((...fault) => operatorFault(node, ...fault), error.position, inputs);
      }
    },
  };
  within.set(naming, { task, faultAt });
  return naming;
}

/** A task for another node that is alike: its errors name that one. */
export function taskFor(node: FaultyNode, task: Task): Task {
  const inner = within.get(task);
  return inner ? named(node, inner.task, inner.faultAt) : task;
}

/** A task whose errors about indices name the node. */
export const naming = (
  call: Call,
  task: Task,
  faultAt: IndexFault = (fault, position) => fault('indexOutside', position),
): Task => named(call.node, task, faultAt);

/** Like `naming`; the error is created from the index, an element of `indices`, which is input `at`. */
export function namingIndex(
  call: Call,
  task: Task,
  at: number,
  { type, dims }: Value,
  faultOf: (fault: Faults, index: number, position: number) => SimdcastError,
): Task {
  const { memory } = call.lowering;
  return naming(call, task, (fault, position, inputs) => {
    const all = memory.view(arrayOf(type), inputs[at] as number, sizeOf(dims));
    return faultOf(fault, Number(all[position]), position);
  });
}

/** For indices along one axis: the flat position of each element in the data. */
function placesAlong(call: Call, data: Value, given: Value, axis: number): Value {
  const make = call.compute;
  const { dims } = data;
  const strides = denseStrides(dims);
  const rank = dims.length;
  const places = given.dims.reduce<Value | undefined>((sum, size, each) => {
    if (each === axis || size === 1) return sum;
    const shape = given.dims.map((_, other) => (other === each ? size : 1));
    const along = call.table('int64', shape, (at) => at * (strides[each] as number));
    return sum ? make('Add', sum, along) : along;
  }, undefined);
  const ones = new Array<number>(rank).fill(1);
  const stride = call.int64s(ones, [strides[axis] as number]);
  // An index out of range must be outside the data, whatever the positions on the other axes.
  const outside = call.int64s(ones, [sizeOf(dims) + 1]);
  const size = call.int64s(ones, [dims[axis] as number]);
  const along = make('Mul', counted(call, call.cast(given, 'int64'), size, outside), stride);
  return places ? make('Add', along, places) : along;
}

function checkAlong(call: Call, axis: number): void {
  const [data, indices] = [call.input(0), call.input(1)];
  const fits =
    indices.dims.length === data.dims.length &&
    indices.dims.every((size, each) => each === axis || size <= (data.dims[each] as number));
  if (!fits) throw call.fault('indicesShape', data.dims, indices.dims);
}

function noStrings(call: Call): void {
  if (call.input(0).type === 'string') throw call.fault('noStrings');
}

const axisOf = (call: Call): number => call.ownAxis(0, call.input(0).dims.length);

/** Gathers rows of `inner` elements by position. */
function rowsAt(call: Call, data: Value, places: Value, inner: number): Value {
  const { lowering } = call;
  const rows = lowering.alias(data, [sizeOf(data.dims) / inner, inner]);
  const task = naming(call, lowering.tasks.gather(rows, places, 0));
  return call.result(task, [rows, places]);
}

/** For tuples of indices along the last axis, after `batch` axes: the row of the data that each tuple selects. */
function placesOfTuples(call: Call, data: Value, given: Value, batch: number): Value {
  const { lowering } = call;
  const make = call.compute;
  const depth = given.dims.at(-1) as number;
  const sizes = data.dims.slice(batch, batch + depth);
  const rows = sizeOf(data.dims.slice(0, batch + depth));
  const outside = call.int64s([], [rows + 1]);
  const tuples = counted(call, call.cast(given, 'int64'), call.int64s([depth], sizes), outside);
  const products = make('Mul', tuples, call.int64s([depth], denseStrides(sizes)));
  const shape = given.dims.slice(0, -1);
  const base = call.reduce('sum', products, [shape.length], false);
  if (batch === 0) return base;
  // Rows of each batch, in sequence.
  const batches = sizeOf(data.dims.slice(0, batch));
  const step = sizeOf(sizes);
  const offsets = call.table('int64', [batches, 1], (at) => at * step);
  const flat = lowering.alias(base, [batches, sizeOf(shape) / batches]);
  return lowering.alias(make('Add', flat, offsets), shape);
}

/** The elements of the row that a tuple selects. */
function checkTuples(call: Call, batch: number): readonly number[] {
  const [data, indices] = [call.input(0), call.input(1)];
  const depth = indices.dims.at(-1);
  const fits =
    depth !== undefined &&
    batch >= 0 &&
    batch < indices.dims.length &&
    batch + depth <= data.dims.length &&
    sameDims(data.dims.slice(0, batch), indices.dims.slice(0, batch));
  if (!fits) throw call.fault('indicesShape', data.dims, indices.dims);
  return data.dims.slice(batch + depth);
}

const REDUCTIONS: Readonly<Record<string, Reduction | undefined>> = {
  none: undefined,
  add: 'sum',
  mul: 'product',
  max: 'max',
  min: 'min',
};

/** How updates are folded: addition and multiplication since opset 16, the others since 18. */
function reductionOf(call: Call): Reduction | undefined {
  const known = call.since < 18 ? ['none', 'add', 'mul'] : Object.keys(REDUCTIONS);
  return REDUCTIONS[call.word('reduction', known)];
}

function scattered(call: Call, places: Value, inner: number): Value {
  const { lowering } = call;
  const [data, updates] = [call.input(0), call.input(2)];
  const reduction = reductionOf(call);
  if (updates.type !== data.type) throw call.fault('typesDiffer', data.type, updates.type);
  const task = lowering.tasks.scatter(data, sizeOf(places.dims), inner, reduction);
  return call.result(naming(call, task), [data, places, updates]);
}

const scatterVersions = (attributes: Version['attributes']): Version[] => {
  const version = (since: number, types: readonly DType[], more = {}): Version => ({
    since,
    inputs: [3, 3],
    types: [types, attributes ? INDICES : INT64, types],
    attributes: { ...attributes, ...more },
  });
  return [
    version(11, ALL),
    version(13, ALL_BF),
    version(16, ALL_BF, { reduction: 'string' }),
    version(18, ALL_BF, { reduction: 'string' }),
  ];
};

const scatterAlong: Operator['lower'] = (call) => {
  const [data, indices, updates] = [call.input(0), call.input(1), call.input(2)];
  const axis = axisOf(call);
  noStrings(call);
  checkAlong(call, axis);
  if (!sameDims(indices.dims, updates.dims)) throw call.wrongShape(2, indices.dims);
  if (sizeOf(indices.dims) === 0) return [data];
  return [scattered(call, placesAlong(call, data, indices, axis), 1)];
};

export const indexingOperators: readonly Operator[] = [
  {
    name: 'GatherElements',
    versions: history(
      { since: 11, inputs: [2, 2], types: [ALL, INDICES], attributes: withAxis },
      { since: 13, types: [ALL_BF, INDICES] },
    ),
    lower(call) {
      const [data, indices] = [call.input(0), call.input(1)];
      const axis = axisOf(call);
      noStrings(call);
      checkAlong(call, axis);
      if (sizeOf(indices.dims) === 0) return [call.lowering.make(data.type, indices.dims)];
      const places = placesAlong(call, data, indices, axis);
      return [call.lowering.alias(rowsAt(call, data, places, 1), indices.dims)];
    },
  },

  {
    name: 'GatherND',
    versions: history(
      { since: 11, inputs: [2, 2], types: [ALL, INT64] },
      { since: 12, attributes: { batch_dims: 'int' } },
      { since: 13, types: [ALL_BF, INT64] },
    ),
    lower(call) {
      const [data, indices] = [call.input(0), call.input(1)];
      const batch = call.int('batch_dims', 0);
      noStrings(call);
      const row = checkTuples(call, batch);
      const made = [...indices.dims.slice(0, -1), ...row];
      call.checkDims(made);
      if (sizeOf(made) === 0) return [call.lowering.make(data.type, made)];
      const places = placesOfTuples(call, data, indices, batch);
      return [call.lowering.alias(rowsAt(call, data, places, sizeOf(row)), made)];
    },
  },

  {
    name: 'ScatterElements',
    versions: scatterVersions(withAxis),
    lower: scatterAlong,
  },

  /** The name of ScatterElements up to opset 10. */
  {
    name: 'Scatter',
    versions: history({
      since: 9,
      inputs: [3, 3],
      types: [ALL, INDICES, ALL],
      attributes: withAxis,
    }),
    lower: scatterAlong,
  },

  {
    name: 'ScatterND',
    versions: scatterVersions(undefined),
    lower(call) {
      const [data, indices] = [call.input(0), call.input(1)];
      noStrings(call);
      const row = checkTuples(call, 0);
      const wanted = [...indices.dims.slice(0, -1), ...row];
      call.checkShape(2, wanted);
      if (sizeOf(wanted) === 0) return [data];
      return [scattered(call, placesOfTuples(call, data, indices, 0), sizeOf(row))];
    },
  },
];
