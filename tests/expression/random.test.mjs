/**
 * Random expressions of every operator and type, on shapes that broadcast: a fused expression is
 * bit-identical to its operators.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensorOf, types } from '../operators/reference/types.mjs';
import { pick, randomFrom, seedOf } from '../rules/support.mjs';
import { some } from '../support/extent.mjs';
import { bitsOf, engines, randomTensor, sizeOf } from './support.mjs';

const seed = seedOf(2601);
const random = randomFrom(seed);
const below = (count) => Math.floor(random() * count);
const EXPRESSIONS = some(400);

const FLOATS = ['float32', 'float64', 'float16', 'bfloat16'];
const INTEGERS = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'];
const TYPES = [...FLOATS, ...INTEGERS, 'bool'];

const METHODS = {
  unary: {
    float:
      'neg abs sqrt reciprocal exp log sigmoid softplus tanh relu leakyRelu erf gelu sin cos sign ' +
      'floor ceil round',
    integer: 'neg abs relu sign bitwiseNot',
    bool: 'not',
  },
  classes: { float: 'isNaN isInf' },
  binary: {
    float: 'add sub mul div pow prelu maximum minimum',
    integer: 'add sub mul div mod maximum minimum bitwiseAnd bitwiseOr bitwiseXor',
    bool: 'and or xor equal',
  },
  variadic: { float: 'Max Min Sum Mean', integer: 'Max Min', bool: '' },
  comparison: { float: 'equal less greater lessOrEqual greaterOrEqual' },
};
METHODS.comparison.integer = METHODS.comparison.float;

const operatorNames = {
  prelu: 'PRelu',
  maximum: 'Max',
  minimum: 'Min',
};
const operatorOf = (method) =>
  operatorNames[method] ?? method.charAt(0).toUpperCase() + method.slice(1);

const kindOf = (type) =>
  FLOATS.includes(type) ? 'float' : INTEGERS.includes(type) ? 'integer' : 'bool';

const [reference] = engines;

/** Methods of one of the lists that the operator has for the type. */
const methodsOf = (list, type) =>
  (METHODS[list][kindOf(type)] ?? '')
    .split(' ')
    .filter((name) => name !== '' && reference.supports(operatorOf(name), type));

const operand = (type, dims) => randomTensor(random, type, dims);

/** Dims that stretch to `dims`. */
function stretchable(dims) {
  const shape = dims.map((n) => (random() < 0.35 ? 1 : n));
  return random() < 0.7 ? shape : shape.slice(below(dims.length + 1));
}

function randomDims() {
  const dims = Array.from({ length: below(5) }, () => pick(random, [1, 2, 3, 4, 5, 7, 16, 33]));
  if (random() < 0.15) dims.push(pick(random, [511, 512, 513, 700]));
  while (sizeOf(dims) > 40000) dims.pop();
  return random() < 0.03 ? [...dims, 0] : dims;
}

const NUMBERS = {
  float: [
    0,
    -0,
    1,
    -1,
    0.5,
    6,
    1e-3,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NaN,
  ],
  integer: [0, 1, 2, 7, 3n],
  bool: [true, false],
};

/** An element that is written as a plain number. */
const randomNumber = (type) => pick(random, NUMBERS[kindOf(type)]);

/** A list of steps on numbered values; the first ones are the inputs. */
function randomExpression() {
  const dims = randomDims();
  const inputs = [operand(pick(random, TYPES), dims)];
  const typesOf = [inputs[0].type];
  const steps = [];
  const other = (type, mayBeNumber = true) => {
    if (mayBeNumber && random() < 0.25) return { number: randomNumber(type), type };
    const same = typesOf.flatMap((one, i) => (one === type ? [i] : []));
    if (same.length > 0 && random() < 0.5) return { value: pick(random, same) };
    inputs.push(operand(type, stretchable(dims)));
    return { input: inputs.length - 1 };
  };
  const add = (type, method, ...terms) => {
    steps.push({ method, terms });
    typesOf.push(type);
  };
  const count = 1 + below(9);
  while (steps.length < count) {
    const value = random() < 0.6 ? typesOf.length - 1 : below(typesOf.length);
    const type = typesOf[value];
    const list = pick(random, [
      'unary',
      'classes',
      'binary',
      'binary',
      'variadic',
      'comparison',
      'where',
      'cast',
      'clip',
    ]);
    if (list === 'clip') {
      const bound = () => ({ number: randomNumber(type), type });
      if (type !== 'bool') add(type, 'clip', { value }, bound(), bound());
    } else if (list === 'cast') {
      const to = pick(random, TYPES);
      add(to, 'cast', { value }, { plain: to });
    } else if (list === 'where') {
      if (type === 'bool') {
        const chosen = pick(random, TYPES);
        // With two numbers the type would be undetermined.
        add(chosen, 'where', { value }, other(chosen), other(chosen, false));
      }
    } else {
      const methods = methodsOf(list, type);
      if (methods.length === 0) continue;
      const method = pick(random, methods);
      const more = { unary: 0, classes: 0, variadic: below(4) }[list] ?? 1;
      const others = Array.from({ length: more }, () => other(type));
      const isTruth = list === 'comparison' || list === 'classes' || method === 'equal';
      add(isTruth ? 'bool' : type, method, { value }, ...others);
    }
  }
  return { dims, inputs, steps };
}

/** The expression on `apply`'s values. */
function evaluate({ steps }, inputs, apply, number) {
  const values = [inputs[0]];
  for (const { method, terms } of steps) {
    const given = terms.map((term) => {
      if ('plain' in term) return term.plain;
      if ('number' in term) return number(term);
      return 'input' in term ? inputs[term.input] : values[term.value];
    });
    values.push(apply(method, given));
  }
  return values.at(-1);
}

/** The number as the operators take it. */
const scalarOf = ({ number, type }) => {
  const { kind } = types[type];
  return tensorOf(
    type,
    [kind === 'int' ? BigInt(number) : kind === 'bool' ? Number(number) : number],
    [],
  );
};

const isOperator = (method) => method.charAt(0) !== method.charAt(0).toLowerCase();

/** A method, or an operator that no method is. */
const traced = (sc) => (method, given) => {
  const [first, ...others] = given;
  return isOperator(method) ? sc.run(method, given) : first[method](...others);
};

const oneByOne = (sc) => (method, given) =>
  method === 'cast'
    ? sc.run('Cast', [given[0]], { attributes: { to: given[1] } })
    : sc.run(operatorOf(method), given);

/** A function with this number of parameters, as a caller would write it. */
function expressionOf(sc, made) {
  const body = (...inputs) => evaluate(made, inputs, traced(sc), (term) => term.number);
  return Object.defineProperty(body, 'length', { value: made.inputs.length });
}

describe(`random expressions, seed ${seed}`, () => {
  it(`give the bits of their operators, ${EXPRESSIONS} times`, (t) => {
    // A module that fails to compile would go unnoticed, because the operators then run one by one.
    const { Module } = WebAssembly;
    const kernels = { asked: 0, given: 0 };
    t.mock.method(WebAssembly, 'Module', function Counted(bytes) {
      kernels.asked++;
      const module = new Module(bytes);
      kernels.given++;
      return module;
    });
    for (let i = 0; i < EXPRESSIONS; i++) {
      const made = randomExpression();
      const about = () =>
        `seed ${seed}, expression ${i}: ${made.inputs.map(({ type, dims }) => `${type}[${dims}]`)}; ` +
        JSON.stringify(made.steps, (_, value) =>
          typeof value === 'object' ? value : String(value),
        );
      for (const sc of engines) {
        const expected = evaluate(made, made.inputs, oneByOne(sc), scalarOf);
        const fused = sc.fuse(expressionOf(sc, made));
        const result = fused(...made.inputs);
        assert.equal(result.type, expected.type, about());
        assert.deepEqual(result.dims, expected.dims, about());
        assert.deepEqual(bitsOf(result), bitsOf(expected), `${sc.flavour}, ${about()}`);
        const residents = made.inputs.map(({ type, data, dims }) => sc.tensor(type, data, dims));
        const out = sc.tensor(result.type, result.data, result.dims);
        assert.equal(fused(...residents, { out }), out);
        assert.deepEqual(bitsOf(out), bitsOf(expected), `resident, ${sc.flavour}, ${about()}`);
        for (const tensor of [...residents, out]) tensor.dispose();
        fused.dispose();
      }
    }
    assert.equal(kernels.given, kernels.asked);
    assert.ok(kernels.given > EXPRESSIONS / 2, `${kernels.given} kernels were made`);
  });
});
