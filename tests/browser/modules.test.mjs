/** The parts of the page that need no document: shapes as text, the address, drawings. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importModule } from './lib/build.mjs';
import { random } from './lib/random.mjs';

const { parseShape } = await importModule('state/shape-text.ts');
const { encode, decode } = await importModule('state/url.ts');
const { defaultState } = await importModule('state/state.ts');
const { operators, operatorNames } = await importModule('state/operators.ts');
const { layOut, isGap } = await importModule('figure/layout.ts');
const { weights } = await importModule('data/fill.ts');
const { parseValue, valueText } = await importModule('state/format.ts');

describe('shapes as text', () => {
  const spellings = {
    '3,1': [3, 1],
    '3, 1': [3, 1],
    '(3, 1)': [3, 1],
    '(3,1,)': [3, 1],
    '[3,1]': [3, 1],
    '3x1': [3, 1],
    '3×1': [3, 1],
    '3 X 1': [3, 1],
    '3 1': [3, 1],
    ' ( 3 , 1 ) ': [3, 1],
    'torch.Size([3, 1])': [3, 1],
    '[ 3 1 ]': [3, 1],
    '(3,)': [3],
    3: [3],
    0: [0],
    2147483647: [2147483647],
    scalar: [],
    ' Scalar ': [],
    '()': [],
    '[]': [],
    'torch.Size([])': [],
  };
  for (const [text, shape] of Object.entries(spellings)) {
    test(`“${text}” is (${shape})`, () => assert.deepEqual(parseShape(text), { shape }));
  }

  const failures = {
    '': 0,
    '   ': 3,
    '3,,1': 2,
    '3;1': 1,
    '-3': 0,
    '3x': 2,
    3.5: 1,
    '(3,1': 4,
    '3,1)': 3,
    '(3,1]': 4,
    '3 one': 2,
    2147483648: 0,
    '1,1,1,1,1,1,1,1,1': 16,
    scalars: 0,
  };
  test('what does not belong is quoted whole', () => {
    assert.match(parseShape('😀').message, /“😀”/);
  });

  for (const [text, at] of Object.entries(failures)) {
    test(`“${text}” fails at character ${at}`, () => {
      const parsed = parseShape(text);
      assert.equal(parsed.at, at);
      assert.match(parsed.message, /./);
    });
  }
});

describe('the address', () => {
  test('the first example is written as the grammar says', () => {
    assert.equal(encode(defaultState), '#v=1&r=numpy&op=Add&i=4.3|3&f=addr');
  });

  test('no hash is the first example, without a notice', () => {
    assert.deepEqual(decode(''), { state: defaultState });
    assert.deepEqual(decode('#'), { state: defaultState });
  });

  test('a scalar is empty, and a bar may be escaped', () => {
    const { state } = decode('#v=1&r=numpy&op=Sub&i=%7C3.4&f=addr&d=int32&sel=');
    assert.deepEqual(state.shapes, [[], [3, 4]]);
    assert.equal(state.op, 'Sub');
    assert.equal(state.type, 'int32');
    assert.deepEqual(state.sel, []);
  });

  test('what stood behind a link in a text is no part of it', () => {
    const ends = ['#v=1&i=4.1|3.', '#v=1&i=4.1|3),', '#v=1&i=4.1|3&f=addr>', '#v=1&amp;i=4.1|3'];
    for (const hash of ends) assert.deepEqual(decode(hash).state.shapes, [[4, 1], [3]], hash);
  });

  test('keys of later versions are passed over', () => {
    const { state, notice } = decode('#v=1&r=numpy&op=Add&i=2|2&f=addr&later=3&than=rules');
    assert.deepEqual(state.shapes, [[2], [2]]);
    assert.equal(notice, undefined);
  });

  test('a link that is written by hand says no more than it is about', () => {
    const learn = decode('#m=learn');
    assert.deepEqual(learn, { state: { ...defaultState, mode: 'learn', sel: null } });
    assert.deepEqual(decode('#t=code').state.tab, 'code');
    const shapes = decode('#i=3.4|3');
    assert.deepEqual(shapes, {
      state: { ...defaultState, shapes: [[3, 4], [3]], sel: null },
    });
  });

  for (const hash of ['#later=1', '#v=2&r=numpy&op=Add&i=4.1|3&f=addr', '#nonsense']) {
    test(`${hash} gives the first example and a notice`, () => {
      const { state, notice } = decode(hash);
      assert.deepEqual(state, defaultState);
      assert.match(notice, /first example/);
    });
  }

  test('what a link leaves out is as it is at first', () => {
    assert.deepEqual(decode('#v=1&m=learn'), {
      state: { ...defaultState, mode: 'learn', sel: null },
    });
    assert.deepEqual(decode('#op=Where').state.shapes, [[4, 3], [3], []]);
  });

  const bad = {
    'i=3.4|x': '',
    'i=4.1': '',
    'i=4.1|3|2': '',
    'i=4.-1|3': '',
    'i=4.01|3': '',
    'i=2147483648|3': '',
    'i=1.1.1.1.1.1.1.1.1|3': '',
    'i=%E0%A4%A|3': '',
    'm=nonsense': 'i=3.4|3&',
    's=99': 'i=3.4|3&',
    'op=Frobnicate': 'i=3.4|3&',
    'op=toString': 'i=3.4|3&',
    'r=ncnn9': 'i=3.4|3&',
    'f=none': 'i=3.4|3&',
    'd=float7': 'i=3.4|3&',
    'sel=x': 'i=3.4|3&',
    'val0=x': 'i=3.4|3&',
  };
  for (const [part, rest] of Object.entries(bad)) {
    test(`${part} is named, and all else is read`, () => {
      const { state, notice } = decode(`#v=1&${rest}${part}`);
      const shapes = rest ? [[3, 4], [3]] : defaultState.shapes;
      assert.deepEqual(state, { ...defaultState, shapes, sel: null });
      assert.equal(notice, `“${part}” in this link cannot be read, so it is left out.`);
    });
  }

  test('10,000 random states come back the same, and are written the same', (t) => {
    const seed = 20240229;
    t.diagnostic(`seed ${seed}`);
    const next = random(seed);
    const numbers = (most) => Array.from({ length: next(most + 1) }, () => next(2 ** 31));
    for (let i = 0; i < 10_000; i += 1) {
      const op = operatorNames[next(operatorNames.length)];
      const { rules, types, least, most } = operators[op];
      const count = least + next(most - least + 1);
      const one = (list) => list[next(list.length)];
      const shapes = Array.from({ length: count }, () => numbers(8));
      const small = Array.from({ length: count }, () => [1 + next(3), 1 + next(4)]);
      const typed = next(4) === 0;
      const value = () => Math.fround(one([next(100), -next(100) / 7, Number.NaN, 1 / 0]));
      const valuesOf = ([rows, columns]) => Array.from({ length: rows * columns }, value);
      const state = {
        mode: one(['play', 'learn', 'challenge']),
        rule: one(rules),
        axis: next(2) ? next(9) : null,
        broadcast: next(2) === 1,
        op,
        type: one(types),
        shapes: typed ? small : shapes,
        fill: one(['addr', 'arange', 'ones', 'random']),
        seed: next(2 ** 31),
        values: (typed ? small : shapes).map((shape) =>
          typed && next(2) ? valuesOf(shape) : null,
        ),
        sel: next(2) ? numbers(8) : null,
        step: next(5),
        tab: one(['why', 'rules', 'memory', 'code']),
        notation: one(['numpy', 'ncnn']),
        present: next(2) === 1,
        deck: null,
        lesson: 'rows',
      };
      if (state.mode === 'learn') state.lesson = one(['rows', 'both', 'attention']);
      const hash = encode(state);
      const decoded = decode(hash);
      assert.deepEqual(decoded, { state });
      assert.equal(encode(decoded.state), hash);
    }
  });
});

describe('the step of an embedded figure', () => {
  test('may be written out', () => {
    const { state } = decode('#v=1&r=numpy&op=Add&i=4.1|3&f=addr&step=4&theme=dark');
    assert.equal(state.step, 3);
  });
});

describe('what is drawn', () => {
  const picksOf = (axis) => axis?.picks.map((pick) => (isGap(pick) ? `…${pick.hidden}` : pick));
  const cells = (figure) =>
    [figure.bands, figure.panels, figure.rows, figure.columns]
      .map((axis) => axis?.picks.length ?? 1)
      .reduce((a, b) => a * b, 1);

  test('a scalar is one cell, without rows or columns', () => {
    const figure = layOut([], []);
    assert.equal(figure.kind, 'cells');
    assert.deepEqual([figure.rows, figure.columns], [null, null]);
  });

  test('eight rows and six columns are drawn whole, and of more the first ones and the last', () => {
    assert.equal(picksOf(layOut([6], []).columns).length, 6);
    assert.deepEqual(picksOf(layOut([13], []).columns), [0, 1, 2, 3, '…8', 12]);
    const tall = layOut([8, 7], []);
    assert.equal(picksOf(tall.rows).length, 8);
    assert.deepEqual(picksOf(layOut([9, 7], []).rows), [0, 1, 2, 3, 4, 5, '…2', 8]);
  });

  test('of three axes and more than two sheets, five rows and five columns', () => {
    assert.equal(picksOf(layOut([2, 8, 6], []).rows).length, 8);
    const { panels, rows, columns } = layOut([9, 5, 8], []);
    assert.deepEqual(picksOf(panels), [0, 1, 2, 3, '…4', 8]);
    assert.equal(picksOf(rows).length, 5);
    assert.deepEqual(picksOf(columns), [0, 1, 2, '…4', 7]);
  });

  test('rank 3 has panels, rank 4 has bands of panels', () => {
    const three = layOut([2, 3, 4], []);
    assert.deepEqual(picksOf(three.panels), [0, 1]);
    assert.equal(three.bands, null);
    assert.deepEqual(picksOf(layOut([5, 2, 3, 4], []).bands), [0, '…3', 4]);
  });

  test('rank 5 and 6 have a stepper for each outer axis, held inside the axis', () => {
    assert.deepEqual(layOut([5, 2, 2, 3, 4], [9]).outer, [{ axis: 0, size: 5, index: 4 }]);
    assert.equal(layOut([5, 4, 2, 2, 3, 4], []).outer.length, 2);
  });

  test('rank 7 is left to the table of the axes, and no elements to a slab', () => {
    assert.equal(layOut([1, 1, 1, 1, 1, 1, 1], []).kind, 'deep');
    assert.equal(layOut([3, 0], []).kind, 'empty');
  });

  test('no figure has more than 1,024 cells, and every gap says how many it hides', (t) => {
    const seed = 7;
    t.diagnostic(`seed ${seed}`);
    const next = random(seed);
    for (let i = 0; i < 2000; i += 1) {
      const shape = Array.from({ length: next(7) }, () => 1 + next(next(3) ? 14 : 100_000));
      const figure = layOut(shape, []);
      assert.ok(cells(figure) <= 1024, `${shape}`);
      for (const axis of [figure.bands, figure.panels, figure.rows, figure.columns]) {
        if (!axis) continue;
        const drawn = axis.picks.reduce((sum, pick) => sum + (isGap(pick) ? pick.hidden : 1), 0);
        assert.equal(drawn, shape[axis.axis], `${shape}`);
      }
    }
  });
});

describe('the address fill', () => {
  test('a sum tells its sources', () => {
    assert.deepEqual(weights([4, 3]), [10, 1]);
    assert.deepEqual(weights([4, 9]), [10, 1]);
    assert.deepEqual(weights([4, 10]), [100, 1]);
    assert.deepEqual(weights([1, 1]), [10, 1]);
    assert.deepEqual(weights([0, 0]), [1, 1]);
  });

  test('long numbers give way to plain ones', () => {
    assert.deepEqual(weights([196_608, 3]), [1, 1]);
  });
});

describe('words and numbers', () => {
  test('values take a few characters', () => {
    const written = [
      23,
      -4,
      13 / 3,
      1e-9,
      123456,
      1234567,
      -2147483648,
      12345.6,
      1e20,
      9999.5,
      Number.NaN,
      1 / 0,
      -1 / 0,
      0,
    ];
    assert.deepEqual(
      written.map((value) => valueText(value)),
      [
        '23',
        '−4',
        '4.333',
        '1e−9',
        '123456',
        '1.235e6',
        '−2.147e9',
        '1.235e4',
        '1e20',
        '10000',
        'nan',
        'inf',
        '−inf',
        '0',
      ],
    );
  });

  test('are read as people type them', () => {
    const typed = {
      ' 1.5 ': 1.5,
      '−2': -2,
      '+.5e1': 5,
      NaN: Number.NaN,
      inf: Number.POSITIVE_INFINITY,
      '+Infinity': Number.POSITIVE_INFINITY,
      '-Infinity': Number.NEGATIVE_INFINITY,
      '−inf': Number.NEGATIVE_INFINITY,
      True: 1,
      F: 0,
    };
    for (const [written, value] of Object.entries(typed))
      assert.ok(Object.is(parseValue(written), value), written);
    for (const none of ['', 'one', '1,5', '0x10', '+t', 'tinity', 'constructor', '__proto__'])
      assert.equal(parseValue(none), undefined, none);
  });
});
