/** `simdcast align`: how shapes broadcast, axis by axis. */
import { type AlignOptions, type DType, load } from '../index.js';
import { type Arguments, readArguments, UsageError, wholeNumber } from './arguments.js';
import { paintFor } from './colour.js';
import type { OptionRow } from './commands.js';
import { ASCII_MARKS, MARKS } from './marks.js';
import { report } from './report.js';
import { parseShape } from './shape-text.js';
import { Status } from './status.js';
import type { Surroundings } from './surroundings.js';

const DEFAULT_TYPE: DType = 'float32';
const DEFAULT_WIDTH = 80;
const NARROWEST = 40;

export const alignOptions: Readonly<Record<string, OptionRow>> = {
  rule: {
    type: 'string',
    value: 'name',
    help:
      'multidirectional (or numpy, the default), unidirectional, legacy, ncnn, expand, perChannel, ' +
      'equal, matMul or scalars; under ncnn shapes are in its own order, [w,h,c]',
  },
  axis: { type: 'string', value: 'number', help: 'legacy: where B starts; its end otherwise' },
  broadcast: { type: 'string', value: '0|1', help: 'legacy: 0 asks for equal shapes' },
  type: { type: 'string', value: 'dtype', help: `for the bytes; ${DEFAULT_TYPE} otherwise` },
  json: { type: 'boolean', help: 'the whole trace as JSON' },
  ascii: { type: 'boolean', help: 'no signs outside of ASCII' },
  'no-color': { type: 'boolean', help: 'no colours; NO_COLOR and FORCE_COLOR count too' },
  help: { type: 'boolean', help: 'this text' },
};

/** The options of the engine; what they may be is the engine's to say. */
function optionsOf(given: Arguments): AlignOptions {
  const { rule, type } = given.values;
  return {
    rule: rule as AlignOptions['rule'],
    axis: wholeNumber(given, 'axis'),
    broadcast: wholeNumber(given, 'broadcast') as AlignOptions['broadcast'],
    type: type as DType | undefined,
  };
}

const widthOf = ({ stdout }: Surroundings): number =>
  stdout.isTTY && stdout.columns ? Math.max(NARROWEST, stdout.columns) : DEFAULT_WIDTH;

export async function align(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const given = readArguments(args, alignOptions);
  if (given.positionals.length === 0) throw new UsageError('The shapes are missing.');
  const shapes = given.positionals.map(parseShape);
  const options = optionsOf(given);
  const sc = await load();
  const alignment = sc.align(shapes, options);
  const look = {
    marks: given.values.ascii ? ASCII_MARKS : MARKS,
    paint: paintFor(surroundings, given.values['no-color'] === true),
    width: widthOf(surroundings),
  };
  const text = given.values.json
    ? `${JSON.stringify(alignment, null, 2)}\n`
    : report(alignment, options.type ?? DEFAULT_TYPE, look);
  surroundings.stdout.write(text);
  return alignment.ok ? Status.ok : Status.conflict;
}
