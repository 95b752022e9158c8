/** What the command says of mistakes. What is quoted may be anything that was typed. */
import { quoted } from './terminal-text.js';

export const cliMessages = {
  noCommand: (known: string) => `The command is missing; the commands are: ${known}.`,
  unknownCommand: (name: string, known: string) =>
    `There is no command ${quoted(name)}; the commands are: ${known}.`,
  usage: (usage: string) => `Usage: simdcast ${usage}`,
  usageOfAll: () => 'Usage: simdcast <command>; simdcast --help says more',
  unwritten: (reason: string) => `simdcast: the output could not be written: ${reason}`,
  wholeNumber: (option: string, text: string) =>
    `--${option} should be a whole number, and is ${quoted(text)}.`,
  onlyLegacy: (option: string) => `--${option} is for --rule legacy.`,
  noShapes: () => 'The shapes are missing.',
  shape: (text: string) =>
    `${quoted(text)} is not a shape; write it as 2x3x4, 2,3,4, (2,3,4), [2,3,4] or scalar.`,
  noModel: () => 'The model is missing.',
  severalModels: () => 'One model at a time.',
  unreadable: (path: string, code: string | undefined) =>
    `${quoted(path)} could not be read: ${code}.`,
  sizes: (part: string) => `--sizes should be names with sizes, and has ${quoted(part)}.`,
  feedsFile: (path: string) => `${quoted(path)} is no JSON object of inputs.`,
  unknownFeed: (name: string, known: readonly string[]) =>
    `There is no input ${quoted(name)} to feed; the inputs are ${known.join(', ')}.`,
  feed: (name: string) => `The feed of ${quoted(name)} should be a list, or have data and dims.`,
  feedValue: (name: string, value: unknown, type: string) =>
    `The feed of ${quoted(name)} has ${quoted(String(value))}, which is no ${type}.`,
  unfeedable: (name: string, type: string) =>
    `The input ${quoted(name)} is ${type}, which JSON cannot feed.`,
  openRank: (name: string) => `The rank of the input ${quoted(name)} is open; give it by --feeds.`,
} as const;
