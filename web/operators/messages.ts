/** What can be wrong with a node: sentences by their codes. `node` is the operator, or a model's node. */
import { sizeOf } from '../base/dims.js';
import { choices, literal, messages } from '../base/messages.js';
import { type FaultIn, faultsOf } from './faults.js';

const shown = (dims: readonly unknown[]): string => `(${dims.join(',')})`;

/** Names in a sentence. */
export const anyOf = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : `${names[0]}`;

/** Why elements do not go into another shape, of which one size may be -1. */
function elementsDiffer(from: readonly number[], to: readonly number[]): string {
  const given = to.filter((size) => size >= 0);
  const open = to.length - given.length;
  if (open > 1 || to.some((size) => size < -1))
    return 'a size is 0 or more, and one of them may be -1, for what is left';
  const [has, takes] = [sizeOf(from), sizeOf(given)];
  if (open > 0 && takes === 0) return 'beside a size of 0, -1 could be any size';
  return open > 0
    ? `its ${has} elements are not a multiple of ${takes}`
    : `it has ${has} elements, and that shape ${takes}`;
}

const OPERATOR_FAULTS = {
  invalid_attribute: {
    attributeType: (node: string, name: string, wanted: string, got?: unknown) =>
      `The attribute '${name}' of ${node} must be ${wanted}${got === undefined ? '' : `, not ${literal(got)}`}.`,
    step: (node: string) => `${node} has a step of 0.`,
    oneForm: (node: string) => `${node} takes one of its attributes, and has several.`,
    eachAxis: (node: string, name: string, got: number, wanted: number) =>
      `The attribute '${name}' of ${node} has ${got} numbers; it takes ${wanted}.`,
    windowSize: (node: string, name: string, size: number) =>
      `The attribute '${name}' of ${node} has ${size}; it takes whole numbers from ${name === 'pads' || name === 'output_padding' ? 0 : 1} to 2147483647.`,
    allowed: (node: string, name: string, got: unknown, allowed: string) =>
      `The attribute '${name}' of ${node} is ${literal(got)}; it may be ${allowed}.`,
    allowedEach: (node: string, name: string, got: unknown, allowed: string) =>
      `The attribute '${name}' of ${node} has ${literal(got)}; each may be ${allowed}.`,
    equation: (node: string, equation: string, problem: string) =>
      `The equation of ${node} is '${equation.slice(0, 100)}': ${problem}.`,
    pattern: (node: string, pattern: string) =>
      `The pattern of ${node} must be a regular expression of RE2, which has no backreferences and no lookaround, but is '${pattern.slice(0, 100)}'.`,
  },
  attribute_unknown: {
    attributeUnknown: (node: string, name: string, known: readonly string[]) =>
      `${node} has no attribute '${name}' at this opset${known.length > 0 ? choices(name, 'its attributes are', known) : '; it takes none.'}`,
  },
  attribute_missing: {
    attributeMissing: (node: string, name: string) => `${node} needs the attribute '${name}'.`,
  },
  operand_count: {
    inputs: (
      node: string,
      got: number,
      { least, most, missing }: { least: number; most: number; missing: string | undefined },
    ) =>
      `${node} was given ${got} ${got === 1 ? 'input' : 'inputs'}, but at this opset takes ${most === 0 ? 'none: its arguments are attributes' : least === most ? least : most === Infinity ? `at least ${least}` : `${least} to ${most}`}${missing ? `: '${missing}' is missing` : ''}.`,
    inputGroups: (node: string, got: number, first: number, size: number) =>
      `${node} has ${got} inputs; after the first ${first}, it takes a multiple of ${size}.`,
    inputMissing: (node: string, at: number) => `Input ${at} of ${node} is missing.`,
    scalesOrSizes: (node: string) => `${node} takes scales or sizes: one of the two.`,
  },
  output_count: {
    outputCount: (node: string, got: number, most: number) =>
      `${node} was asked for ${got} outputs, but at this opset has at most ${most}.`,
  },
  type_unsupported: {
    type: (node: string, at: number, got: string, known: readonly string[], takes?: number) =>
      `Input ${at} of ${node} is ${got}, and must be ${anyOf(known)}. ${takes === undefined ? messages.cast(got) : `Opset ${takes} takes it.`}`,
  },
  result_unsupported: {
    castTo: (node: string, type: string) => `${node} cannot make ${type}. ${messages.cast(type)}`,
  },
  types_differ: {
    typesDiffer: (node: string, a: string, b: string) =>
      `The inputs of ${node} are ${a} and ${b}, and must be of one type. ${messages.cast(a, b)}`,
  },
  invalid_axis: {
    axis: (node: string, axis: number, rank: number) =>
      `${node} has no axis ${axis}: at rank ${rank} there are ${rank > 0 ? `axes ${-rank} to ${rank - 1}` : 'none'}.`,
    axisTwice: (node: string, axis: number) => `${node} names axis ${axis} twice.`,
    notOne: (node: string, axis: number, size: number) =>
      `${node} cannot remove axis ${axis}, which has size ${size}: only an axis of size 1 can be removed.`,
    perm: (node: string, perm: readonly number[], rank: number) =>
      `The perm of ${node} is ${shown(perm)}; it must name each of ${rank} axes once, counted from 0.`,
  },
  invalid_shape: {
    reshape: (node: string, from: readonly number[], to: readonly number[]) =>
      `${node} cannot give ${shown(from)} the shape ${shown(to)}: ${elementsDiffer(from, to)}.`,
    nothingKept: (node: string, axis: number, dims: readonly number[]) =>
      `${node} has size 0 at axis ${axis} of the shape, which keeps the input's size, but ${shown(dims)} has no axis ${axis}.`,
    concat: (node: string, axis: number, a: readonly number[], b: readonly number[]) =>
      `${node} cannot join ${shown(a)} and ${shown(b)} along axis ${axis}: the other axes must be equal.`,
    split: (node: string, sizes: readonly number[], size: number) =>
      `${node} cannot split an axis of size ${size} into ${shown(sizes)}: the sizes must be 0 or more, and add up to ${size}.`,
    splitEven: (node: string, count: number, size: number) =>
      `${node} cannot split an axis of size ${size} into ${count} equal parts.`,
    lengths: (node: string, what: string) => `${node}: ${what} must have the same length.`,
    rank: (node: string, rank: number, highest: number) =>
      `${node} would make a tensor of rank ${rank}; the highest is ${highest}.`,
    vector: (node: string, at: number) => `Input ${at} of ${node} must have one axis.`,
    scalar: (node: string, at: number) => `Input ${at} of ${node} must hold one element.`,
    sizes: (node: string, dims: readonly unknown[]) =>
      `${node} would make ${shown(dims)}, which is not a valid shape.`,
    emptyAxis: (node: string) => `${node} has nothing to choose from: the axis has size 0.`,
    pads: (node: string, got: number, wanted: number) =>
      `The pads of ${node} are ${got} numbers; it takes ${wanted}: how many before each axis, then how many after each.`,
    padsOut: (node: string, dims: readonly number[]) =>
      `The pads of ${node} leave nothing to repeat of ${shown(dims)}.`,
    repeats: (node: string, got: number, rank: number) =>
      `The repeats of ${node} are ${got} ${got === 1 ? 'number' : 'numbers'}; it takes ${rank}: one for each axis of its input.`,
    values: (node: string) =>
      `The values of ${node} must be two: the one for off, then the one for on.`,
    imageRank: (node: string, at: number, rank: number) =>
      `Input ${at} of ${node} has rank ${rank}; images have a batch axis, a channel axis, and one to three axes more.`,
    windowFit: (node: string, axis: number, reach: number, size: number) =>
      `A window of ${node} reaches over ${reach} elements of axis ${axis}, which has ${size} with its pads.`,
    kernelShape: (node: string, said: readonly number[], weights: readonly number[]) =>
      `The kernel_shape of ${node} is ${shown(said)}, and its weights are ${shown(weights)}.`,
    channels: (node: string, channels: number, group: number, weights: readonly number[]) =>
      `${node} with group ${group} cannot apply weights of ${shown(weights)} to ${channels} channels.`,
    biasShape: (node: string, bias: readonly number[], channels: number) =>
      `The bias of ${node} is ${shown(bias)}; it should be (${channels}): a number for each output channel.`,
    inputBeside: (node: string, at: number, dims: readonly number[], other: number) =>
      `Input ${other} of ${node} must be absent where input ${at} is ${shown(dims)}.`,
    operandShape: (node: string, at: number, got: readonly number[], wanted: readonly unknown[]) =>
      `Input ${at} of ${node} is ${shown(got)}; it should be ${shown(wanted)}.`,
    scales: (node: string, scales: readonly number[]) =>
      `The scales of ${node} are ${shown(scales)}; they must be above 0.`,
    indicesShape: (node: string, data: readonly number[], indices: readonly number[]) =>
      `${node} cannot index data of ${shown(data)} by ${shown(indices)}.`,
    blocks: (node: string, size: number, dims: readonly number[]) =>
      `${node} cannot cut ${shown(dims)} into blocks of ${size}.`,
    topCount: (node: string, count: number, size: number) =>
      `${node} asks for ${count} of an axis of size ${size}.`,
    matrices: (node: string, rank: number) => `${node} takes matrices; its input has rank ${rank}.`,
    condition: (node: string) => `The condition of ${node} must be one truth value.`,
    equationSizes: (node: string, label: string, a: number, b: number) =>
      `${node} gives '${label}' the sizes ${a} and ${b}.`,
    spectrum: (node: string, length: number) =>
      `${node} cannot transform a signal of length ${length}.`,
    stretch: (node: string, at: number, got: readonly number[], dims: readonly number[]) =>
      `Input ${at} of ${node} is ${shown(got)}, which does not stretch to ${shown(dims)}.`,
    depth: (node: string) => `The depth of ${node} must be 1 or more.`,
  },
  index_out_of_range: {
    index: (node: string, index: number, size: number) =>
      `${node} reads index ${index} of an axis of size ${size}.`,
    indexAt: (
      node: string,
      { index, position, size }: { index: number; position: number; size: number },
    ) => `${node} reads index ${index} (at position ${position}) of an axis of size ${size}.`,
    indexOutside: (node: string, position: number) =>
      `${node}: the index at position ${position} is outside of its axis.`,
  },
  dynamic_shape: {
    dynamic: (node: string, at: number) =>
      `The shape of what ${node} makes depends on the values of its input ${at}, which are not known before it runs.`,
    unknownCondition: (node: string) =>
      `The condition of ${node} must be known before it runs, as its branches do not make the same types and shapes.`,
  },
  unsupported_training: {
    training: (node: string) =>
      `${node} asks for training, which is supported from opset 14 on, by training_mode.`,
    statistics: (node: string) =>
      `${node} gives the mean and the deviation to training alone, which is not supported.`,
  },
  invalid_value: {
    castText: (node: string, text: string, type: string) =>
      `${node} cannot read '${text}' as ${type}.`,
    region: (node: string, at: number) =>
      `Region ${at} of ${node} takes more samples than any image has; give a sampling_ratio.`,
    melEdges: (node: string, edge: number, rows: number) =>
      `A triangle of ${node} reaches bin ${edge} of a spectrum with ${rows} bins.`,
  },
  unsupported_type: {
    elementType: (node: string, type: number | string) =>
      `${node} names the element type ${type} of ONNX, which is not supported.`,
  },
  not_in_opset: {
    notYet: (node: string, since: number, opset: number) =>
      `${node} came with opset ${since}; the opset is ${opset}.`,
  },
  strings_unsupported: {
    noStrings: (node: string) => `${node} of strings is not supported.`,
  },
  unsupported_graph: {
    graph: (node: string) => `${node} has graphs as attributes, which only models have.`,
  },
} as const;

export type OperatorFault = FaultIn<typeof OPERATOR_FAULTS>;

/** The error of a fault of an operator. */
export const operatorFault = faultsOf(OPERATOR_FAULTS);
