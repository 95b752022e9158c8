/** The command's messages. Quoted values may be anything that was typed. */
import { quoted } from './terminal-text.js';

const shown = (shape: readonly number[] = []): string => `(${shape.join(',')})`;

export const cliMessages = {
  noCommand: (known: string) => `The command is missing; the commands are: ${known}.`,
  unknownCommand: (name: string, known: string) =>
    `Unknown command ${quoted(name)}; the commands are: ${known}.`,
  usage: (usage: string) => `Usage: simdcast ${usage}`,
  usageOfAll: () => 'Usage: simdcast <command> [options]; see simdcast --help',
  unwritten: (reason: string) => `simdcast: the output could not be written: ${reason}`,
  wholeNumber: (option: string, text: string) =>
    `--${option} should be a whole number, and is ${quoted(text)}.`,
  onlyLegacy: (option: string) => `--${option} is for --rule legacy.`,
  noShapes: () => 'The shapes are missing.',
  shape: (text: string) =>
    `${quoted(text)} is not a shape; write it as 2x3x4, 2,3,4, (2,3,4), [2,3,4] or scalar, or give an error message with the shapes.`,
  product: () => 'This is the message of a matrix product; give its shapes with --rule matMul.',
  oneAxis: (axis: number | undefined, [a, b]: readonly [number, number] = [0, 0]) =>
    `The message only says that ${axis === undefined ? 'an axis' : `axis ${axis}`} has ${a} in one operand and ${b} in the other; give the full shapes.`,
  output: ([room, result]: readonly (readonly number[])[]) =>
    `The message only says that the result is ${shown(result)}, and that the output has the shape ${shown(room)}; give the shapes of the operands.`,
  filledIn: (shapes: readonly (readonly number[])[]) =>
    `Sizes that are not numbers are filled in: ${shapes.map(shown).join(' ')}.`,
  noModel: () => 'The model is missing.',
  severalModels: () => 'One model at a time.',
  unreadable: (path: string, code: string | undefined) =>
    `${quoted(path)} could not be read: ${code}.`,
  sizes: (part: string) => `--sizes should be name=size pairs, and has ${quoted(part)}.`,
  feedsFile: (path: string) =>
    `${quoted(path)} should be a JSON object with a value for each input.`,
  unknownFeed: (name: string, known: readonly string[]) =>
    `The model has no input ${quoted(name)}; its inputs are ${known.join(', ')}.`,
  feed: (name: string) =>
    `The feed of ${quoted(name)} should be a list, or an object with data and dims.`,
  unfeedable: (name: string, type: string) =>
    `The input ${quoted(name)} is ${type}, which cannot be given as JSON.`,
  sequenceFeed: (name: string) =>
    `The feed of ${quoted(name)}, which is a sequence, should be a list with a feed for each element.`,
  openCount: (name: string) =>
    `How many elements the sequence ${quoted(name)} has is open: give it with --feeds.`,
  openRank: (name: string) =>
    `The rank of the input ${quoted(name)} is open: give the input with --feeds.`,
} as const;
