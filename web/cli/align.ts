/** `simdcast align`: how shapes broadcast, axis by axis. */
import { type AlignOptions, type DType, load } from '../index.js';
import { type Arguments, readArguments, UsageError, wholeNumber } from './arguments.js';
import type { Environment } from './environment.js';
import { cliMessages } from './messages.js';
import type { OptionRow } from './option-row.js';
import { formatOptions, outputFormat } from './output-format.js';
import { readShapes } from './read-shapes.js';
import { report } from './report.js';
import { Status } from './status.js';

const DEFAULT_TYPE: DType = 'float32';
export const alignOptions: Readonly<Record<string, OptionRow>> = {
  rule: {
    type: 'string',
    value: 'name',
    help:
      'multidirectional (default; also numpy), unidirectional, legacy, ncnn, expand, perChannel, ' +
      'equal, matMul or scalars; ncnn takes shapes in its own order, [w,h,c]',
  },
  axis: {
    type: 'string',
    value: 'number',
    help: 'legacy: the axis of A on which B starts; default: B is aligned at the right',
  },
  broadcast: { type: 'string', value: '0|1', help: 'legacy: 0 requires equal shapes; default: 1' },
  type: {
    type: 'string',
    value: 'dtype',
    help: `the element type, for the byte counts; default: ${DEFAULT_TYPE}`,
  },
  json: { type: 'boolean', help: 'print the whole trace as JSON' },
  ...formatOptions,
};

/** The options for the engine, which checks their values. */
function optionsOf(given: Arguments): AlignOptions {
  const { rule, type } = given.values;
  return {
    ...(rule === undefined ? {} : { rule: rule as AlignOptions['rule'] }),
    axis: wholeNumber(given, 'axis'),
    broadcast: wholeNumber(given, 'broadcast') as AlignOptions['broadcast'],
    type: type as DType | undefined,
  };
}

/** The engine rejects these too, but its message names its own options. */
function checkLegacy({ values }: Arguments): void {
  for (const name of ['axis', 'broadcast'])
    if (values[name] !== undefined && values.rule !== 'legacy')
      throw new UsageError(cliMessages.onlyLegacy(name));
}

export async function align(args: readonly string[], environment: Environment): Promise<number> {
  const given = readArguments(args, alignOptions);
  if (given.positionals.length === 0) throw new UsageError(cliMessages.noShapes());
  const { shapes, rule, open } = readShapes(given.positionals);
  const options = { rule, ...optionsOf(given) };
  checkLegacy(given);
  const sc = await load();
  const alignment = sc.align(shapes, options);
  const format = outputFormat(given, environment);
  const text = given.values.json
    ? `${JSON.stringify(alignment, null, 2)}\n`
    : (open ? `${cliMessages.filledIn(shapes)}\n\n` : '') +
      report(alignment, options.type ?? DEFAULT_TYPE, format);
  environment.stdout.write(text);
  return alignment.ok ? Status.ok : Status.conflict;
}
