/** Loop and Scan: unrolled, as one program that runs repeatedly, nested, and with outer values. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession, ModelError } from 'simdcast/onnx';
import { encodeModel, floats, node } from './models.mjs';

const engine = await load();
const create = (model) => InferenceSession.create(model, { engine });

const scalar = (value) => ({ type: 'int64', dims: [], data: BigInt64Array.of(BigInt(value)) });
const truth = (value) => ({ type: 'bool', dims: [], data: Uint8Array.of(value ? 1 : 0) });
const numbers = (tensor) => Array.from(tensor.data, Number);
const counter = [
  { name: 'i', type: 'int64', dims: [] },
  { name: 'go', type: 'bool', dims: [] },
];
const untilDone = node('Identity', ['go'], 'goes_on');
const goesOn = { name: 'goes_on', type: 'bool', dims: [] };

/** The fields of a Loop's body; its first output is the condition. */
const body = (states, nodes, outputs, constants = {}) => ({
  graph: {
    inputs: [...counter, ...states.map((name) => ({ name }))],
    nodes,
    outputs: [goesOn, ...outputs.map((name) => ({ name }))],
    constants,
  },
});

async function refused(model, feeds, code, message) {
  await assert.rejects(
    async () => (await create(model)).run(feeds),
    (error) => {
      assert.ok(error instanceof ModelError, String(error));
      assert.equal(error.code, code);
      assert.match(error.message, message);
      return true;
    },
  );
}

describe('Loop', () => {
  /** Powers: repeats p = p * x, and stacks each p. */
  const powers = encodeModel({
    inputs: [
      { name: 'x', dims: [2] },
      { name: 'times', type: 'int64', dims: [] },
    ],
    outputs: [{ name: 'last' }, { name: 'each' }],
    constants: { one: floats([2], 1, 1), yes: truth(true) },
    nodes: [
      node('Loop', ['times', 'yes', 'one'], ['last', 'each'], {
        body: body(
          ['p'],
          [untilDone, node('Mul', ['p', 'x'], 'q'), node('Identity', ['q'], 'shown')],
          ['q', 'shown'],
        ),
      }),
    ],
  });

  it('carries, and stacks what each iteration gives', async () => {
    const session = await create(powers);
    for (const times of [0, 1, 3, 11, 2]) {
      const { last, each } = await session.run({ x: floats([2], 2, -1), times: scalar(times) });
      const expected = Array.from({ length: times }, (_, i) => [2 ** (i + 1), (-1) ** (i + 1)]);
      assert.deepEqual(numbers(last), expected.at(-1) ?? [1, 1]);
      assert.deepEqual(each.dims, [times, 2]);
      assert.deepEqual(numbers(each), expected.flat());
    }
    await session.release();
  });

  it('ends where its condition says so, which depends on what is fed', async () => {
    // Doubles until the sum is above the bound; Collatz would do as well.
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [3] }],
      outputs: [{ name: 'y' }, { name: 'count', type: 'int64' }],
      constants: { bound: floats([], 1000), zero: scalar(0), yes: truth(true), two: floats([], 2) },
      nodes: [
        node('Loop', ['', 'yes', 'x', 'zero'], ['y', 'count'], {
          body: body(
            ['v', 'n'],
            [
              node('Mul', ['v', 'two'], 'w'),
              node('ReduceSum', ['w'], 'sum', { keepdims: 0 }),
              node('Less', ['sum', 'bound'], 'goes_on'),
              node('Identity', ['i'], 'm'),
            ],
            ['w', 'm'],
          ),
        }),
      ],
    });
    const session = await create(model);
    for (const start of [1, 100, 400, 0.001]) {
      const x = floats([3], start, start, start);
      const { y, count } = await session.run({ x });
      let [value, times] = [Math.fround(start), 0];
      do value *= 2;
      while (3 * value < 1000 && ++times);
      assert.deepEqual(numbers(y), [value, value, value]);
      assert.equal(Number(count.data[0]), times);
    }
    await session.release();
  });

  it('carries shapes that grow, where it is known how often', async () => {
    const model = encodeModel({
      inputs: [
        { name: 'x', dims: [1] },
        { name: 'times', type: 'int64', dims: [] },
      ],
      outputs: [{ name: 'y' }],
      constants: { yes: truth(true), two: floats([1], 2) },
      nodes: [
        node('Loop', ['times', 'yes', 'x'], ['y'], {
          body: body(
            ['v'],
            [
              untilDone,
              node('Mul', ['x', 'two'], 'double'),
              node('Concat', ['v', 'double'], 'w', { axis: 0 }),
            ],
            ['w'],
          ),
        }),
      ],
    });
    const session = await create(model);
    for (const times of [2, 0, 9]) {
      const { y } = await session.run({ x: floats([1], 3), times: scalar(times) });
      assert.deepEqual(numbers(y), [3, ...new Array(times).fill(6)]);
    }
    await session.release();
  });

  it('runs within a loop, with branches that the counter decides', async () => {
    const branch = (op) => ({
      graph: { nodes: [node(op, ['w', 'x'], op)], outputs: [{ name: op }] },
    });
    const inner = {
      graph: {
        inputs: [
          { name: 'j', type: 'int64', dims: [] },
          { name: 'go2', type: 'bool', dims: [] },
          { name: 'u' },
        ],
        nodes: [
          node('Identity', ['go2'], 'on'),
          node('Add', ['u', 'x'], 'u1'),
          node('Sub', ['u1', 'half'], 'u2'),
        ],
        outputs: [{ name: 'on', type: 'bool', dims: [] }, { name: 'u2' }],
        constants: { half: floats([], 0.5) },
      },
    };
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [2] }],
      outputs: [{ name: 'y' }],
      constants: {
        start: floats([2], 0, 1),
        yes: truth(true),
        twelve: scalar(12),
        five: scalar(5),
      },
      nodes: [
        node('Loop', ['twelve', 'yes', 'start'], ['y'], {
          body: body(
            ['v'],
            [
              untilDone,
              node('Loop', ['five', 'go', 'v'], ['w'], { body: inner }),
              node('Less', ['i', 'five'], 'early'),
              node('If', ['early'], ['z'], {
                then_branch: branch('Add'),
                else_branch: branch('Sub'),
              }),
            ],
            ['z'],
          ),
        }),
      ],
    });
    const session = await create(model);
    for (const x of [
      [1, 2],
      [-3, 0.25],
    ]) {
      const expected = [0, 1].map((start, k) => {
        let v = start;
        for (let i = 0; i < 12; i++) v += 5 * (x[k] - 0.5) + (i < 5 ? x[k] : -x[k]);
        return v;
      });
      assert.deepEqual(numbers((await session.run({ x: floats([2], ...x) })).y), expected);
    }
    await session.release();
  });

  it('hands on what it is given, swapped, constant and twice', async () => {
    const model = encodeModel({
      inputs: [
        { name: 'a', dims: [2] },
        { name: 'b', dims: [2] },
        { name: 'times', type: 'int64', dims: [] },
      ],
      outputs: [{ name: 'p' }, { name: 'q' }, { name: 'r' }, { name: 's' }],
      constants: { yes: truth(true) },
      nodes: [
        node('Loop', ['times', 'yes', 'a', 'b', 'a'], ['p', 'q', 'r', 's'], {
          body: body(
            ['u', 'v', 'w'],
            [untilDone, node('Identity', ['k'], 'fixed')],
            ['v', 'u', 'fixed', 'a'],
            { k: floats([2], 7, 8) },
          ),
        }),
      ],
    });
    const session = await create(model);
    const [a, b] = [floats([2], 1, 2), floats([2], 3, 4)];
    for (const times of [9, 6, 1]) {
      const { p, q, r, s } = await session.run({ a, b, times: scalar(times) });
      const swapped = times % 2 === 1;
      assert.deepEqual(numbers(p), swapped ? [3, 4] : [1, 2]);
      assert.deepEqual(numbers(q), swapped ? [1, 2] : [3, 4]);
      assert.deepEqual(numbers(r), [7, 8]);
      assert.deepEqual(numbers(s), new Array(times).fill([1, 2]).flat());
    }
    await session.release();
  });

  it('refuses what does not end, and bodies that do not fit', async () => {
    const forever = (times, states = ['x']) =>
      encodeModel({
        inputs: [{ name: 'x', dims: [1] }],
        outputs: [{ name: 'y' }],
        constants: { yes: truth(true), most: scalar(2n ** 62n) },
        nodes: [
          node('Loop', [times, 'yes', ...states], ['y'], {
            body: body(['v'], [untilDone, node('Neg', ['v'], 'w')], ['w']),
          }),
        ],
      });
    const feeds = { x: floats([1], 1) };
    await refused(forever(''), feeds, 'invalid_node', /does not end within 16777216/);
    await refused(forever('most'), feeds, 'invalid_node', /does not end within 16777216/);
    await refused(forever('most', []), feeds, 'invalid_node', /do not match those of its body/);
  });
});

describe('Scan', () => {
  const running = (attributes = {}) =>
    encodeModel({
      inputs: [
        { name: 'start', dims: [2] },
        { name: 'x', dims: ['n', 'm'] },
      ],
      outputs: [{ name: 'last' }, { name: 'sums' }],
      nodes: [
        node('Scan', ['start', 'x'], ['last', 'sums'], {
          num_scan_inputs: 1,
          body: {
            graph: {
              inputs: [{ name: 'sum' }, { name: 'one' }],
              nodes: [node('Add', ['sum', 'one'], 'next'), node('Identity', ['next'], 'shown')],
              outputs: [{ name: 'next' }, { name: 'shown' }],
            },
          },
          ...attributes,
        }),
      ],
    });

  it('runs along the first axis, however long it is', async () => {
    const session = await create(running());
    for (const rows of [0, 2, 9]) {
      const x = floats([rows, 2], ...Array.from({ length: rows * 2 }, (_, i) => i));
      const { last, sums } = await session.run({ start: floats([2], 10, 20), x });
      const expected = [];
      let [a, b] = [10, 20];
      for (let i = 0; i < rows; i++) {
        a += 2 * i;
        b += 2 * i + 1;
        expected.push(a, b);
      }
      assert.deepEqual(numbers(last), [a, b]);
      assert.deepEqual(sums.dims, [rows, 2]);
      assert.deepEqual(numbers(sums), expected);
    }
    await session.release();
  });

  it('runs backwards along other axes, in and out', async () => {
    const session = await create(
      running({
        scan_input_axes: [1],
        scan_input_directions: [1],
        scan_output_axes: [-1],
        scan_output_directions: [1],
      }),
    );
    for (const columns of [3, 7]) {
      const x = floats([2, columns], ...Array.from({ length: columns * 2 }, (_, i) => i));
      const { sums } = await session.run({ start: floats([2], 0, 0), x });
      const expected = [0, 1].flatMap((row) => {
        let sum = 0;
        const sumsOfRow = [];
        for (let at = columns - 1; at >= 0; at--) {
          sum += row * columns + at;
          sumsOfRow.unshift(sum);
        }
        return sumsOfRow;
      });
      assert.deepEqual(sums.dims, [2, columns]);
      assert.deepEqual(numbers(sums), expected);
    }
    await session.release();
  });

  it('refuses scan inputs of two lengths, and axes that are not there', async () => {
    const feeds = { start: floats([2], 0, 0), x: floats([1, 2], 1, 2) };
    await refused(
      running({ scan_input_axes: [2] }),
      feeds,
      'invalid_node',
      /Axis 2 of .* is out of range/,
    );
    await refused(
      running({ scan_input_axes: [0, 0] }),
      feeds,
      'invalid_attribute',
      /must have length 1, but has length 2/,
    );
    await refused(
      running({ num_scan_inputs: 3 }),
      feeds,
      'invalid_node',
      /do not match those of its body/,
    );
  });
});

describe('graphs of functions', () => {
  it('see the names of the function that they stand in', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [2] }],
      outputs: [{ name: 'y' }],
      domains: ['local'],
      constants: { seven: scalar(7) },
      nodes: [{ op: 'Repeat', domain: 'local', inputs: ['seven', 'x'], outputs: ['y'] }],
      functions: [
        {
          name: 'Repeat',
          domain: 'local',
          inputs: ['n', 'v'],
          outputs: ['r'],
          opset: 17,
          nodes: [
            node('Abs', ['v'], 'size'),
            node('Loop', ['n', '', 'v'], ['r'], {
              body: body(['u'], [untilDone, node('Add', ['u', 'size'], 'w')], ['w']),
            }),
          ],
        },
      ],
    });
    const session = await create(model);
    assert.deepEqual(numbers((await session.run({ x: floats([2], -1, 2) })).y), [6, 16]);
    await session.release();
  });

  it('do not unfold without end', async () => {
    const call = { op: 'F', domain: 'local', inputs: ['c', 'v'], outputs: ['r'] };
    const branch = { graph: { nodes: [call], outputs: [{ name: 'r' }] } };
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [2] }],
      outputs: [{ name: 'y' }],
      domains: ['local'],
      constants: { yes: truth(true) },
      nodes: [{ ...call, inputs: ['yes', 'x'], outputs: ['y'] }],
      functions: [
        {
          name: 'F',
          domain: 'local',
          inputs: ['c', 'v'],
          outputs: ['r'],
          opset: 17,
          nodes: [node('If', ['c'], ['r'], { then_branch: branch, else_branch: branch })],
        },
      ],
    });
    await assert.rejects(create(model), ({ code }) => /invalid_(model|graph)/.test(code));
  });
});
