/** Messages of the command line. Quoted values may be anything that was typed. */
import { shapeText } from '../base/messages.js';
import { quoted } from './terminal-text.js';

export const cliMessages = {
  noCommand: (known: string) => `The command is missing; the commands are: ${known}.`,
  unknownCommand: (name: string, known: string) =>
    `Unknown command ${quoted(name)}; the commands are: ${known}.`,
  usage: (usage: string) => `Usage: simdcast ${usage}`,
  usageOfAll: () => 'Usage: simdcast <command> [options]; see simdcast --help',
  unwritten: (reason: string) => `simdcast: the output could not be written: ${reason}`,
  wholeNumber: (option: string, text: string) =>
    `--${option} must be an integer, but is ${quoted(text)}.`,
  onlyLegacy: (option: string) => `--${option} applies only to --rule legacy.`,
  noShapes: () => 'The shapes are missing.',
  shape: (text: string) =>
    `${quoted(text)} is not a shape. Write it as 2x3x4, 2,3,4, (2,3,4), [2,3,4] or scalar, or pass an error message with the shapes.`,
  product: () => 'This is the message of a matrix product. Pass its shapes with --rule matMul.',
  oneAxis: (axis: number | undefined, [a, b]: readonly [number, number] = [0, 0]) =>
    `The message only states that ${axis === undefined ? 'an axis' : `axis ${axis}`} has size ${a} in one operand and ${b} in the other. Pass the full shapes.`,
  output: ([room, result]: readonly (readonly number[])[]) =>
    `The message only states that the result has shape ${shapeText(result ?? [])} and the output ${shapeText(room ?? [])}. Pass the shapes of the operands.`,
  filledIn: (shapes: readonly (readonly number[])[]) =>
    `Symbolic sizes are replaced by numbers: ${shapes.map(shapeText).join(' ')}.`,
  noModel: () => 'The model is missing.',
  severalModels: () => 'Only one model can be given at a time.',
  unreadable: (path: string, code: string | undefined) =>
    `${quoted(path)} could not be read: ${code}.`,
  sizes: (part: string) => `--sizes must be name=size pairs, but has ${quoted(part)}.`,
  sizeTwice: (name: string) => `--sizes must have each name once, but has ${quoted(name)} twice.`,
  unknownSize: (name: string, known: readonly string[]) =>
    `The inputs have no symbolic dimension ${quoted(name)}; ${known.length > 0 ? `they have ${known.map(quoted).join(', ')}` : 'all of their sizes are numbers'}.`,
  feedsFile: (path: string) => `${quoted(path)} must be a JSON object with a value for each input.`,
  unknownFeed: (name: string, known: readonly string[]) =>
    `The model has no input ${quoted(name)}; its inputs are ${known.join(', ')}.`,
  feedLength: (
    name: string,
    multiple: number,
    shape: readonly (number | string)[],
    length: number,
  ) =>
    `The feed of ${quoted(name)} must have a multiple of ${multiple} elements for the shape ${shapeText(shape)}, but has ${length}.`,
  feed: (name: string) =>
    `The feed of ${quoted(name)} must be an array, or an object with data and dims.`,
  unfeedable: (name: string, type: string) =>
    `The input ${quoted(name)} is ${type}, which JSON cannot represent.`,
  sequenceFeed: (name: string) =>
    `The feed of ${quoted(name)}, which is a sequence, must be an array with a feed for each element.`,
  openCount: (name: string) =>
    `The model does not declare the length of the sequence ${quoted(name)}. Pass it with --feeds.`,
  openRank: (name: string) =>
    `The model does not declare the rank of the input ${quoted(name)}. Pass the input with --feeds.`,
} as const;
