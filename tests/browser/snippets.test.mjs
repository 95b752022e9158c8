/** The snippets of the page, run if possible. */
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

/** The examples, and every operator in a type of its own, and the other rules. */
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
  test('runs as it is written, and gives the promised shape or error', async () => {
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
]) {
  describe(dialect, { skip: without(module) }, () => {
    test('runs as it is written, and gives the promised shape or error', () => {
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
          /^(#|\/\/) (result: |fails: |[A-I]\.dims: |ncnn's|the Rules)/,
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
