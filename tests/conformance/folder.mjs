/** One folder of ONNX's backend node tests: `model.onnx` beside `test_data_set_*`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { difference } from './compare.mjs';
import { readModel } from './model.mjs';
import { readTensor } from './tensor-data.mjs';

const isTest = (folder) => existsSync(join(folder, 'model.onnx'));

/** The folders of tests at or below `path`, sorted. */
export function findTests(path) {
  if (isTest(path)) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => findTests(join(path, name)))
    .sort();
}

/** @returns {{name: string, folder: string, model: ReturnType<typeof readModel>}} */
export function readTest(folder) {
  const model = readModel(readFileSync(join(folder, 'model.onnx')));
  return { name: basename(folder), folder, model };
}

const numberIn = (file) => Number(/_(\d+)(\.pb)?$/.exec(file)[1]);
const byNumber = (a, b) => numberIn(a) - numberIn(b);

function readTensors(folder, prefix) {
  const files = readdirSync(folder).filter((file) => file.startsWith(`${prefix}_`));
  return files.sort(byNumber).map((file) => readTensor(readFileSync(join(folder, file))));
}

function dataSets(folder) {
  const sets = readdirSync(folder).filter((name) => name.startsWith('test_data_set_'));
  return sets.sort(byNumber).map((name) => join(folder, name));
}

/** The tensors by name: initializers, and the data set's files in the order of the graph's inputs. */
function valuesOf({ inputs, initializers }, given) {
  const fed = inputs.filter((name) => given.length === inputs.length || !initializers.has(name));
  if (given.length > fed.length) {
    throw new Error(`${given.length} input files for ${fed.length} inputs`);
  }
  return new Map([...initializers, ...given.map((tensor, i) => [fed[i], tensor])]);
}

// An empty name is ONNX's way to leave an optional input out.
function operandsOf(node, values) {
  return node.inputs.map((name) => {
    if (name === '') return undefined;
    if (!values.has(name)) throw new Error(`nothing feeds the input ${name}`);
    return values.get(name);
  });
}

function checkSet(sc, { opset, nodes: [node], ...graph }, folder) {
  const values = valuesOf(graph, readTensors(folder, 'input'));
  const expected = readTensors(folder, 'output');
  if (expected.length !== 1) throw new Error(`${expected.length} output files, expected 1`);
  const { operator, attributes } = node;
  const actual = sc.run(operator, operandsOf(node, values), { opset, attributes });
  return difference(actual, expected[0]);
}

function problemOf(sc, model, folder) {
  try {
    return checkSet(sc, model, folder);
  } catch (error) {
    return error.message;
  }
}

/** Runs every data set; gives what went wrong, one sentence for each set that failed. */
export function runTest(sc, { folder, model }) {
  const sets = dataSets(folder);
  if (sets.length === 0) return ['it has no test_data_set'];
  return sets.flatMap((set) => {
    const problem = problemOf(sc, model, set);
    return problem === undefined ? [] : [`${basename(set)}: ${problem}`];
  });
}
