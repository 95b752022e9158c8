/** Scan: a loop over slices along any axis and from either end. */
import { allAxes, sizeOf } from '../../base/dims.js';
import { arrayOf, itemsOf } from '../../base/dtypes.js';
import type { Value } from '../../graph/values.js';
import { onlyTensors } from '../../operators/containers/kinds.js';
import { operatorFault } from '../../operators/messages.js';
import { entryOf, joined, partOf, permuted } from '../../operators/movement.js';
import { onnxMessages } from '../model/messages.js';
import { graphOf, type Site } from './control.js';
import {
  fault,
  type Iterated,
  iterated,
  type SlicedValue,
  type Stack,
  stackedRows,
} from './loops.js';

interface ScanSides {
  readonly states: readonly Value[];
  readonly scanInputs: readonly Value[];
}

function sidesOf(site: Site, given: readonly (Value | undefined)[]): ScanSides {
  const { node, bound } = site.bound;
  const graph = graphOf(site, 'body');
  const scanInputs = bound.attributes.find('num_scan_inputs', 'int') ?? 0;
  const values = given.filter((value) => value !== undefined);
  const states = values.length - scanInputs;
  const fits =
    values.length === given.length &&
    scanInputs >= 1 &&
    states >= 0 &&
    graph.inputs.length === values.length &&
    graph.outputs.length >= states &&
    node.outputs.length <= graph.outputs.length;
  if (!fits) throw fault(site, onnxMessages.body(node.label));
  return { states: values.slice(0, states), scanInputs: values.slice(states) };
}

/** An attribute with a number for each item, 0 by default. */
function listOf(site: Site, name: string, count: number): readonly number[] {
  const { bound } = site.bound;
  const given = bound.attributes.find(name, 'ints');
  if (given && given.length !== count)
    throw operatorFault(bound, 'eachAxis', name, given.length, count);
  return given ?? new Array<number>(count).fill(0);
}

function axisIn(site: Site, axis: number, rank: number): number {
  const counted = axis < 0 ? axis + rank : axis;
  if (counted < 0 || counted >= rank) throw operatorFault(site.bound.bound, 'axis', axis, rank);
  return counted;
}

/** Moves an axis to the front, or the first axis to that position. */
function axisFirst(site: Site, value: Value, axis: number): Value {
  const others = allAxes(value.dims).filter((each) => each !== axis);
  return permuted(site, value, [axis, ...others]);
}

function axisBack(site: Site, value: Value, axis: number): Value {
  const perm = allAxes(value.dims).slice(1);
  perm.splice(axis, 0, 0);
  return permuted(site, value, perm);
}

export const lowerScan = (site: Site): (Value | undefined)[] =>
  site.bound.resolved.version.since < 9 ? scanOfBatches(site) : scanAlongAxes(site);

function scanAlongAxes(site: Site): (Value | undefined)[] {
  const { bound } = site;
  const graph = graphOf(site, 'body');
  const { states, scanInputs } = sidesOf(site, onlyTensors(bound.bound, site.inputs));
  const made = graph.outputs.length - states.length;
  const axes = listOf(site, 'scan_input_axes', scanInputs.length);
  const directions = listOf(site, 'scan_input_directions', scanInputs.length);
  const outputAxes = listOf(site, 'scan_output_axes', made);
  const outputDirections = listOf(site, 'scan_output_directions', made);
  const slices = scanInputs.map((value, i) => ({
    value: axisFirst(site, value, axisIn(site, axes[i] as number, value.dims.length)),
    reversed: directions[i] === 1,
  }));
  const stacks = outputDirections.map((direction, i) => ({
    wanted: Boolean(bound.node.outputs[states.length + i]),
    reversed: direction === 1,
  }));
  const scanned = scan(site, states, slices, stacks);
  return [
    ...scanned.states,
    ...scanned.stacks.map(
      (value, i) =>
        value && axisBack(site, value, axisIn(site, outputAxes[i] as number, value.dims.length)),
    ),
  ];
}

function scan(
  site: Site,
  states: readonly Value[],
  slices: readonly SlicedValue[],
  stacks: readonly Stack[],
): Iterated<Value> {
  const lengths = slices.map(({ value }) => value.dims[0] as number);
  const [trips] = lengths;
  const other = lengths.find((length) => length !== trips);
  if (other !== undefined)
    throw fault(site, onnxMessages.scanInputs(site.bound.node.label, trips as number, other));
  const graph = graphOf(site, 'body');
  const none = { tripCount: undefined, condition: undefined, isLoop: false };
  return iterated({ ...none, site, graph, trips, states, slices, stacks });
}

/** Opset 8: the first axis of every operand is a batch, whose entries may end early. */
function scanOfBatches(site: Site): (Value | undefined)[] {
  const { bound, lowering } = site;
  const [ends, ...given] = onlyTensors(bound.bound, site.inputs);
  const { states, scanInputs } = sidesOf(site, given);
  const batch = scanInputs[0]?.dims[0] ?? 0;
  const longest = scanInputs[0]?.dims[1] ?? 0;
  const fits =
    [...states, ...scanInputs].every(({ dims }) => dims[0] === batch && dims.length > 0) &&
    scanInputs.every(({ dims }) => dims[1] === longest) &&
    batch > 0;
  if (!fits) throw fault(site, onnxMessages.body(bound.node.label));
  const lengths = ends && lowering.known(ends);
  if (ends && !lengths) throw operatorFault(bound.bound, 'dynamic', 0);
  const directions = listOf(site, 'directions', scanInputs.length);
  const graph = graphOf(site, 'body');
  const stacks = graph.outputs.slice(states.length).map((_, i) => ({
    wanted: Boolean(bound.node.outputs[states.length + i]),
    reversed: false,
  }));
  const each = Array.from({ length: batch }, (_, at) => {
    const length = lengths ? Number(lengths[at]) : longest;
    if (!(length >= 0 && length <= longest))
      throw operatorFault(bound.bound, 'index', length, longest);
    const entry = (value: Value) => entryOf(site, value, 0, at);
    const slices = scanInputs.map((value, i) => ({
      value: partOf(site, entry(value), 0, 0, length),
      reversed: directions[i] === 1,
    }));
    const scanned = scan(site, states.map(entry), slices, stacks);
    const filled = scanned.stacks.map((value) => value && padded(site, value, longest));
    return [...scanned.states, ...filled];
  });
  return (each[0] as (Value | undefined)[]).map((first, i) => {
    if (!first) return undefined;
    const rows = each.map((one) => one[i] as Value);
    return stackedRows(site, rows);
  });
}

/** Pads with zeros to this number of rows. */
function padded(site: Site, value: Value, rows: number): Value {
  const missing = rows - (value.dims[0] as number);
  if (missing === 0) return value;
  const dims = [missing, ...value.dims.slice(1)];
  const data =
    value.type === 'string'
      ? new Array<string>(sizeOf(dims)).fill('')
      : new (arrayOf(value.type))(itemsOf(value.type, sizeOf(dims)));
  return joined(site, [value, site.lowering.constant(value.type, dims, data)], 0);
}
