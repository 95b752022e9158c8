/** The code that the page writes, run where it can be. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { importModule } from './lib/build.mjs';
import { ask, defaultState, model, presets, withOperator, withShapes } from './lib/model.mjs';

const { snippet, dialects } = await importModule('tabs/snippets.ts');
const { operators, operatorNames } = await importModule('operators.ts');
const { resultName } = await importModule('state.ts');

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
});

/** The first Python on PATH, of perhaps several, that has a module. */
const pythonWith = (module) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'python3'))
    .find((path) => spawnSync(path, ['-c', `import ${module}`]).status === 0);
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
