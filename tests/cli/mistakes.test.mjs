/** Arguments that cannot be understood, and questions about the command itself. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { command, simdcast } from './support.mjs';

const sc = await load();
const hasControls = (text) =>
  [...text].some((character) => character !== '\n' && (character < ' ' || character === '\x7f'));
const many = (count, item) => Array.from({ length: count }, () => item);

/** @type {[string, string[], RegExp][]} */
const mistakes = [
  ['a shape that is a word', ['NaN', '3'], /'NaN' is not a shape/],
  ['exponents', ['1e9x1e9'], /'1e9x1e9' is not a shape/],
  ['a fraction', ['2.5'], /'2\.5' is not a shape/],
  ['two separators', ['2x3,4'], /'2x3,4' is not a shape/],
  ['brackets that do not match', ['(2,3]'], /is not a shape/],
  ['no text', [''], /'' is not a shape/],
  ['a cross at the end', ['2x3x'], /is not a shape/],
  ['a negative size', ['(-1,3)', '3'], /Axis 0 of A \(-1,3\) must be an integer/],
  ['a size past the largest', ['2147483648'], /Axis 0 of A \(2147483648,\) must be an integer/],
  ['digits without end', ['9'.repeat(5000)], /must be an integer/],
  ['40 shapes', many(40, '2'), /The number of operands must be 1 to 32, but is 40\./],
  ['17 axes', [many(17, '1').join('x')], /A must have at most 16 axes, but has 17\./],
  ['an unknown rule', ['2', '--rule', 'julia'], /Unknown rule 'julia'; the rules are .*ncnn/],
  [
    'an unknown type',
    ['2', '--type', 'float12'],
    /Unknown element type 'float12'; did you mean 'float32'\?/,
  ],
  ['an axis that is no number', ['2', '--axis', '1e3'], /--axis must be an integer, but is '1e3'/],
  [
    'a flag that is no flag',
    ['2', '--rule', 'legacy', '--broadcast', '2'],
    /'broadcast' must be 0 or 1, not 2\./,
  ],
  [
    'an axis without its rule',
    ['2x3', '2', '--axis', '0'],
    /--axis applies only to --rule legacy\./,
  ],
  [
    'a flag without its rule',
    ['2', '2', '--rule', 'ncnn', '--broadcast', '0'],
    /--broadcast applies only to --rule legacy\./,
  ],
  ['an option without its value', ['2', '--rule'], /'--rule <value>' argument missing\./],
  ['an unknown option', ['2', '--colour'], /Unknown option '--colour'\./],
  ['a flag with a value', ['2', '--json=yes'], /'--json' does not take an argument\./],
  ['no shape', [], /The shapes are missing\./],
  [
    'a message that names the sizes of one axis',
    ['The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1'],
    /only states that axis 1 has size 4 in one operand and 3 in the other\. Pass the full shapes\./,
  ],
  [
    'the message of a matrix product',
    ['mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)'],
    /matrix product\. Pass its shapes with --rule matMul\./,
  ],
  ['__proto__ as a rule', ['2', '--rule', '__proto__'], /Unknown rule '__proto__'/],
  [
    'constructor as a type',
    ['2', '--type', 'constructor'],
    /Unknown element type 'constructor'; the element types are float32, /,
  ],
];

describe('mistakes in the arguments of align', () => {
  for (const [title, args, message] of mistakes)
    it(title, async () => {
      const { status, stdout, stderr } = await simdcast(['align', ...args]);
      const [line, usage, ...rest] = stderr.split('\n');
      assert.match(line, message);
      assert.ok(line.startsWith('simdcast align: '));
      assert.ok(line.length < 700);
      assert.equal(usage, 'Usage: simdcast align <shape> <shape>… [options]');
      assert.deepEqual(rest, ['']);
      assert.equal(stdout, '');
      assert.equal(status, 2);
    });

  it('do not reach the terminal as control characters', async () => {
    for (const args of [['\x1b]0;title\x07'], ['2', '--rule', 'a\x1b[2J\nb'], ['2', '--\x1b[2J']]) {
      const { status, stderr } = await simdcast(['align', ...args]);
      assert.ok(!hasControls(stderr));
      assert.equal(stderr.split('\n').length, 3);
      assert.equal(status, 2);
    }
  });
});

describe('the command itself', () => {
  it('names its commands where none is given, or an unknown one', async () => {
    for (const [args, message] of [
      [[], /^simdcast: The command is missing; the commands are: .*align.*\.\nUsage: /],
      [['aling'], /^simdcast: Unknown command 'aling'; the commands are: .*align/],
      [['toString'], /^simdcast: Unknown command 'toString'/],
    ]) {
      const { status, stdout, stderr } = await simdcast(args);
      assert.match(stderr, message);
      assert.equal(stdout, '');
      assert.equal(status, 2);
    }
  });

  it('prints its version', async () => {
    const manifest = new URL('../../package.json', import.meta.url);
    const { version } = JSON.parse(await readFile(manifest, 'utf8'));
    assert.deepEqual(await simdcast(['--version']), {
      status: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
  });

  it('has help, in 80 columns', async () => {
    for (const args of [
      ['--help'],
      ['-h'],
      ['align', '--help'],
      ['align', '2', '-h', '--rule', '?'],
    ]) {
      const { status, stdout, stderr } = await simdcast(args);
      assert.match(stdout, /^Usage: simdcast /);
      assert.ok(stdout.split('\n').every((line) => line.length <= 80));
      assert.equal(stderr, '');
      assert.equal(status, 0);
    }
  });

  it('lists every rule of the engine in the help', async () => {
    const { stdout } = await simdcast(['align', '--help']);
    let known = '';
    try {
      sc.align([[1]], { rule: 'none' });
    } catch ({ message }) {
      known = /the rules are (.*)\./.exec(message)[1];
    }
    const names = known.split(', ');
    assert.ok(names.length >= 5);
    for (const name of names) assert.match(stdout, new RegExp(`\\b${name}\\b`));
  });
});

const fullDevice = '/dev/full';

describe('output that cannot be written', () => {
  const skip = existsSync(fullDevice) ? false : `there is no ${fullDevice} here`;
  it('is one line on standard error, and status 74', { skip }, (t) => {
    const full = openSync(fullDevice, 'w');
    t.after(() => closeSync(full));
    const stdio = ['ignore', full, 'pipe'];
    const { status, stderr } = spawnSync(process.execPath, [command, 'align', '2', '2'], {
      stdio,
      encoding: 'utf8',
    });
    assert.equal(status, 74);
    assert.match(stderr, /^simdcast: the output could not be written: [^\n]*ENOSPC[^\n]*\n$/);
  });
});
