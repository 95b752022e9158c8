/** `simdcast run`: runs a model on given or random inputs. */
import { performance } from 'node:perf_hooks';
import { sizeOf } from '../base/dims.js';
import { type Element, reader } from '../base/elements.js';
import { shapeText } from '../base/messages.js';
import type { DType, TensorLike } from '../index.js';
import type { AnyResults, Result, ValueMetadata } from '../onnx.js';
import { type Arguments, readArguments, UsageError, wholeNumber } from './arguments.js';
import type { Environment } from './environment.js';
import { type Feed, feedFrom, filled } from './feeds.js';
import { spelled } from './glyphs.js';
import { cliMessages } from './messages.js';
import { modelOf, read } from './model-file.js';
import type { OptionRow } from './option-row.js';
import { formatOptions, outputFormat } from './output-format.js';
import { Status } from './status.js';
import { oneLine } from './terminal-text.js';

export const runOptions: Readonly<Record<string, OptionRow>> = {
  feeds: {
    type: 'string',
    value: 'file.json',
    help: 'the inputs; missing ones are filled with random numbers',
  },
  sizes: {
    type: 'string',
    value: 'name=4,…',
    help: 'symbolic dimensions of inputs that are filled; default: 1',
  },
  seed: { type: 'string', value: 'number', help: 'the seed of the random numbers; default: 1' },
  json: { type: 'boolean', help: 'print all outputs in full, as JSON' },
  ...formatOptions,
};

const SHOWN = 8;

function sizesOf({ values }: Arguments): Map<string, number> {
  const text = typeof values.sizes === 'string' ? values.sizes : '';
  const sizes = new Map<string, number>();
  for (const part of text.split(',').filter((one) => one !== '')) {
    const [, name, size] = /^(.+)=(\d{1,9})$/.exec(part) ?? [];
    if (!name) throw new UsageError(cliMessages.sizes(part));
    if (sizes.has(name)) throw new UsageError(cliMessages.sizeTwice(name));
    sizes.set(name, Number(size));
  }
  return sizes;
}

async function feedsOf({ values }: Arguments): Promise<Record<string, unknown>> {
  if (typeof values.feeds !== 'string') return {};
  const bytes = await read(values.feeds);
  try {
    const feeds: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof feeds === 'object' && feeds !== null && !Array.isArray(feeds))
      return feeds as Record<string, unknown>;
  } catch {
    // Reported below, like JSON that is not an object.
  }
  throw new UsageError(cliMessages.feedsFile(values.feeds));
}

/** The first elements of a tensor. */
function elementsOf({ type, dims, data }: TensorLike, most = Infinity): Element[] {
  const read = reader(type as DType, data);
  return Array.from({ length: Math.min(sizeOf(dims), most) }, (_, at) => read(at));
}

const line = (name: string, tensor: TensorLike): string => {
  const { type, dims } = tensor;
  const more = sizeOf(dims) > SHOWN ? ', …' : '';
  const values = elementsOf(tensor, SHOWN).join(', ');
  return oneLine(`${name}: ${type} ${shapeText(dims)} [${values}${more}]`);
};

/** One line per tensor: one for each element of a sequence, one for an empty optional value. */
function linesOf(name: string, value: Feed | Result): string[] {
  if (!value) return [oneLine(`${name}: nothing`)];
  if (!isList(value)) return [line(name, value)];
  if (value.length === 0) return [oneLine(`${name}: an empty sequence`)];
  return value.map((tensor, at) => line(`${name}[${at}]`, tensor));
}

const isList = (value: Feed | Result): value is readonly TensorLike[] => Array.isArray(value);

/** Without this check, a feed or a size with a wrong name would be ignored silently. */
function checkNames(
  given: Iterable<string>,
  names: readonly string[],
  message: (name: string, known: readonly string[]) => string,
): void {
  const unknown = [...given].find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(message(unknown, names));
}

/** The names of the symbolic dimensions of inputs. */
const symbolsOf = (inputs: readonly ValueMetadata[]): string[] => [
  ...new Set(inputs.flatMap(({ shape }) => shape ?? []).filter((size) => typeof size === 'string')),
];

/** Elements in the format of feeds: strings for numbers that JSON does not support. */
function plain(value: Element): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (Object.is(value, -0)) return '-0';
  const isPlain =
    typeof value !== 'bigint' && (typeof value !== 'number' || Number.isFinite(value));
  return isPlain ? value : String(value);
}

const tensorJson = (tensor: TensorLike) => ({
  type: tensor.type,
  dims: tensor.dims,
  data: elementsOf(tensor).map(plain),
});

function jsonOf(results: AnyResults): string {
  const valueJson = (value: Result) =>
    value && (isList(value) ? value.map(tensorJson) : tensorJson(value));
  const outputs = Object.entries(results).map(([name, value]) => [name, valueJson(value)]);
  return `${JSON.stringify(Object.fromEntries(outputs), null, 2)}\n`;
}

export async function run(args: readonly string[], environment: Environment): Promise<number> {
  const given = readArguments(args, runOptions);
  const sizes = sizesOf(given);
  const seed = wholeNumber(given, 'seed') ?? 1;
  const [model, known] = await Promise.all([modelOf(given), feedsOf(given)]);
  const { InferenceSession } = await import('../onnx.js');
  const session = await InferenceSession.create(model);
  checkNames(Object.keys(known), session.inputNames, cliMessages.unknownFeed);
  checkNames(sizes.keys(), symbolsOf(session.inputMetadata), cliMessages.unknownSize);
  const feedOf = (input: ValueMetadata, i: number): Feed => {
    const feed = Object.hasOwn(known, input.name) ? known[input.name] : undefined;
    return feed === undefined ? filled(input, sizes, seed + i) : feedFrom(feed, input);
  };
  const feeds: Record<string, Feed> = Object.fromEntries(
    session.inputMetadata.map((input, i) => [input.name, feedOf(input, i)]),
  );
  const { stdout } = environment;
  const started = performance.now();
  const results = session.runSync<AnyResults>(feeds);
  const took = performance.now() - started;
  if (given.values.json) {
    stdout.write(jsonOf(results));
    return Status.ok;
  }
  const lines = (side: string, values: Readonly<Record<string, Feed | Result>>): string[] =>
    Object.entries(values)
      .flatMap(([name, value]) => linesOf(name, value))
      .map((one) => `${side} ${one}`);
  const all = [...lines('in ', feeds), ...lines('out', results)].join('\n');
  const text = `${all}\nfirst run: ${took.toFixed(2)} ms\n`;
  stdout.write(spelled(text, outputFormat(given, environment).glyphs));
  return Status.ok;
}
