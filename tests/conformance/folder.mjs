/** One folder of ONNX's backend node tests: `model.onnx` and `test_data_set_*`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InferenceSession } from 'simdcast/onnx';
import { difference } from './compare.mjs';
import { GRAPH, readModel } from './model.mjs';
import { readValue } from './tensor-data.mjs';

const isTest = (folder) => existsSync(join(folder, 'model.onnx'));

/** The folders of tests at or below `path`, sorted. */
export function findTests(path) {
  if (isTest(path)) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => findTests(join(path, name)))
    .sort();
}

/** @returns {{name: string, folder: string, bytes: Uint8Array, model: ReturnType<typeof readModel>}} */
export function readTest(folder) {
  const bytes = readFileSync(join(folder, 'model.onnx'));
  return { name: basename(folder), folder, bytes, model: readModel(bytes) };
}

const numberIn = (file) => Number(/_(\d+)(\.pb)?$/.exec(file)[1]);
const byNumber = (a, b) => numberIn(a) - numberIn(b);

function readValues(folder, prefix, kinds) {
  const files = readdirSync(folder).filter((file) => file.startsWith(`${prefix}_`));
  return files
    .sort(byNumber)
    .map((file, i) => readValue(readFileSync(join(folder, file)), kinds[i]));
}

function dataSets(folder) {
  const sets = readdirSync(folder).filter((name) => name.startsWith('test_data_set_'));
  return sets.sort(byNumber).map((name) => join(folder, name));
}

/** The values by name: initializers, and the data set's files in the order of the graph's inputs. */
function valuesOf({ inputs, initializers, kinds }, folder) {
  const { length } = readdirSync(folder).filter((file) => file.startsWith('input_'));
  const fed = inputs.filter((name) => length === inputs.length || !initializers.has(name));
  if (length > fed.length) throw new Error(`${length} input files for ${fed.length} inputs`);
  const ofFed = fed.map((name) => kinds.get(name));
  const given = readValues(folder, 'input', ofFed);
  return new Map([...initializers, ...given.map((value, i) => [fed[i], value])]);
}

// An empty name is ONNX's way to leave an optional input out.
function operandsOf(node, values) {
  return node.inputs.map((name) => {
    if (name === '') return undefined;
    if (!values.has(name)) throw new Error(`nothing feeds the input ${name}`);
    return values.get(name);
  });
}

/** The node alone, by `sc.run`. */
function runNode(sc, { opset, nodes: [node] }, values) {
  const { operator, attributes, outputs } = node;
  const options = { opset, attributes, outputs: outputs.length };
  const results = [sc.run(operator, operandsOf(node, values), options)].flat();
  return results.filter((_, i) => outputs[i] !== '');
}

/** The whole graph, by a session. */
async function runSession(session, { inputs, outputs }, values) {
  const feeds = inputs.filter((name) => values.has(name)).map((name) => [name, values.get(name)]);
  const results = await session.run(Object.fromEntries(feeds));
  return outputs.map((name) => results[name]);
}

/** The ways to run a test: a session, and for a single node of ONNX's own operators the node as well. */
function runnersOf(sc, session, model) {
  const bySession = (values) => runSession(session, model, values);
  const forSessions =
    [...model.kinds.values()].some((kind) => kind !== 'tensor') ||
    model.nodes.some(
      ({ attributes, domain }) => domain !== '' || Object.values(attributes).includes(GRAPH),
    );
  return model.nodes.length > 1 || forSessions
    ? [bySession]
    : [bySession, async (values) => runNode(sc, model, values)];
}

async function checkSet(run, model, folder) {
  const kinds = model.outputs.map((name) => model.kinds.get(name));
  const expected = readValues(folder, 'output', kinds);
  const actual = await run(valuesOf(model, folder));
  if (expected.length !== actual.length)
    throw new Error(`${expected.length} output files, expected ${actual.length}`);
  return expected.map((one, i) => difference(actual[i], one)).find((said) => said !== undefined);
}

async function problemOf(run, model, folder) {
  try {
    return await checkSet(run, model, folder);
  } catch (error) {
    return error.message;
  }
}

/** Runs every data set; returns one sentence for each failure. */
export async function runTest(sc, { folder, model, bytes }) {
  const sets = dataSets(folder);
  if (sets.length === 0) return ['it has no test_data_set'];
  const session = await InferenceSession.create(bytes, { engine: sc });
  const problems = [];
  for (const set of sets)
    for (const run of runnersOf(sc, session, model)) {
      const problem = await problemOf(run, model, set);
      if (problem !== undefined) problems.push(`${basename(set)}: ${problem}`);
    }
  await session.release();
  return problems;
}
