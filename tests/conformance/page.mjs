/** docs/conformance.md, from the engine's table of operators and the outcomes of ONNX's node tests. */
import { readFileSync } from 'node:fs';
import { inTop } from '../../tools/lib/paths.mjs';
import { listedVersions } from '../onnx/attributes/listed.mjs';
import { NOTES } from '../onnx/page/notes.mjs';
import { typesText } from '../onnx/page/types.mjs';
import { DOMAINS } from '../support/operator-table.mjs';
import { LEDGER } from './ledger.mjs';

export const PAGE = inTop('docs/conformance.md');

const line = (cells) => `| ${cells.join(' | ')} |`;
const number = (count) => count.toLocaleString('en');
const keyOf = ({ domain, operator }) => `${domain}.${operator}`;

/** Wraps at 120 columns; the lines after the first are indented. */
function wrapped(text, indent) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (longer.length <= 120) lines[lines.length - 1] = longer;
    else lines.push(`${indent}${word}`);
  }
  return lines.join('\n');
}

/** Why a test does not pass, as the end of "tests …"; undefined if it passes. */
function reasonOf({ name, outcome, uses }, isKnown) {
  if (outcome === 'passed') return undefined;
  if (outcome === 'foreign') {
    const { operator } = uses.find((use) => !isKnown(use));
    return `of ${operator}, which is not supported`;
  }
  return LEDGER.get(name) ?? 'that fail';
}

/** A list item for each reason, with the tests. */
function leftOut(outcomes, isKnown) {
  const groups = new Map();
  for (const outcome of outcomes) {
    const reason = reasonOf(outcome, isKnown);
    if (reason) groups.set(reason, [...(groups.get(reason) ?? []), outcome.name]);
  }
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, names]) => {
      const list = names.sort().map((name) => `\`${name}\``);
      return wrapped(`- ${list.length} ${reason}: ${list.join(', ')}`, '  ');
    });
}

/** The types that ONNX lists and the notes exclude, with their operators. */
function missingTypes() {
  const groups = new Map();
  for (const [domain, notes] of Object.entries(NOTES))
    for (const [operator, note] of Object.entries(notes)) {
      const [types] = note.match(/\bnot [^;]+/) ?? [];
      const name = domain ? `${domain}.${operator}` : operator;
      if (types) groups.set(types, [...(groups.get(types) ?? []), name]);
    }
  return [...groups].map(([types, names]) => wrapped(`- ${types}: ${names.join(', ')}`, '  '));
}

/** The tests that contain an operator at one of its versions. */
function testsAt(version, versions, outcomes) {
  const own = versions.filter((one) => keyOf(one) === keyOf(version));
  const after = own.find(({ since }) => since > version.since)?.since ?? Infinity;
  return outcomes.filter(({ uses }) =>
    uses.some(
      (use) => keyOf(use) === keyOf(version) && use.opset >= version.since && !(use.opset >= after),
    ),
  );
}

function rowOf(version, versions, outcomes) {
  const tests = testsAt(version, versions, outcomes);
  const passed = tests.filter(({ outcome }) => outcome === 'passed').length;
  const text = passed === tests.length ? `${passed || ''}` : `${passed} of ${tests.length}`;
  return line([version.operator, version.since, typesText(version), text]);
}

function tableOf(domain, versions, outcomes) {
  const own = versions.filter((version) => version.domain === domain);
  return [
    `## ${domain || 'ai.onnx'}`,
    '',
    line(['operator', 'since', 'types', 'tests']),
    line(['---', '---:', '---', '---:']),
    ...own
      .sort((a, b) => (a.operator < b.operator ? -1 : Number(a.operator > b.operator)))
      .map((version) => rowOf(version, versions, outcomes)),
    '',
  ];
}

/** The operators that the page about operators lists as unsupported. */
const unsupported = () =>
  readFileSync(inTop('docs/operators.md'), 'utf8')
    .match(/^Not supported: [\s\S]*?(?=\n\n)/m)[0]
    .replaceAll('\n', ' ');

/** @param {Awaited<ReturnType<typeof import('./suite.mjs').runTree>>} outcomes of all tests */
export function conformancePage(outcomes) {
  const versions = listedVersions();
  const known = new Set(versions.map(keyOf));
  const isKnown = (use) => known.has(keyOf(use));
  const passed = outcomes.filter(({ outcome }) => outcome === 'passed').length;
  return [
    '# Conformance',
    '',
    '<!-- Written by npm run conformance -- --write -->',
    '',
    wrapped(
      `Of ${number(outcomes.length)} node tests of ONNX's releases up to opset 24, ${number(passed)} pass: as a session, ` +
        'and those of one node also by `sc.run`. `npm run conformance` runs them, and writes the report that the ' +
        'backend scoreboard of ONNX reads to `build/conformance`. The tables list each version of each operator:',
      '',
    ),
    '',
    '- **since**: the first opset of the version.',
    wrapped(
      '- **types**: those of the first input that accepts several, with the names of sets of [operators.md](operators.md).',
      '  ',
    ),
    wrapped(
      '- **tests**: the tests that contain the operator at this version and pass. A test of a function that is expanded ' +
        'into nodes counts for each of their operators. ONNX has no tests of `com.microsoft`; the tests of the repository ' +
        'cover every operator.',
      '  ',
    ),
    '',
    '## Left out',
    '',
    wrapped(unsupported(), ''),
    '',
    'Types that ONNX lists, but the operators do not support:',
    '',
    ...missingTypes(),
    '',
    'Tests that do not pass, by reason:',
    '',
    ...leftOut(outcomes, isKnown),
    '',
    ...DOMAINS.flatMap((domain) => tableOf(domain, versions, outcomes)),
  ].join('\n');
}
