/**
 * Loop, and the parts that Scan shares with it. If shapes are the same in every iteration, the body becomes
 * one program that runs repeatedly. Otherwise its nodes are lowered for each iteration, and the trip count
 * must be constant.
 */
import { sameDims, sizeOf } from '../../base/dims.js';
import { arrayOf, bytesOf } from '../../base/dtypes.js';
import type { Task } from '../../engine/task.js';
import type { Lowering } from '../../graph/lowering.js';
import { bytesOfValue, type Value } from '../../graph/values.js';
import { checkKind, checkMade, onlyTensors } from '../../operators/containers/kinds.js';
import {
  type AnyValue,
  contentOf,
  isOptional,
  isTensor,
  kindOfValue,
  textOfValue,
} from '../../operators/containers/values.js';
import { operatorFault } from '../../operators/messages.js';
import { entryOf, joined } from '../../operators/movement.js';
import { onnxMessages } from '../model/messages.js';
import type { BoundGraph } from './bind.js';
import { Body, captured, placeFor } from './body.js';
import { attempted, checkPassed, graphOf, PASSED, type Site } from './control.js';
import { MOST_ITERATIONS, repeating } from './repetition.js';

/** Loops with at most this number of iterations are unrolled if possible: their steps fuse with others. */
const FEW = 4;
/** Limit for bodies without nodes; otherwise the limit is on the number of nodes. */
const MOST_UNROLLED = 100_000;

/** A loop, or the scan of one batch entry. */
interface Iteration<State extends AnyValue = AnyValue> {
  readonly site: Site;
  readonly graph: BoundGraph;
  /** `undefined` if it depends on run-time values; Infinity if only the condition ends the loop. */
  readonly trips: number | undefined;
  readonly tripCount: Value | undefined;
  readonly condition: Value | undefined;
  /** Whether the body has the iteration number and the condition as inputs, and the condition as output. */
  readonly isLoop: boolean;
  readonly states: readonly State[];
  /** Values from which each iteration uses one slice along the first axis. */
  readonly slices: readonly SlicedValue[];
  /** For each scan output, whether it is used, and whether it is stacked in reverse. */
  readonly stacks: readonly Stack[];
}

export interface SlicedValue {
  readonly value: Value;
  readonly reversed: boolean;
}

export interface Stack {
  readonly wanted: boolean;
  readonly reversed: boolean;
}

/** The states after the last iteration, and the scan outputs. */
export interface Iterated<State extends AnyValue = AnyValue> {
  readonly states: readonly State[];
  readonly stacks: readonly (Value | undefined)[];
}

export const fault = ({ bound }: Site, message: string) =>
  bound.bound.fault('invalid_shape', message);

const truth = (lowering: Lowering): Value => lowering.constant('bool', [], Uint8Array.of(1));

/** Whether a condition is true; `undefined` if it is not constant. */
function isOn(lowering: Lowering, condition: Value | undefined): boolean | undefined {
  if (!condition) return true;
  const known = lowering.known(condition);
  return known && Boolean(known[0]);
}

/** The outputs of the body by role. */
function outputsOf({ site, isLoop, states }: Iteration, outputs: readonly AnyValue[]) {
  const first = isLoop ? 1 : 0;
  const tensors = (some: readonly AnyValue[]): readonly Value[] => {
    for (const value of some) checkMade(site.bound.bound, value);
    return some as readonly Value[];
  };
  return {
    goesOn: tensors(outputs.slice(0, first))[0],
    states: outputs.slice(first, first + states.length),
    stacks: tensors(outputs.slice(first + states.length)),
  };
}

/** Whether a state may be replaced by the value that an iteration returns for it. */
function mayFollow(before: AnyValue, after: AnyValue): boolean {
  const areOneType = !before.type || !after.type || before.type === after.type;
  // A value is compatible with the content of an optional one.
  const content = contentOf(before);
  const kind = kindOfValue(after);
  const isOneKind = kind === kindOfValue(before);
  return (
    areOneType && (isOneKind || (isOptional(before) && (!content || kind === kindOfValue(content))))
  );
}

function checkStates(iteration: Iteration, states: readonly AnyValue[]): void {
  const { site } = iteration;
  for (const [at, before] of iteration.states.entries()) {
    const after = states[at];
    if (!after || !mayFollow(before, after)) {
      const [was, is] = [textOfValue(before), after ? textOfValue(after) : 'nothing'];
      throw fault(site, onnxMessages.carried(site.bound.node.label, at, was, is));
    }
  }
}

/** If the states are tensors before the first iteration, they are tensors after the last. */
export function iterated<State extends AnyValue>(iteration: Iteration<State>): Iterated<State>;
export function iterated(iteration: Iteration): Iterated {
  const { states } = iteration;
  const isOfTensors = states.every(isTensor);
  return (isOfTensors ? rolled({ ...iteration, states }) : undefined) ?? unrolled(iteration);
}

/** The placeholders of an iteration's inputs. */
interface Places {
  /** The number of the iteration, in a Loop. */
  readonly counter: readonly Value[];
  readonly states: readonly Value[];
  readonly slices: readonly Value[];
}

const placesOf = ({ isLoop, slices, states }: Iteration<Value>): Places => ({
  counter: isLoop ? [placeFor({ type: 'int64', dims: [] })] : [],
  states: states.map(placeFor),
  slices: slices.map(({ value }) => placeFor({ ...value, dims: value.dims.slice(1) })),
});

/** The analysis of a loop with constant shapes. */
interface Repeated {
  /** `undefined` if there are no iterations. */
  readonly body: Body | undefined;
  /** `undefined` if the trip count is not constant. */
  readonly trips: number | undefined;
  /** Whether the condition has to be read after each iteration. */
  readonly checks: boolean;
  /** The outer values that the body uses. */
  readonly outer: readonly Value[];
  /** The slice of each scan output that one iteration produces. */
  readonly stacked: readonly Value[];
}

/** `undefined` if shapes change between iterations, or must be constant but are not. */
function repeated(
  iteration: Iteration<Value>,
  places: Places,
  lowering: Lowering,
): Repeated | undefined {
  const { site, graph, isLoop } = iteration;
  const around = captured(graph, site.around);
  if (!around) return undefined;
  const { counter, states, slices } = places;
  const given = [...counter, ...(isLoop ? [truth(lowering)] : []), ...states, ...slices];
  const outputs = outputsOf(iteration, site.lowerGraph(lowering, graph, given, around.values));
  checkStates(iteration, outputs.states);
  const made = outputs.states as readonly Value[];
  const goesOn = isOn(lowering, outputs.goesOn);
  const trips = tripsOf(iteration, goesOn);
  const checks = isLoop && goesOn === undefined;
  const known = { trips, checks, outer: around.outer, stacked: outputs.stacks };
  if (trips === 0) {
    lowering.resources.dispose();
    return { ...known, body: undefined };
  }
  const isFixed = made.every(({ dims }, i) => sameDims(dims, states[i]?.dims ?? []));
  const wanted = wantedOf(iteration, outputs.stacks);
  if (!isFixed || wanted.some(({ type }) => type === 'string')) return undefined;
  if (trips === undefined ? wanted.length > 0 : trips <= FEW) return undefined;
  if (trips !== undefined && trips > MOST_ITERATIONS) throw endless(site);
  // Checked before there is a body, which would have to be freed.
  if (trips !== undefined) for (const { dims } of wanted) checkDims(site, [trips, ...dims]);
  const body = new Body(
    lowering,
    [...counter, ...states, ...slices, ...around.inner],
    [...(checks ? [outputs.goesOn as Value] : []), ...made, ...wanted],
  );
  return { ...known, body };
}

/** Selects the items of scan outputs that are used. */
const wantedOf = <Item>({ stacks }: Iteration, items: readonly Item[]): Item[] =>
  items.filter((_, i) => stacks[i]?.wanted);

/** All iterations as one task, from states and slices to states and scan outputs. */
function taskOf(
  iteration: Iteration<Value>,
  places: Places,
  body: Body,
  { trips, checks, stacked }: Repeated,
): Task {
  const { site, isLoop, states, slices, stacks } = iteration;
  const reversed = wantedOf(iteration, stacks).map((stack) => stack.reversed);
  return repeating({
    ...{ body, memory: site.lowering.memory, trips, checks },
    counts: isLoop,
    states: states.map(({ type, dims }) => ({ type, dims })),
    slices: slices.map((slice, i) => ({
      bytes: bytesOfValue(places.slices[i] as Value),
      reversed: slice.reversed,
    })),
    stacks: wantedOf(iteration, stacked).map(({ type, dims }, i) => ({
      type,
      dims: [trips as number, ...dims],
      bytes: bytesOfValue({ type, dims }),
      reversed: reversed[i] as boolean,
    })),
    endless: () => endless(site),
  });
}

/** The iterations as one program that runs repeatedly; `undefined` if that is impossible. */
function rolled(iteration: Iteration<Value>): Iterated<Value> | undefined {
  const { site, tripCount, condition, states, slices, stacks } = iteration;
  const places = placesOf(iteration);
  if ([...places.slices, ...places.states].some(({ type }) => type === 'string')) return undefined;
  const once = attempted(site, (lowering) => repeated(iteration, places, lowering));
  if (!once) return undefined;
  if (!once.body) return untouched(iteration, once.stacked);
  const task = taskOf(iteration, places, once.body, once);
  const asks = once.trips === undefined;
  const inputs = [
    asks ? tripCount : undefined,
    asks ? condition : undefined,
    ...states,
    ...slices.map(({ value }) => value),
    ...once.outer,
  ];
  const wanted = task.outputs.map(() => true);
  const made = site.lowering.work(task, inputs, wanted) as Value[];
  let next = states.length;
  return {
    states: made.slice(0, states.length),
    stacks: stacks.map((stack) => (stack.wanted ? made[next++] : undefined)),
  };
}

const endless = (site: Site) =>
  fault(site, onnxMessages.endless(site.bound.node.label, MOST_ITERATIONS));

function checkDims(site: Site, dims: readonly number[]): void {
  if (
    dims.length > site.lowering.maxRank ||
    !Number.isSafeInteger(bytesOf('float64', sizeOf(dims)))
  )
    throw operatorFault(site.bound.bound, 'sizes', dims);
}

/** The trip count if the condition after each iteration is constant. */
function tripsOf({ site, condition, trips }: Iteration, goesOn: boolean | undefined) {
  const starts = isOn(site.lowering, condition);
  if (starts === false || trips === 0) return 0;
  if (starts === undefined || trips === undefined || goesOn === undefined) return undefined;
  return goesOn ? trips : 1;
}

/** The results of zero iterations; `stacked` are the slices that one would produce. */
function untouched<State extends AnyValue>(
  { site, states, stacks }: Iteration<State>,
  stacked: readonly Value[],
): Iterated<State> {
  const { lowering } = site;
  const none = ({ type, dims }: Value): Value => {
    const made = [0, ...dims];
    checkDims(site, made);
    return lowering.constant(type, made, type === 'string' ? [] : new (arrayOf(type))(0));
  };
  return {
    states,
    stacks: stacks.map(({ wanted }, i) => (wanted ? none(stacked[i] as Value) : undefined)),
  };
}

/** Converts the result of an iteration to the next state. */
const asState = (before: AnyValue, after: AnyValue): AnyValue =>
  isOptional(before) && !isOptional(after) ? { type: after.type, content: after } : after;

/** The scan slices that an iteration would produce. */
function unmade(iteration: Iteration): readonly Value[] | undefined {
  const { site, graph, isLoop, states } = iteration;
  return attempted(site, (lowering) => {
    const { counter, slices } = placesOf({ ...iteration, states: [] });
    const given = [...counter, ...(isLoop ? [truth(lowering)] : []), ...states, ...slices];
    const { stacks } = outputsOf(iteration, site.lowerGraph(lowering, graph, given, site.around));
    lowering.resources.dispose();
    return stacks;
  });
}

function unrolled(iteration: Iteration): Iterated {
  const { site, graph, isLoop, trips, slices } = iteration;
  const { lowering, bound } = site;
  const unknown = () =>
    bound.bound.fault('dynamic_shape', onnxMessages.unknownTrips(bound.node.label));
  if (trips === undefined) throw unknown();
  let goesOn = isOn(lowering, iteration.condition);
  let states: readonly AnyValue[] = iteration.states;
  const stacks: Value[][] = iteration.stacks.map(() => []);
  for (let at = 0; at < trips; at++) {
    if (goesOn === undefined) throw unknown();
    if (!goesOn) break;
    if (at >= MOST_UNROLLED) throw fault(site, onnxMessages.unrolled(bound.node.label, at));
    const number = () => lowering.constant('int64', [], BigInt64Array.of(BigInt(at)));
    const taken = slices.map(({ value, reversed }) =>
      entryOf(site, value, 0, reversed ? trips - 1 - at : at),
    );
    const carried = states.map((state, i) => asState(iteration.states[i] as AnyValue, state));
    const given = [...(isLoop ? [number(), truth(lowering)] : []), ...carried, ...taken];
    const made = outputsOf(iteration, site.lowerGraph(lowering, graph, given, site.around));
    checkStates(iteration, made.states);
    states = made.states;
    goesOn = isLoop ? isOn(lowering, made.goesOn) : true;
    for (const [i, value] of made.stacks.entries()) stacks[i]?.push(value);
  }
  if (stacks.some((rows, i) => iteration.stacks[i]?.wanted && rows.length === 0)) {
    const stacked = unmade(iteration);
    if (!stacked) throw unknown();
    return untouched(iteration, stacked);
  }
  return {
    states,
    stacks: iteration.stacks.map(({ wanted, reversed }, i) => {
      if (!wanted) return undefined;
      const rows = stacks[i] as Value[];
      return stackedRows(site, reversed ? [...rows].reverse() : rows);
    }),
  };
}

export function stackedRows(site: Site, rows: readonly Value[]): Value {
  const { lowering, bound } = site;
  const [first] = rows as readonly [Value];
  const other = rows.find(({ dims }) => !sameDims(dims, first.dims));
  if (other) throw fault(site, onnxMessages.stacked(bound.node.label, first.dims, other.dims));
  checkDims(site, [rows.length, ...first.dims]);
  const raised = rows.map((row) => lowering.alias(row, [1, ...row.dims]));
  return joined(site, raised, 0);
}

/** A trip count as an integer; `undefined` if it is not constant. */
function knownTrips(site: Site, value: Value | undefined): number | undefined {
  if (!value) return Infinity;
  const known = site.lowering.known(value);
  if (value.type !== 'int64' || sizeOf(value.dims) !== 1)
    throw operatorFault(site.bound.bound, 'scalar', 0);
  return known && Math.max(0, Number(known[0]));
}

export function lowerLoop(site: Site): (AnyValue | undefined)[] {
  const { bound, inputs } = site;
  const { node } = bound;
  const graph = graphOf(site, 'body');
  const [tripCount, condition] = onlyTensors(bound.bound, inputs.slice(0, 2));
  const carried = inputs.slice(2);
  for (const [i, value] of carried.entries()) checkKind(bound.bound, i + 2, value, PASSED);
  const states = carried.filter((value) => value !== undefined);
  const stacks = graph.outputs.length - 1 - states.length;
  const fits =
    states.length === carried.length &&
    graph.inputs.length === states.length + 2 &&
    stacks >= 0 &&
    node.outputs.length <= graph.outputs.length - 1;
  if (!fits) throw fault(site, onnxMessages.body(node.label));
  if (condition && (condition.type !== 'bool' || sizeOf(condition.dims) !== 1))
    throw operatorFault(bound.bound, 'scalar', 1);
  const made = iterated({
    ...{ site, graph, tripCount, condition, states },
    isLoop: true,
    trips: knownTrips(site, tripCount),
    slices: [],
    stacks: Array.from({ length: stacks }, (_, i) => ({
      wanted: Boolean(node.outputs[states.length + i]),
      reversed: false,
    })),
  });
  checkPassed(site, made.states);
  return [...made.states, ...made.stacks];
}
