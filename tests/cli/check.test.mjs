/** `simdcast check` and `simdcast run` on files, as a person calls them. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../conformance/support.mjs';
import { encodeModel, floats } from '../onnx/models.mjs';
import { simdcast } from './support.mjs';

const zeros = (...dims) =>
  floats(dims, ...new Array(dims.reduce((n, size) => n * size, 1)).fill(0));

const graph = (b) => ({
  inputs: [{ name: 'x', dims: ['N', 56, 8, 56] }],
  outputs: [{ name: 'y', dims: ['N', 56, 8, 56] }],
  constants: { b },
  nodes: [{ op: 'Add', name: 'add\u001b[31m', inputs: ['x', 'b'], outputs: ['y'] }],
});

function fileOf(t, model) {
  const file = join(temporaryFolder(t), 'model.onnx');
  writeFileSync(file, model);
  return file;
}

describe('simdcast check', () => {
  it('shows each broadcast and its warnings', async (t) => {
    const file = fileOf(t, encodeModel(graph(zeros(56))));
    const { status, stdout, stderr } = await simdcast(['check', file, '--ascii']);
    assert.equal(stderr, '');
    assert.equal(status, 0);
    assert.match(stdout, /^input x: float32 \(N,56,8,56\)$/m);
    assert.match(stdout, /^b +\+1->N +\+1->56 +\+1->8 +56$/m);
    assert.match(stdout, /25088\*N \+ 56 elements stored, 25088\*N computed\./);
    assert.match(stdout, /! ncnn, which has no batch axis, behaves differently/);
    assert.match(stdout, /1 broadcast, 2 warnings, 0 errors\./);
    // Text from a file cannot control the terminal.
    assert.ok(!stdout.includes('\u001b'));
  });

  it('exits with 1 for a warning with --strict, and for an error', async (t) => {
    const warned = fileOf(t, encodeModel(graph(zeros(56))));
    const fine = fileOf(t, encodeModel(graph(zeros(56, 1, 1))));
    const wrong = fileOf(t, encodeModel(graph(zeros(8))));
    const statusOf = async (...args) => (await simdcast(['check', ...args])).status;
    assert.equal(await statusOf(warned, '--strict'), 1);
    assert.equal(await statusOf(fine, '--strict'), 0);
    assert.equal(await statusOf(wrong), 1);
  });

  it('writes JSON', async (t) => {
    const file = fileOf(t, encodeModel(graph(zeros(56))));
    const { stdout } = await simdcast(['check', '--json', file]);
    const report = JSON.parse(stdout);
    assert.deepEqual(report.broadcasts[0].outputShape, ['N', 56, 8, 56]);
    assert.equal(report.warnings, 2);
  });

  it('names operators that are not supported, also in subgraphs', async (t) => {
    const y = [{ name: 'y', dims: [2] }];
    const of = (opset, ...nodes) => ({
      opset,
      domains: ['com.microsoft'],
      inputs: [{ name: 'x', dims: [2] }],
      outputs: y,
      nodes,
    });
    const node = (op, domain, output = 'y') => ({ op, domain, inputs: ['x'], outputs: [output] });
    const body = (...ops) => ({
      graph: { outputs: [{ name: ops[0] }], nodes: ops.map((op) => node(op, '', op)) },
    });
    const cases = [
      ['NoSuch at opset 17', of(17, node('NoSuch'))],
      ['Gelu at opset 17', of(17, node('Gelu'))],
      ['ImageDecoder at opset 20', of(20, node('ImageDecoder'))],
      ['com.microsoft.BeamSearch at opset 1', of(17, node('BeamSearch', 'com.microsoft'))],
      [
        'NoSuch at opset 17, Gelu at opset 17',
        {
          ...of(17, {
            op: 'If',
            inputs: ['c'],
            outputs: ['y'],
            attributes: {
              then_branch: body('NoSuch'),
              else_branch: body('Gelu'),
            },
          }),
          inputs: [
            { name: 'x', dims: [2] },
            { name: 'c', type: 'bool', dims: [] },
          ],
        },
      ],
    ];
    for (const [operators, model] of cases) {
      const file = fileOf(t, encodeModel(model));
      const { status, stdout } = await simdcast(['check', file]);
      const text = stdout.replace(/\s+/g, ' ');
      assert.equal(status, 0);
      assert.ok(text.includes(`Sessions do not support ${operators}.`), text);
      assert.match(text, /The model does not run: 1 node not supported\./);
      const report = JSON.parse((await simdcast(['check', '--json', file])).stdout);
      assert.equal(report.unsupported, 1);
      assert.equal(report.uncertain[0].code, 'unsupported_operator');
    }
    const strict = fileOf(t, encodeModel(of(17, node('NoSuch'))));
    assert.equal((await simdcast(['check', '--strict', strict])).status, 1);
    const { stdout } = await simdcast(['check', fileOf(t, encodeModel(of(20, node('Gelu'))))]);
    assert.doesNotMatch(stdout, /support/);
  });

  it('exits with 2 for a file that is not a model', async (t) => {
    const broken = fileOf(t, Uint8Array.of(1, 2, 3));
    const cases = [
      [[], /The model is missing/],
      [['/no/such/file.onnx'], /could not be read: ENOENT/],
      [[broken], /not an ONNX model/],
      [[broken, broken], /Only one model can be given/],
    ];
    for (const [args, message] of cases) {
      const { status, stderr } = await simdcast(['check', ...args]);
      assert.equal(status, 2);
      assert.match(stderr, message);
    }
  });
});

describe('simdcast run', () => {
  const model = encodeModel({
    inputs: [{ name: 'x', dims: ['N', 2] }],
    outputs: [{ name: 'y' }],
    constants: { b: floats([2], 10, 20) },
    nodes: [{ op: 'Add', inputs: ['x', 'b'], outputs: ['y'] }],
  });

  it('accepts feeds, and fills the other inputs reproducibly', async (t) => {
    const file = fileOf(t, model);
    const feeds = join(temporaryFolder(t), 'feeds.json');
    writeFileSync(feeds, '{ "x": [1, 2, 3, 4] }');
    const fed = await simdcast(['run', file, '--feeds', feeds]);
    assert.equal(fed.status, 0, fed.stderr);
    assert.match(fed.stdout, /^out y: float32 \(2,2\) \[11, 22, 13, 24\]$/m);
    const filled = () => simdcast(['run', file, '--sizes', 'N=3', '--json']);
    const [first, second] = [await filled(), await filled()];
    assert.equal(first.stdout, second.stdout);
    assert.deepEqual(JSON.parse(first.stdout).y.dims, [3, 2]);
  });

  it('accepts and prints sequences and optional values, in JSON that can be fed again', async (t) => {
    const file = fileOf(
      t,
      encodeModel({
        opset: 18,
        inputs: [
          { name: 's', dims: [null], sequence: true },
          { name: 'o', dims: [1], optional: true },
        ],
        outputs: [
          { name: 't', sequence: true },
          { name: 'o2', optional: true },
        ],
        nodes: [
          { op: 'SequenceErase', inputs: ['s'], outputs: ['t'] },
          { op: 'Identity', inputs: ['o'], outputs: ['o2'] },
        ],
      }),
    );
    const feeds = join(temporaryFolder(t), 'feeds.json');
    const fed = (text, ...options) => {
      writeFileSync(feeds, text);
      return simdcast(['run', file, '--feeds', feeds, ...options]);
    };
    const one = { type: 'float32', dims: [1], data: [7] };
    const s = '"s": [[1, 2], { "data": [3], "dims": [1] }, [4]]';
    const { stdout, stderr } = await fed(`{ ${s}, "o": [7] }`, '--json');
    assert.deepEqual(
      JSON.parse(stdout),
      {
        t: [
          { type: 'float32', dims: [2], data: [1, 2] },
          { type: 'float32', dims: [1], data: [3] },
        ],
        o2: one,
      },
      stderr,
    );
    const again = await fed(JSON.stringify({ s: JSON.parse(stdout).t, o: null }), '--json');
    assert.deepEqual(JSON.parse(again.stdout), {
      t: [{ type: 'float32', dims: [2], data: [1, 2] }],
      o2: null,
    });
    const shown = (await fed(`{ ${s} }`)).stdout;
    assert.match(shown, /^in {2}s\[1\]: float32 \(1,\) \[3\]$/m);
    assert.match(shown, /^in {2}o: nothing$/m);
    assert.match(shown, /^out t\[0\]: float32 \(2,\) \[1, 2\]$/m);
    assert.match(shown, /^out o2: nothing$/m);
    assert.match((await fed('{ "s": [[1]] }')).stdout, /^out t: an empty sequence$/m);
    for (const [text, message] of [
      ['{}', /length of the sequence 's'\. Pass it with --feeds/],
      ['{ "s": 1 }', /'s', which is a sequence, must be an array/],
      ['{ "s": [1] }', /feed of 's' must be an array/],
    ]) {
      const wrong = await fed(text);
      assert.equal(wrong.status, 2, wrong.stdout);
      assert.match(wrong.stderr, message);
    }
    const { stdout: checked } = await simdcast(['check', file]);
    assert.match(checked, /^input s: sequence of float32 \(s_dim_0,\)$/m);
    assert.match(checked, /^input o: optional float32 \(1,\)$/m);
  });

  it('exits with 2 for feeds of inputs that do not exist', async (t) => {
    const file = fileOf(t, model);
    const feeds = join(temporaryFolder(t), 'feeds.json');
    for (const name of ['X', 'b', '__proto__']) {
      writeFileSync(feeds, `{ "x": [1, 2], "${name}": [1, 2] }`);
      const { status, stdout, stderr } = await simdcast(['run', file, '--feeds', feeds]);
      assert.equal(status, 2, name);
      assert.match(stderr, new RegExp(`no input '${name}'; its inputs are x\\.`));
      assert.equal(stdout, '');
    }
  });

  it('accepts elements that the type can represent, and names the others', async (t) => {
    const typed = (type) =>
      encodeModel({
        inputs: [{ name: 'x', type, dims: ['N'] }],
        outputs: [{ name: 'y', type }],
        nodes: [{ op: 'Identity', inputs: ['x'], outputs: ['y'] }],
      });
    const feeds = join(temporaryFolder(t), 'feeds.json');
    const fed = (type, list) => {
      writeFileSync(feeds, `{ "x": ${list} }`);
      return simdcast(['run', fileOf(t, typed(type)), '--feeds', feeds, '--json']);
    };
    for (const [type, list] of [
      ['int64', '["9007199254740993",-1]'],
      ['float16', '[1.5,"Infinity"]'],
      ['bool', '[true,false]'],
      ['float32', '["-0","NaN",0.5]'],
    ]) {
      const { stdout, stderr } = await fed(type, list);
      assert.equal(stderr, '');
      const data = type === 'int64' ? '["9007199254740993","-1"]' : list;
      assert.equal(JSON.stringify(JSON.parse(stdout).y.data), data);
    }
    // A float is rounded to the nearest, however many digits it has.
    const { stdout } = await fed('float64', '["123456789012345678901"]');
    assert.deepEqual(JSON.parse(stdout).y.data, [123456789012345680000]);
    for (const [type, list, wanted] of [
      [
        'uint8',
        '[300]',
        /Element 0 of the feed of 'x' is 300, but uint8 holds integers from 0 to 255/,
      ],
      ['int64', '[1, 1e21]', /Element 1 of the feed of 'x' is 1e\+21/],
      ['int64', '[true]', /Element 0 of the feed of 'x' is true/],
      ['float32', '["a"]', /Element 0 of the feed of 'x' is 'a', but float32 holds numbers/],
    ]) {
      const { status, stderr } = await fed(type, list);
      assert.equal(status, 2, stderr);
      assert.match(stderr, wanted);
    }
  });

  it('prints ASCII only where that is asked, as check does', async (t) => {
    const outer = encodeModel({
      inputs: [
        { name: 'größe', dims: [300, 1] },
        { name: 'x', dims: [300] },
      ],
      outputs: [{ name: 'y' }],
      nodes: [{ op: 'Add', inputs: ['größe', 'x'], outputs: ['y'] }],
    });
    for (const name of ['run', 'check']) {
      const { stdout, stderr } = await simdcast([name, fileOf(t, outer), '--ascii']);
      assert.equal(stderr, '');
      assert.match(stdout, /gr\\u00f6\\u00dfe/);
      assert.doesNotMatch(stdout, /[^\0-\x7f]/);
    }
  });

  it('exits with 2 for inputs that do not fit', async (t) => {
    const file = fileOf(t, model);
    const feeds = join(temporaryFolder(t), 'feeds.json');
    writeFileSync(feeds, '{ "x": { "data": [1, 2, 3], "dims": [1, 3] } }');
    const { status, stderr } = await simdcast(['run', file, '--feeds', feeds]);
    assert.equal(status, 2);
    assert.match(stderr, /must have shape \(N,2\), but has shape \(1,3\)/);
    const sizes = await simdcast(['run', file, '--sizes', 'N']);
    assert.match(sizes.stderr, /--sizes must be name=size pairs/);
  });

  it('exits with 2 for sizes of dimensions that do not exist, or twice', async (t) => {
    const file = fileOf(t, model);
    const fixed = fileOf(
      t,
      encodeModel({
        inputs: [{ name: 'x', dims: [2] }],
        outputs: [{ name: 'y' }],
        nodes: [{ op: 'Neg', inputs: ['x'], outputs: ['y'] }],
      }),
    );
    for (const [of, sizes, message] of [
      [file, 'M=3', /no symbolic dimension 'M'; they have 'N'\./],
      [file, 'N=3,n=3', /no symbolic dimension 'n'; they have 'N'\./],
      [fixed, 'N=3', /no symbolic dimension 'N'; all of their sizes are numbers\./],
      [file, 'N=3,N=4', /--sizes must have each name once, but has 'N' twice\./],
    ]) {
      const { status, stdout, stderr } = await simdcast(['run', of, '--sizes', sizes]);
      assert.equal(status, 2, stdout);
      assert.match(stderr, message);
    }
  });

  it('exits with 2 for a feed whose length does not fit the shape', async (t) => {
    const feeds = join(temporaryFolder(t), 'feeds.json');
    writeFileSync(feeds, '{ "x": [1, 2, 3] }');
    const { status, stderr } = await simdcast(['run', fileOf(t, model), '--feeds', feeds]);
    assert.equal(status, 2);
    assert.match(
      stderr,
      /feed of 'x' must have a multiple of 2 elements for the shape \(N,2\), but has 3\./,
    );
  });
});
