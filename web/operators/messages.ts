/** Messages of faults of nodes, keyed by error code. `node` is the operator, or a model's node. */
import { sizeOf } from '../base/dims.js';
import { choices, literal } from '../base/messages.js';
import { type FaultIn, faultsOf } from './faults.js';

const shown = (dims: readonly unknown[]): string => `(${dims.join(',')})`;

/** Names, joined for a sentence. */
export const anyOf = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : `${names[0]}`;

/** Explains why the elements do not fit another shape, one size of which may be -1. */
function elementsDiffer(from: readonly number[], to: readonly number[]): string {
  const given = to.filter((size) => size >= 0);
  const open = to.length - given.length;
  if (open > 1 || to.some((size) => size < -1))
    return 'sizes must be 0 or more, except that one may be -1, which is then inferred';
  const [has, takes] = [sizeOf(from), sizeOf(given)];
  if (open > 0 && takes === 0) return 'next to a size of 0, -1 could be any size';
  return open > 0
    ? `its ${has} elements are not a multiple of ${takes}`
    : `it has ${has} elements, but that shape has ${takes}`;
}

const OPERATOR_FAULTS = {
  invalid_attribute: {
    attributeType: (node: string, name: string, wanted: string, got?: unknown) =>
      `The attribute '${name}' of ${node} must be ${wanted}${got === undefined ? '' : `, not ${literal(got)}`}.`,
    step: (node: string) => `The steps of ${node} must not be 0.`,
    oneForm: (node: string) => `${node} accepts only one of its attributes, but has several.`,
    eachAxis: (node: string, name: string, got: number, wanted: number) =>
      `The attribute '${name}' of ${node} must have length ${wanted}, but has length ${got}.`,
    windowSize: (node: string, name: string, size: number) =>
      `The attribute '${name}' of ${node} must contain integers from ${name === 'pads' || name === 'output_padding' ? 0 : 1} to 2147483647, but contains ${size}.`,
    allowed: (node: string, name: string, got: unknown, allowed: string) =>
      `The attribute '${name}' of ${node} must be ${allowed}, but is ${literal(got)}.`,
    exactlyOne: (node: string, a: string, b: string) =>
      `${node} requires exactly one of ${a} and ${b}.`,
    allowedEach: (node: string, name: string, got: unknown, allowed: string) =>
      `Each element of the attribute '${name}' of ${node} must be ${allowed}, but one is ${literal(got)}.`,
    equation: (node: string, equation: string, problem: string) =>
      `The equation of ${node} is '${equation.slice(0, 100)}': ${problem}.`,
    pattern: (node: string, pattern: string) =>
      `The pattern of ${node} must be an RE2 regular expression, without backreferences and lookaround, but is '${pattern.slice(0, 100)}'.`,
  },
  attribute_unknown: {
    attributeUnknown: (node: string, name: string, known: readonly string[]) =>
      `${node} has no attribute '${name}' at this opset${known.length > 0 ? choices(name, 'its attributes are', known) : '; it has none.'}`,
  },
  attribute_missing: {
    attributeMissing: (node: string, name: string) => `${node} requires the attribute '${name}'.`,
  },
  operand_count: {
    inputs: (
      node: string,
      got: number,
      { least, most, missing }: { least: number; most: number; missing: string | undefined },
    ) =>
      `${node} was given ${got} ${got === 1 ? 'input' : 'inputs'}, but at this opset accepts ${most === 0 ? 'none: its arguments are attributes' : least === most ? least : most === Infinity ? `at least ${least}` : `${least} to ${most}`}${missing ? `: '${missing}' is missing` : ''}.`,
    inputGroups: (node: string, got: number, first: number, size: number) =>
      `The inputs of ${node} after the first ${first} must be a multiple of ${size}, but it has ${got} inputs in total.`,
    inputMissing: (node: string, at: number) => `Input ${at} of ${node} is missing.`,
    scalesOrSizes: (node: string) =>
      `${node} requires either scales or sizes. Pass exactly one of them.`,
  },
  output_count: {
    outputCount: (node: string, got: number, most: number) =>
      `${node} has at most ${most} ${most === 1 ? 'output' : 'outputs'} at this opset, but ${got} were requested.`,
  },
  type_unsupported: {
    type: (node: string, at: number, got: string, known: readonly string[], takes?: number) => {
      const text = `Input ${at} of ${node} must be ${anyOf(known)}, but is ${got}.`;
      return takes === undefined ? { text, types: [got] } : `${text} Opset ${takes} accepts it.`;
    },
  },
  result_unsupported: {
    castTo: (node: string, type: string) => ({
      text: `${node} cannot return ${type}.`,
      types: [type],
    }),
  },
  types_differ: {
    typesDiffer: (node: string, a: string, b: string) => ({
      text: `The inputs of ${node} must have the same type, but are ${a} and ${b}.`,
      types: [a, b],
    }),
  },
  invalid_axis: {
    axis: (node: string, axis: number, rank: number) =>
      `Axis ${axis} of ${node} is out of range: a tensor of rank ${rank} has ${rank > 0 ? `axes ${-rank} to ${rank - 1}` : 'no axes'}.`,
    axisTwice: (node: string, axis: number) =>
      `The axes of ${node} must be distinct, but axis ${axis} occurs twice.`,
    notOne: (node: string, axis: number, size: number) =>
      `${node} cannot remove axis ${axis}, which has size ${size}: only an axis of size 1 can be removed.`,
    perm: (node: string, perm: readonly number[], rank: number) =>
      `The perm of ${node} must list each axis from 0 to ${rank - 1} once, but is ${shown(perm)}.`,
  },
  invalid_shape: {
    reshape: (node: string, from: readonly number[], to: readonly number[]) =>
      `${node} cannot reshape ${shown(from)} to ${shown(to)}: ${elementsDiffer(from, to)}.`,
    nothingKept: (node: string, axis: number, dims: readonly number[]) =>
      `Size 0 at axis ${axis} of the shape of ${node} keeps the input's size, but the input ${shown(dims)} has no axis ${axis}.`,
    concat: (node: string, axis: number, a: readonly number[], b: readonly number[]) =>
      `${node} cannot join ${shown(a)} and ${shown(b)} along axis ${axis}: the other axes must be equal.`,
    split: (node: string, sizes: readonly number[], size: number) =>
      `${node} cannot split an axis of size ${size} into ${shown(sizes)}: the sizes must be 0 or more, and add up to ${size}.`,
    splitEven: (node: string, count: number, size: number) =>
      `${node} cannot split an axis of size ${size} into ${count} equal parts.`,
    lengths: (node: string, what: string) => `${node}: ${what} must have the same length.`,
    rank: (node: string, rank: number, highest: number) =>
      `The result of ${node} must have at most ${highest} axes, but would have ${rank}.`,
    vector: (node: string, at: number) => `Input ${at} of ${node} must have exactly one axis.`,
    scalar: (node: string, at: number) => `Input ${at} of ${node} must have exactly one element.`,
    sizes: (node: string, dims: readonly unknown[]) =>
      `The result of ${node} would be ${shown(dims)}, which is not a valid shape.`,
    emptyAxis: (node: string) => `${node} cannot select an element along an axis of size 0.`,
    pads: (node: string, got: number, wanted: number) =>
      `The pads of ${node} must be ${wanted} numbers, those before each axis and then those after each, but are ${got}.`,
    padsOut: (node: string, dims: readonly number[]) =>
      `The pads of ${node} leave no elements of ${shown(dims)} to repeat.`,
    repeats: (node: string, got: number, rank: number) =>
      `The repeats of ${node} must be ${rank} ${rank === 1 ? 'number' : 'numbers'}, one for each axis of its input, but are ${got}.`,
    values: (node: string) =>
      `The values of ${node} must be two elements: the off value and the on value.`,
    imageRank: (node: string, at: number, rank: number) =>
      `Input ${at} of ${node} must have a batch axis, a channel axis and one to three spatial axes, but has rank ${rank}.`,
    windowFit: (node: string, axis: number, reach: number, size: number) =>
      `The kernel of ${node} spans ${reach} elements of axis ${axis}, which has only ${size}, padding included.`,
    kernelShape: (node: string, said: readonly number[], weights: readonly number[]) =>
      `The kernel_shape of ${node} is ${shown(said)}, which does not match its weights ${shown(weights)}.`,
    channels: (node: string, channels: number, group: number, weights: readonly number[]) =>
      `${node} with group ${group} cannot apply weights of ${shown(weights)} to ${channels} channels.`,
    biasShape: (node: string, bias: readonly number[], channels: number) =>
      `The bias of ${node} must have shape (${channels}), one number for each output channel, but has shape ${shown(bias)}.`,
    inputBeside: (node: string, at: number, dims: readonly number[], other: number) =>
      `Input ${other} of ${node} must be omitted if input ${at} has shape ${shown(dims)}.`,
    operandShape: (node: string, at: number, got: readonly number[], wanted: readonly unknown[]) =>
      `Input ${at} of ${node} must have shape ${shown(wanted)}, but has shape ${shown(got)}.`,
    scales: (node: string, scales: readonly number[]) =>
      `The scales of ${node} must be above 0, but are ${shown(scales)}.`,
    indicesShape: (node: string, data: readonly number[], indices: readonly number[]) =>
      `${node} cannot index data of shape ${shown(data)} with indices of shape ${shown(indices)}.`,
    blocks: (node: string, size: number, dims: readonly number[]) =>
      `${node} cannot split ${shown(dims)} into blocks of ${size}.`,
    topCount: (node: string, count: number, size: number) =>
      `The number of elements that ${node} selects must be 0 to ${size}, the size of the axis, but is ${count}.`,
    matrices: (node: string, rank: number) =>
      `${node} requires matrices, but its input has rank ${rank}.`,
    condition: (node: string) => `The condition of ${node} must be a single boolean.`,
    equationSizes: (node: string, label: string, a: number, b: number) =>
      `The axes '${label}' of ${node} must have the same size, but have ${a} and ${b}.`,
    spectrum: (node: string, length: number) =>
      `${node} cannot transform a signal of length ${length}.`,
    stretch: (node: string, at: number, got: readonly number[], dims: readonly number[]) =>
      `Input ${at} of ${node} must broadcast to ${shown(dims)}, but has shape ${shown(got)}.`,
    depth: (node: string) => `The depth of ${node} must be 1 or more.`,
  },
  index_out_of_range: {
    index: (node: string, index: number, size: number) =>
      `Index ${index} of ${node} is out of range for an axis of size ${size}.`,
    indexAt: (
      node: string,
      { index, position, size }: { index: number; position: number; size: number },
    ) =>
      `Index ${index} (at position ${position}) of ${node} is out of range for an axis of size ${size}.`,
    indexOutside: (node: string, position: number) =>
      `${node}: the index at position ${position} is out of range for its axis.`,
  },
  dynamic_shape: {
    dynamic: (node: string, at: number) =>
      `The output shape of ${node} depends on the values of its input ${at}, which are known only at run time.`,
    unknownCondition: (node: string) =>
      `The condition of ${node} must be a constant, because its branches return different types or shapes.`,
  },
  unsupported_training: {
    training: (node: string) =>
      `${node} runs in training mode, which is supported since opset 14 (attribute training_mode).`,
    statistics: (node: string) =>
      `${node} returns the mean and the standard deviation only for training, which is not supported.`,
  },
  invalid_value: {
    castText: (node: string, text: string, type: string) =>
      `${node} cannot read '${text}' as ${type}.`,
    region: (node: string, at: number) =>
      `Region ${at} of ${node} would need more samples than any image has. Pass a sampling_ratio.`,
    melEdges: (node: string, edge: number, rows: number) =>
      `A mel filter of ${node} reaches bin ${edge}, but the spectrum has ${rows} bins.`,
  },
  unsupported_type: {
    elementType: (node: string, type: number | string) =>
      `${node} uses ONNX's element type ${type}, which is not supported.`,
  },
  not_in_opset: {
    notYet: (node: string, since: number, opset: number) =>
      `${node} was added in opset ${since}, but the opset is ${opset}.`,
  },
  strings_unsupported: {
    noStrings: (node: string) => `${node} does not support strings.`,
  },
  unsupported_graph: {
    graph: (node: string) => `${node} has subgraphs, so it can run only in a model.`,
  },
} as const;

export type OperatorFault = FaultIn<typeof OPERATOR_FAULTS>;

/** The error of a fault of an operator. */
export const operatorFault = faultsOf(OPERATOR_FAULTS);
