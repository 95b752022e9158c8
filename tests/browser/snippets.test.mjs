/** The snippets of the page, executed if possible. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { pythonWith } from '../../tools/lib/run.mjs';
import { importModule } from './lib/build.mjs';
import { ask, defaultState, model, presets, withOperator, withShapes } from './lib/model.mjs';

const { snippet, dialects } = await importModule('tabs/snippets.ts');
const { operators, operatorNames } = await importModule('state/operators.ts');
const { resultName } = await importModule('state/state.ts');

const given = (state) => {
  const { trace } = model(state);
  const asks = operators[state.op].shapeOperand !== undefined;
  return { state, trace, explicit: asks ? undefined : ask.explicit(state.shapes, state) };
};

/** The examples, every operator in one of its types, and the other rules. */
const states = [
  ...presets.map(({ id, state }) => [id, { ...state, sel: null }]),
  ...operatorNames.map((op) => [op, withOperator(defaultState, op)]),
  ['PRelu that runs', withShapes(withOperator(defaultState, 'PRelu'), [[4, 3], [3]])],
  ['ncnn', { ...withShapes(defaultState, [[2, 3, 4], [2]]), rule: 'ncnn' }],
  ['int32 Div', { ...withOperator(defaultState, 'Div'), type: 'int32' }],
];

// Too many elements for an ordinary machine.
const runnable = states.filter(([, state]) => model(state).trace.outputElements < 1e8);

/** The other ways to fill the operands. */
const filled = ['arange', 'ones', 'random'].flatMap((fill) =>
  ['float32', 'float64', 'int32', 'uint8'].flatMap((type) => [
    [`${fill} ${type}`, { ...defaultState, fill, type }],
    [`${fill} ${type}, many`, { ...withShapes(defaultState, [[9, 10], [10]]), fill, type }],
  ]),
);

/** The indices of a shape in C order. */
const indices = (shape) =>
  shape.reduce(
    (all, size) => all.flatMap((at) => Array.from({ length: size }, (_, i) => [...at, i])),
    [[]],
  );

describe('JavaScript', () => {
  const run = (code, name) =>
    new Function(
      'sc',
      `${code.replace(/^import.*$/m, '').replace('const sc = await load();', '')}\nreturn ${name};`,
    );
  test('runs unchanged, with the promised shape or error', async () => {
    const { engine } = await import('./lib/model.mjs');
    for (const [name, state] of runnable) {
      const { trace } = given(state);
      const code = snippet('JavaScript', given(state));
      const call = run(code, resultName(state.shapes.length));
      if (trace.ok)
        assert.deepEqual([...call(engine).dims], [...trace.outputShape], `${name}\n${code}`);
      else assert.throws(() => call(engine), /broadcast/, `${name}\n${code}`);
    }
  });

  test('computes what the figure shows', async () => {
    const { engine } = await import('./lib/model.mjs');
    const legal = [...runnable, ...filled].filter(([, state]) => model(state).result);
    assert.ok(legal.length > 40, String(legal.length));
    for (const [name, state] of legal) {
      const { result } = model(state);
      if (result.stored > 4096) continue;
      const code = snippet('JavaScript', given(state));
      const { data } = run(code, resultName(state.shapes.length))(engine);
      const shown = indices(result.shape).map((at) => result.cell(at).value);
      assert.deepEqual([...data].map(Number), shown, `${name}\n${code}`);
    }
  });
});

/** The operands and methods of TensorFlow.js, mapped to the engine's. */
function createTf(sc) {
  const wrap = (tensor) => {
    const method = (name) => (other) =>
      wrap(sc[name](tensor, typeof other === 'number' ? scalar(other, tensor) : other.tensor));
    return {
      tensor,
      ...Object.fromEntries(
        Object.entries({
          ...{ add: 'add', sub: 'sub', mul: 'mul', div: 'div', pow: 'pow', mod: 'mod' },
          ...{ logicalAnd: 'and', logicalOr: 'or', logicalXor: 'xor', prelu: 'prelu' },
          ...{ equal: 'equal', greater: 'greater', less: 'less' },
        }).map(([name, own]) => [name, method(own)]),
      ),
      broadcastTo: (shape) => wrap(sc.expand(tensor, shape)),
      reshape: (shape) => wrap(sc.tensor(tensor.type, tensor.data, shape)),
      cast: (type) => wrap(sc.cast(tensor, type)),
      toFloat: () => wrap(sc.cast(tensor, 'float32')),
      toInt: () => wrap(sc.cast(tensor, 'int32')),
    };
  };
  const scalar = (value, { type }) => sc.tensor(type, [value], []);
  return {
    tensor: (values, shape, type) => wrap(sc.tensor(type, values, shape)),
    range: (from, to) =>
      wrap(
        sc.tensor(
          'float32',
          Array.from({ length: to - from }, (_, i) => from + i),
          [to - from],
        ),
      ),
    add: (a, b) => a.add(b),
    maximum: (a, b) => wrap(sc.run('Max', [a.tensor, b.tensor])),
    minimum: (a, b) => wrap(sc.run('Min', [a.tensor, b.tensor])),
    where: (a, b, c) => wrap(sc.where(a.tensor, b.tensor, c.tensor)),
  };
}

describe('TensorFlow.js', () => {
  test('computes what the figure shows, with its own types', async () => {
    const { engine } = await import('./lib/model.mjs');
    for (const [name, state] of [...runnable, ...filled]) {
      const { result, trace } = model(state);
      const code = snippet('TensorFlow.js', given(state));
      const last = resultName(state.shapes.length);
      const run = () =>
        new Function('tf', `${code.replace(/^import.*$/m, '')}\nreturn ${last};`)(createTf(engine));
      // PRelu of one-way broadcasting stretches both in TensorFlow.js.
      if (!trace.ok) {
        assert.throws(run, /broadcast/, `${name}\n${code}`);
        continue;
      }
      const { tensor } = run();
      assert.deepEqual([...tensor.dims], [...trace.outputShape], `${name}\n${code}`);
      if (!result || result.stored > 4096) continue;
      // Integers of the figure may have wrapped around.
      if (state.type === 'uint8' || state.type === 'float64') continue;
      const shown = indices(result.shape).map((at) => result.cell(at).value);
      assert.deepEqual([...tensor.data].map(Number), shown, `${name}\n${code}`);
    }
  });
});

/**
 * A model of the arrays of MATLAB and Julia: columns are stored first, and shapes are aligned at the first
 * axis, with 1s at the end of the shorter one.
 */
const arrayOf = (shape, values) => ({ shape, values });
const count = (shape) => shape.reduce((a, b) => a * b, 1);
const unravel = (at, shape) =>
  shape.map((size, d) => Math.floor(at / count(shape.slice(0, d))) % size);
const ravel = (index, shape) => index.reduce((sum, i, d) => sum + i * count(shape.slice(0, d)), 0);

function permuted({ shape, values }, order) {
  const next = order.map((d) => shape[d]);
  return arrayOf(
    next,
    Array.from({ length: count(next) }, (_, at) => {
      const index = unravel(at, next);
      const from = [];
      order.forEach((d, i) => {
        from[d] = index[i];
      });
      return values[ravel(from, shape)];
    }),
  );
}

function elementwise(apply, ...operands) {
  const rank = Math.max(...operands.map(({ shape }) => shape.length));
  const shapes = operands.map(({ shape }) => [...shape, ...Array(rank - shape.length).fill(1)]);
  const shape = shapes[0].map((_, d) => {
    const sizes = [...new Set(shapes.map((each) => each[d]).filter((size) => size !== 1))];
    if (sizes.length > 1) throw new Error(`sizes ${sizes} of axis ${d} do not fit`);
    return sizes[0] ?? 1;
  });
  return arrayOf(
    shape,
    Array.from({ length: count(shape) }, (_, at) => {
      const index = unravel(at, shape);
      return apply(
        ...operands.map(({ values }, p) =>
          Number(
            values[
              ravel(
                index.map((i, d) => (shapes[p][d] === 1 ? 0 : i)),
                shapes[p],
              )
            ],
          ),
        ),
      );
    }),
  );
}

const truncated = (a, b) => Math.trunc(a / b);
const modulo = (a, b) => ((a % b) + b) % b;
const signs = {
  ...{ '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b },
  ...{ '^': (a, b) => a ** b, '&': (a, b) => a && b, '|': (a, b) => a || b },
  ...{ '==': (a, b) => a === b, '>': (a, b) => a > b, '<': (a, b) => a < b },
  '>=': (a, b) => a >= b,
};
const functions = {
  mod: modulo,
  xor: (a, b) => Boolean(a) !== Boolean(b),
  max: Math.max,
  min: Math.min,
  div: truncated,
  ifelse: (a, b, c) => (a ? b : c),
};
const precedence = [['|'], ['&'], ['==', '>', '<', '>='], ['+', '-'], ['*', '/'], ['^']];
const types = /^(single|double|int32|uint8|logical|Float32|Float64|Int32|UInt8|Bool)$/;

/** Evaluates the expressions of the snippets in either language. */
function evaluate(text, names) {
  const tokens = text.match(
    /'\w+'|-?\d+(\.\d+)?(e[-+]?\d+)?(?=[\s,;\])]|$)|-?\d+(?=:)|-?\w+\.?(?=[([])|-?\w+|\.?(?:>=|==)|\.?[-+*/^&|<>~]|[()[\];,:]/g,
  );
  let at = 0;
  const take = (token) => {
    const isNext = tokens[at] === token;
    if (isNext) at += 1;
    return isNext;
  };
  const scalar = (value) => arrayOf([], [value]);

  function literal() {
    const rows = [[]];
    while (!take(']')) {
      if (take(';')) rows.push([]);
      else if (!take(',')) rows.at(-1).push(primary().values[0]);
    }
    const [first] = rows;
    return rows.length === 1
      ? arrayOf([first.length], first)
      : permuted(arrayOf([first.length, rows.length], rows.flat()), [1, 0]);
  }

  function listed() {
    const list = [];
    while (!take(')')) {
      if (!take(',')) list.push(expression(0));
    }
    return list;
  }

  function primary() {
    const token = tokens[at++];
    if (token === '~') return elementwise((a) => !a, primary());
    if (token === '[') return literal();
    if (token === '(') {
      const inside = expression(0);
      if (take(':')) {
        const to = expression(0).values[0];
        const from = inside.values[0];
        at += 1;
        return arrayOf(
          [to - from + 1],
          Array.from({ length: to - from + 1 }, (_, i) => from + i),
        );
      }
      at += 1;
      return inside;
    }
    if (token.startsWith("'")) return token;
    if (/^-?[\d]/.test(token)) return scalar(Number(token));
    if (/^(true|false)$/.test(token) && tokens[at] !== '(') return scalar(token === 'true' ? 1 : 0);
    if (/^-?(NaN|Inf)$/.test(token)) return scalar(Number(token.replace('Inf', 'Infinity')));
    const name = token.replace(/\.$/, '');
    if (take('[')) return literal();
    if (!take('(')) return names.get(name) ?? assert.fail(`${name} in ${text}`);
    if (name === 'permute' || name === 'permutedims') {
      const array = expression(0);
      const rank = Number(tokens[at + 1]);
      at += 7;
      const order = Array.from({ length: rank }, (_, d) => rank - 1 - d);
      return permuted(array, order);
    }
    const list = listed();
    if (types.test(name)) return list[0];
    if (name === 'reshape') {
      const shape = list.slice(1).map(({ values }) => values[0]);
      assert.equal(count(shape), list[0].values.length, text);
      return arrayOf(shape, list[0].values);
    }
    if (/^(zeros|false|falses)$/.test(name)) {
      const shape = list.flatMap((each) => (each.values ? each.values : []));
      return arrayOf(shape, Array(count(shape)).fill(0));
    }
    if (name === 'idivide') return elementwise(truncated, list[0], list[1]);
    return elementwise(functions[name] ?? assert.fail(name), ...list);
  }

  function expression(level) {
    if (level === precedence.length) return primary();
    let left = expression(level + 1);
    while (precedence[level].includes(tokens[at]?.replace(/^\./, ''))) {
      const sign = tokens[at++].replace(/^\./, '');
      left = elementwise(signs[sign], left, expression(level + 1));
    }
    return left;
  }

  return expression(0);
}

for (const language of ['MATLAB', 'Julia']) {
  describe(language, () => {
    const runColumns = (code) => {
      const names = new Map(types.source.match(/[A-Z]\w+/g).map((type) => [type, '']));
      for (const line of code.split('\n')) {
        const [, name, text] = /^([A-I]) = (.*?);?$/.exec(line) ?? [];
        if (name) names.set(name, evaluate(text, names));
        else assert.match(line, /^[%#]/, line);
      }
      return names;
    };

    test('computes what the figure shows, by its own rule', () => {
      let compared = 0;
      for (const [name, state] of [...runnable, ...filled]) {
        const { result, trace } = model(state);
        const code = snippet(language, given(state));
        if (!trace.ok) {
          // One-way rules stretch both operands here.
          if (state.rule !== 'onnx-uni')
            assert.throws(() => runColumns(code), /do not fit/, `${name}\n${code}`);
          continue;
        }
        if (!result || result.stored > 4096 || state.type === 'uint8') continue;
        const { shape, values } = runColumns(code).get(resultName(state.shapes.length));
        const written = code.split('\n').at(-1).match(/\d+/g) ?? [];
        assert.deepEqual(shape.map(String), written, `${name}\n${code}`);
        const padded = Array(shape.length - result.shape.length).fill(0);
        const shown = indices(result.shape).map((at) => result.cell(at).value);
        const found = indices(result.shape).map((at) =>
          Math.fround(Number(values[ravel([...padded, ...at], shape)])),
        );
        assert.deepEqual(
          found,
          shown.map((value) => Math.fround(Number(value))),
          `${name}\n${code}`,
        );
        compared += 1;
      }
      assert.ok(compared > 40, String(compared));
    });
  });
}

test('MATLAB and Julia get the 1s in front, and rows of values as rows', () => {
  const row = given(withShapes(defaultState, [[2, 2], [2]]));
  assert.match(snippet('MATLAB', row), /^A = single\(\[10 20; 30 40\]\);$/m);
  assert.match(snippet('MATLAB', row), /^B = reshape\(single\(\[1 2\]\), 1, 2\);$/m);
  assert.match(snippet('Julia', row), /^A = Float32\[10 20; 30 40\]$/m);
  assert.match(snippet('Julia', row), /^B = reshape\(Float32\[1, 2\], 1, 2\)$/m);
  assert.match(snippet('Julia', row), /^C = A \.\+ B$/m);
  // `[]` on its own has no columns.
  const empty = given(
    withShapes(defaultState, [
      [0, 3],
      [1, 3],
    ]),
  );
  assert.match(
    snippet('MATLAB', empty),
    /^A = permute\(reshape\(single\(\[\]\), 3, 0\), 2:-1:1\);$/m,
  );
});

describe('the values of the figure', () => {
  const column = withShapes(defaultState, [[4, 1], [3]]);
  const first = (dialect, state) => snippet(dialect, given(state)).match(/^(?:const )?A = .*$/m)[0];

  test('are written out', () => {
    assert.equal(
      first('NumPy', column),
      'A = np.array([10, 20, 30, 40], dtype=np.float32).reshape((4, 1))',
    );
    assert.equal(
      first('PyTorch', column),
      'A = torch.tensor([10, 20, 30, 40], dtype=torch.float32).reshape((4, 1))',
    );
    assert.equal(
      first('JavaScript', column),
      'const A = { data: Float32Array.of(10, 20, 30, 40), dims: [4, 1] };',
    );
  });

  test('are those that were typed, in the fewest digits', () => {
    const typed = [0.1, Number.NaN, -1 / 0, -0].map(Math.fround);
    const state = { ...column, values: [typed, null] };
    assert.match(
      first('NumPy', state),
      /np\.array\(\[0\.1, float\('nan'\), float\('-inf'\), -0\.0\]/,
    );
    assert.match(first('JavaScript', state), /\.of\(0\.1, NaN, -Infinity, -0\.0\)/);
  });

  test('are a rule where they are many, and a note says where they follow none', () => {
    const many = withShapes(defaultState, [[40, 50], [50]]);
    assert.match(
      first('NumPy', many),
      /= \(np\.arange\(2000\) \* 100 \+ 100\)\.astype\(np\.float32\)/,
    );
    assert.match(first('JavaScript', many), /\(_, i\) => i \* 100 \+ 100\)/);
    const random = { ...many, fill: 'random' };
    for (const dialect of ['NumPy', 'PyTorch', 'JavaScript'])
      assert.match(snippet(dialect, given(random)), /A has other values in the figure/, dialect);
    assert.doesNotMatch(snippet('NumPy', given(many)), /other values/);
  });

  test('a model for ONNX has the 1s that ncnn puts in, and no result where there is none', () => {
    const outer = { ...withShapes(defaultState, [[3, 4], [3]]), rule: 'ncnn' };
    assert.match(snippet('ONNX', given(outer)), /info\("B", TensorProto\.FLOAT, \[3, 1\]\)/);
    const conflict = { ...outer, rule: 'numpy' };
    assert.match(snippet('ONNX', given(conflict)), /info\("C", TensorProto\.FLOAT, None\)/);
    assert.match(snippet('ONNX', given(conflict)), /info\("B", TensorProto\.FLOAT, \[3\]\)/);
  });
});

const without = (module) => (pythonWith(module) ? false : `no ${module} for any python3 on PATH`);

/** All programs in one run of Python: the shape of the last name, or the error's name. */
function runPython(module, programs) {
  const program = `
import json, sys
out = []
for code, result in json.load(sys.stdin):
    scope = {}
    try:
        exec(code, scope)
        out.append(list(scope[result].shape) if result in scope else "checked")
    except Exception as error:
        out.append(type(error).__name__ + ": " + str(error))
print(json.dumps(out))
`;
  const { stdout, stderr } = spawnSync(pythonWith(module), ['-c', program], {
    input: JSON.stringify(programs),
  });
  if (stdout.length === 0) throw new Error(String(stderr));
  return JSON.parse(stdout);
}

for (const [dialect, module] of [
  ['NumPy', 'numpy'],
  ['PyTorch', 'torch'],
  ['JAX', 'jax'],
  ['TensorFlow', 'tensorflow'],
]) {
  describe(dialect, { skip: without(module) }, () => {
    test('runs unchanged, with the promised shape or error', () => {
      const results = runPython(
        module,
        runnable.map(([, state]) => [
          snippet(dialect, given(state)),
          resultName(state.shapes.length),
        ]),
      );
      runnable.forEach(([name, state], i) => {
        const { trace } = model(state);
        if (trace.ok) assert.deepEqual(results[i], [...trace.outputShape], name);
        // PRelu is written with where(), which stretches both.
        else if (state.rule === 'numpy') assert.match(String(results[i]), /Error/, name);
      });
    });
  });
}

describe('ONNX', { skip: without('onnx') }, () => {
  test('makes models that the checker accepts', () => {
    const legal = runnable.filter(([, state]) => model(state).trace.ok);
    const codes = legal.map(([, state]) => [
      `${snippet('ONNX', given(state))}\nimport onnx\nonnx.checker.check_model(model)`,
      '',
    ]);
    runPython('onnx', codes).forEach((result, i) => {
      assert.equal(result, 'checked', legal[i][0]);
    });
  });
});

describe('every dialect', () => {
  test('says what to expect', () => {
    for (const [name, state] of states) {
      for (const dialect of dialects) {
        const lines = snippet(dialect, given(state)).split('\n');
        assert.match(
          lines.at(-1),
          /^(#|\/\/|%) (result: |fails: |[A-I]\.dims: |ncnn's|the Rules)/,
          `${name} ${dialect}`,
        );
      }
    }
  });

  test('names the axis of opset 6', () => {
    const state = {
      ...withShapes(defaultState, [
        [2, 3, 4, 5],
        [3, 4],
      ]),
      rule: 'onnx-legacy',
      axis: 1,
    };
    assert.match(snippet('ONNX', given(state)), /broadcast=1, axis=1\)/);
    assert.match(snippet('ONNX', given(state)), /make_opsetid\("", 6\)/);
    assert.match(snippet('JavaScript', given(state)), /\{ opset: 6, broadcast: 1, axis: 1 \}/);
  });

  test('ncnn has its own order and numbers', () => {
    const state = { ...withShapes(defaultState, [[2, 3, 4], [2]]), rule: 'ncnn', op: 'Mul' };
    assert.match(
      snippet('ncnn', given(state)),
      /A is \[4,3,2\], B is \[2\][\s\S]* 0=2\n# result: \[4,3,2\]/,
    );
  });
});
