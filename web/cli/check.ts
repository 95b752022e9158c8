/** `simdcast check`: every broadcast in a model. */
import { grouped, shapeText } from '../base/messages.js';
import type { Broadcast, CheckedValue, CheckReport, Uncertain } from '../onnx.js';
import { readArguments } from './arguments.js';
import type { Environment } from './environment.js';
import { spelled } from './glyphs.js';
import { ladder } from './ladder.js';
import { modelOf } from './model-file.js';
import type { OptionRow } from './option-row.js';
import { formatOptions, type OutputFormat, outputFormat } from './output-format.js';
import { item } from './report.js';
import { Status } from './status.js';
import { oneLine, wrap } from './terminal-text.js';

export const checkOptions: Readonly<Record<string, OptionRow>> = {
  strict: { type: 'boolean', help: 'exit with status 1 on warnings and unsupported operators too' },
  json: { type: 'boolean', help: 'print the report as JSON' },
  ...formatOptions,
};

const shown = (shape: readonly (number | string)[] | undefined): string =>
  shape ? oneLine(shapeText(shape)) : '(…)';

/** A number and its noun. */
const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`;

/** A broadcast: its node, the ladder, the numbers of elements, and warnings. */
function section(broadcast: Broadcast, mayFit: boolean, format: OutputFormat): string {
  const { glyphs, paint, width } = format;
  const { node, operator, opset, rule, operands, outputShape, stored, made } = broadcast;
  const names = operands.map((operand) => ({ name: oneLine(operand.name) }));
  // The engine's sentences call the operands A, B and so on.
  const shapes = operands.map(({ shape, letter }) => `${letter} ${shown(shape)}`).join(' with ');
  const head = oneLine(node);
  const about = `${operator} at opset ${opset}, ${rule}: ${shapes}`;
  const result = outputShape ? ` gives ${shown(outputShape)}` : '';
  const figures = `${grouped(stored)} elements stored, ${grouped(made)} computed.`;
  const verdict = broadcast.ok
    ? figures
    : item(mayFit ? glyphs.warning : glyphs.bad, oneLine(broadcast.text), width);
  return [
    paint('bold', head),
    wrap(`${oneLine(about)}${result}`, width, 2),
    ladder({ rule, operands: names, axes: broadcast.axes }, glyphs, width, paint),
    broadcast.ok ? verdict : paint(mayFit ? 'yellow' : 'red', verdict),
    ...broadcast.warnings.map(({ text }) =>
      paint('yellow', item(glyphs.warning, oneLine(text), width)),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Findings that mean that the model does not run. */
const FATAL: ReadonlySet<Uncertain['code']> = new Set([
  'unsupported_operator',
  'invalid_node',
  'declared_otherwise',
]);

/** Findings about nodes under a heading. */
function listed(
  heading: string,
  nodes: readonly Uncertain[],
  { glyphs, width, paint }: OutputFormat,
): string {
  if (nodes.length === 0) return '';
  const lines = nodes.map(({ node, operator, text, code }) => {
    const isError = FATAL.has(code);
    const line = item(
      isError ? glyphs.bad : glyphs.item,
      oneLine(`${node} (${operator}): ${text}`),
      width - 2,
    ).replaceAll('\n', '\n  ');
    return `  ${isError ? paint('red', line) : line}`;
  });
  return [paint('bold', heading), ...lines].join('\n');
}

function summary(report: CheckReport, { width, paint }: OutputFormat): string {
  const { opset, nodes, broadcasts, warnings, errors, unsupported } = report;
  const text = [
    `Opset ${opset}, ${counted(nodes, 'node')}:`,
    `${counted(broadcasts.length, 'broadcast')}, ${counted(warnings, 'warning')}, ${counted(errors, 'error')}.`,
    ...(unsupported > 0
      ? [`The model does not run: ${counted(unsupported, 'node')} not supported.`]
      : []),
  ].join(' ');
  const isBad = errors > 0 || unsupported > 0;
  return paint(isBad ? 'red' : warnings > 0 ? 'yellow' : 'green', wrap(text, width));
}

const isUnsupported = ({ code }: Uncertain): boolean => code === 'unsupported_operator';

const typeText = ({ type, sequence, optional }: CheckedValue): string =>
  `${optional ? 'optional ' : ''}${sequence ? 'sequence of ' : ''}${type}`;

function textOf(report: CheckReport, format: OutputFormat): string {
  const values = [
    ...report.inputs.map((value) => ['input', value] as const),
    ...report.outputs.map((value) => ['output', value] as const),
  ].map(([kind, value]) =>
    oneLine(`${kind} ${value.name}: ${typeText(value)} ${shown(value.shape)}`),
  );
  const fitting = new Set(
    report.uncertain.filter(({ code }) => code === 'size_dependent').map(({ node }) => node),
  );
  const parts = [
    values.join('\n'),
    ...report.broadcasts.map((one) => section(one, fitting.has(one.node), format)),
    listed('Operators that are not supported', report.uncertain.filter(isUnsupported), format),
    listed(
      'Shapes not inferred, valid only for some sizes, or different from the declared ones',
      report.uncertain.filter((one) => !isUnsupported(one)),
      format,
    ),
    summary(report, format),
  ];
  return spelled(`${parts.filter((part) => part !== '').join('\n\n')}\n`, format.glyphs);
}

export async function check(args: readonly string[], environment: Environment): Promise<number> {
  const given = readArguments(args, checkOptions);
  const { checkModel } = await import('../onnx.js');
  const report = await checkModel(await modelOf(given));
  const text = given.values.json
    ? `${JSON.stringify(report, null, 2)}\n`
    : textOf(report, outputFormat(given, environment));
  environment.stdout.write(text);
  const isStrict = given.values.strict === true;
  const findings = report.errors + (isStrict ? report.warnings + report.unsupported : 0);
  return findings > 0 ? Status.findings : Status.ok;
}
