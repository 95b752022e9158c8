/**
 * Random models of several nodes. Each result must be bit-identical to that of its node alone, whichever
 * values are fed and which are constant, with declared, symbolic and undeclared shapes, inside a branch, as a
 * function, and again after a run with other feeds. The checker reports no errors.
 *
 * There are two fuzzers of these models, because failures of one would hide those of the other.
 */
import { load, SimdcastError } from 'simdcast';
import { checkModel, InferenceSession } from 'simdcast/onnx';
import { encodeModel } from '../onnx/models.mjs';
import { pick } from '../rules/support.mjs';
import { codeOf, copyOf, isRandom, nodeText, sameTensor, tensorText } from './bits.mjs';
import { mutated } from './mutate.mjs';
import { seedFamilies } from './seeds.mjs';

const MEMORY = 2 ** 28;
const MOST_NODES = 5;

class Find extends Error {}
const expect = (condition, text) => {
  if (!condition) throw new Find(text());
};

/** The work may throw one of the package's errors. */
function tolerate(work) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof SimdcastError)) throw error;
  }
}

const domainsOf = (nodes) => [...new Set(nodes.map(({ domain }) => domain).filter(Boolean))];
const versionOf = (domain) => (domain === 'ai.onnx.ml' ? 5 : 1);

/** An attribute as tests/onnx/models.mjs writes it; undefined if it has no form for it. */
function encodable(value, isFloat) {
  if (isFloat && typeof value === 'number') return { float: value };
  if (isFloat && Array.isArray(value) && value.every((one) => typeof one === 'number'))
    return { floats: value };
  const flat = [value].flat();
  if (flat.some((one) => typeof one === 'bigint' || Array.isArray(one))) return undefined;
  const isPlain = flat.every((one) => typeof one === typeof flat[0] && one !== null);
  const isWhole = flat.every((one) => typeof one !== 'number' || Number.isSafeInteger(one));
  return isPlain && isWhole ? value : undefined;
}

function attributesOf({ attributes, floats }) {
  const entries = Object.entries(attributes).map(([name, value]) => [
    name,
    encodable(value, floats.includes(name)),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const isWhole = ({ data, dims, type }) => {
  const count = dims.reduce((product, size) => product * size, 1);
  return data.length === count * (type.startsWith('complex') ? 2 : 1);
};

const domainImports = (nodes) => domainsOf(nodes).map((domain) => [versionOf(domain), domain]);

async function withSession(engine, bytes, work) {
  const session = await InferenceSession.create(bytes, { engine });
  try {
    return await work(session);
  } finally {
    await session.release();
  }
}

const copies = (results) =>
  Object.fromEntries(
    Object.entries(results).map(([name, value]) => [name, value && copyOf(value)]),
  );

/** A graph that grows node by node: its leaves, its nodes, and all values. */
class Graph {
  leaves = new Map();
  nodes = [];
  values = new Map();

  constructor(opset) {
    this.opset = opset;
  }

  /** A value of the same type, mostly of the same dims, or a new leaf. */
  #name(random, tensor, found) {
    if (!tensor) return '';
    const anyDims = random() < 0.3;
    const fitting = [...this.values]
      .filter(
        ([, { type, dims }]) => type === tensor.type && (anyDims || `${dims}` === `${tensor.dims}`),
      )
      .map(([name]) => name);
    if (fitting.length > 0 && random() < 0.7) return pick(random, fitting);
    const name = `x${this.leaves.size + found.size}`;
    found.set(name, tensor);
    return name;
  }

  /** Adds a node with its result when run alone, or nothing if it is rejected. */
  async add(random, engine, seed) {
    const found = new Map();
    const names = seed.inputs.map((input) => this.#name(random, input, found));
    const inputs = names.map((name) => found.get(name) ?? this.values.get(name));
    const outputs = Array.from({ length: seed.outputs }, (_, i) => `y${this.nodes.length}_${i}`);
    const { operator: op, domain } = seed;
    const node = {
      op,
      domain,
      inputs: names,
      outputs,
      attributes: attributesOf(seed),
      seed: { ...seed, inputs },
    };
    const given = new Map(names.filter(Boolean).map((name) => [name, inputs[names.indexOf(name)]]));
    const bytes = modelOf({
      leaves: given,
      nodes: [node],
      opset: this.opset,
      results: outputs.map((name) => [name]),
    });
    const results = await withSession(engine, bytes, (session) =>
      copies(session.runSync(Object.fromEntries(given))),
    );
    if (!Object.values(results).every((one) => one && 'dims' in one)) return;
    for (const [name, tensor] of found) this.leaves.set(name, tensor);
    this.nodes.push(node);
    for (const [name, tensor] of [...found, ...Object.entries(results)])
      this.values.set(name, tensor);
    for (const [name, tensor] of Object.entries(results))
      node.results = { ...node.results, [name]: tensor };
  }

  get results() {
    return Object.assign({}, ...this.nodes.map(({ results }) => results));
  }
}

/** The declaration of a tensor in a model. */
const declared = {
  whole: (name, { type, dims }) => ({ name, type, dims }),
  symbolic: (name, { type, dims }) => ({
    name,
    type,
    dims: dims.map((_, axis) => `${name}_${axis}`),
  }),
  shared: (name, { type, dims }) => ({ name, type, dims: dims.map((size) => `size${size}`) }),
  ranked: (name, { type, dims }) => ({ name, type, dims: dims.map(() => null) }),
  open: (name, { type }) => ({ name, type, dims: undefined }),
};

function modelOf({
  leaves,
  nodes,
  opset,
  results,
  constant = () => false,
  declare = declared.open,
  functions,
  domains,
}) {
  const all = [...leaves];
  return encodeModel({
    opset,
    inputs: all.filter(([name]) => !constant(name)).map(([name, tensor]) => declare(name, tensor)),
    constants: Object.fromEntries(all.filter(([name]) => constant(name))),
    outputs: results.map(([name, tensor]) =>
      tensor ? declare(name, tensor) : { name, type: null },
    ),
    nodes,
    functions,
    domains: [...(domains ?? domainImports(nodes)), ...(functions ? ['own'] : [])],
  });
}

/** The nodes within a branch that is always taken, with captured values. */
function inBranch({ leaves, nodes, opset }, results) {
  const branch = {
    graph: { nodes, outputs: results.map(([name, { type }]) => ({ name, type, dims: undefined })) },
  };
  return {
    leaves: new Map([...leaves, ['yes', { type: 'bool', data: Uint8Array.of(1), dims: [] }]]),
    opset,
    nodes: [
      {
        op: 'If',
        inputs: ['yes'],
        outputs: results.map(([name]) => `${name}_taken`),
        attributes: { then_branch: branch, else_branch: branch },
      },
    ],
    domains: domainImports(nodes),
  };
}

/** Other elements, in the same types and shapes. */
const otherFeeds = (feeds) =>
  Object.fromEntries(
    Object.entries(feeds).map(([name, { type, data, dims }]) => {
      const isFloat = type === 'float32' || type === 'float64';
      return [
        name,
        { type, dims, data: isFloat ? data.map((value) => value * 0.5 + 1) : data.slice() },
      ];
    }),
  );

const ways = ['fed', 'folded', 'mixed', 'branch', 'function', 'others first'];

async function makeFuzzer(checkOf) {
  const engine = await load({ maximumMemory: MEMORY });
  const families = seedFamilies();
  const keys = [...families.keys()];
  const counts = { models: 0, nodes: 0, refused: 0 };

  async function graphOf(random) {
    const graph = new Graph(
      random() < 0.8 ? 18 + Math.floor(random() * 11) : 1 + Math.floor(random() * 28),
    );
    const wanted = 1 + Math.floor(random() * MOST_NODES);
    for (let i = 0; i < wanted; i++) {
      const family = families.get(pick(random, keys));
      const node =
        random() < 0.5
          ? structuredClone(pick(random, family))
          : mutated(random, pick(random, family), family);
      if (isRandom(node) || !node.inputs.every((input) => !input || isWhole(input))) continue;
      try {
        await graph.add(random, engine, node);
      } catch (error) {
        if (!(error instanceof SimdcastError))
          throw new Find(`${nodeText(node)}\nalone: ${error.stack}`);
        counts.refused++;
      }
    }
    return graph;
  }

  function variantOf(random, graph, way) {
    const all = Object.entries(graph.results);
    const results = all.filter(() => random() < 0.7);
    const asked = results.length > 0 ? results : all;
    const declare = declared[pick(random, Object.keys(declared))];
    const fixed = new Set([...graph.leaves.keys()].filter(() => random() < 0.5));
    const constant = (name) =>
      way === 'folded' ? true : way === 'fed' || way === 'others first' ? false : fixed.has(name);
    const { leaves, nodes, opset } = graph;
    if (way === 'branch') {
      const outer = inBranch(graph, asked);
      const taken = asked.map(([name, tensor]) => [`${name}_taken`, tensor]);
      return { ...outer, results: taken, constant, declare };
    }
    if (way === 'function') {
      const inputs = [...leaves.keys()];
      const outputs = asked.map(([name]) => name);
      const made = { name: 'All', domain: 'own', inputs, outputs, nodes, opset };
      return {
        leaves,
        opset,
        nodes: [{ op: 'All', domain: 'own', inputs, outputs }],
        functions: [made],
        results: asked,
        constant,
        declare,
      };
    }
    return { leaves, nodes, opset, results: asked, constant, declare };
  }

  const check = checkOf(engine);

  return {
    async run(random) {
      let way = 'alone';
      let graph;
      try {
        graph = await graphOf(random);
        if (graph.nodes.length === 0) return undefined;
        counts.models++;
        counts.nodes += graph.nodes.length;
        for (way of ways) await check(variantOf(random, graph, way), way);
        expect(engine.memory().tensors === 0, () => 'tensors were left behind');
        return undefined;
      } catch (error) {
        const isFind = error instanceof Find;
        const text = isFind
          ? error.message
          : error instanceof SimdcastError
            ? `${codeOf(error)}: ${error.stack}`
            : error.stack;
        const nodes =
          graph?.nodes.map(
            ({ seed, inputs, outputs }) => `${outputs} = ${nodeText(seed)} (${inputs})`,
          ) ?? [];
        const operators = graph?.nodes.map(({ op }) => op).join(' ') ?? '';
        return {
          key: `${way} ${operators} ${text.slice(0, 40)}`,
          text: `${way}\n${nodes.join('\n')}\n${text}`,
        };
      }
    },
    summary: () =>
      `${counts.models} models, ${counts.nodes} nodes, ${counts.refused} nodes refused, ${families.size} operators`,
  };
}

/** Runs a model twice. */
const checkRuns = (engine) => async (model, way) => {
  const feeds = Object.fromEntries([...model.leaves].filter(([name]) => !model.constant(name)));
  await withSession(engine, modelOf(model), (session) => {
    if (way === 'others first') tolerate(() => session.runSync(otherFeeds(feeds)));
    for (let run = 0; run < 2; run++) {
      const results = session.runSync(feeds);
      for (const [name, wanted] of model.results)
        expect(
          sameTensor(results[name], wanted),
          () =>
            `${name} of run ${run} is ${tensorText(results[name])}\nalone: ${tensorText(wanted)}`,
        );
    }
  });
};

const checkChecker = (engine) => async (model) => {
  const report = await checkModel(modelOf(model), { engine });
  expect(report.errors === 0, () => {
    const texts = [...report.uncertain, ...report.broadcasts.filter(({ ok }) => !ok)];
    return `the checker reports ${texts.map(({ code, text }) => `${code}: ${text}`).join('; ')}`;
  });
};

export const makeModels = () => makeFuzzer(checkRuns);
export const makeCheckerModels = () => makeFuzzer(checkChecker);
