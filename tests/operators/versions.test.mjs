/** The table of versions: the types that each opset accepts, and the errors for others. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensorOf, typeNames, types } from './reference/types.mjs';
import { engines, refusalOf, runNode, sc } from './support/engines.mjs';
import {
  attributeNames,
  everyOperator,
  firstTaking,
  newestOpset,
  operators,
  unaryOperators,
  versionAt,
  versions,
  versionsOf,
} from './versions.mjs';

const opsets = Array.from({ length: newestOpset }, (_, i) => i + 1);
const one = (type) =>
  ({ float: 1, int: 1n, bool: 1, string: '1', complex: [1, 2] })[types[type].kind];
const tensor = (type, dims = [1]) => tensorOf(type, [one(type)], dims);
const matrix = [1, 1];

/** Required attributes. */
const needed = { BitShift: { direction: 'LEFT' }, Mod: { fmod: 1 }, Cast: { to: 'bool' } };

/** Valid operands, if the operator supports the type. */
function operandsOf(op, type) {
  const plain = tensor(type, op === 'Gemm' || op === 'MatMul' ? matrix : [1]);
  const special = {
    Where: () => [tensor('bool'), plain, plain],
    Expand: () => [plain, tensor('int64')],
    Gemm: () => [plain, plain, plain],
    Pow: () => [plain, tensor(type === 'bfloat16' ? 'float32' : type)],
    Clip: () => [plain],
  };
  return special[op]?.() ?? (unaryOperators.includes(op) ? [plain] : [plain, plain]);
}

function rowText({ op, since, rule, types: taken, attributes, inputs: [few, many] }) {
  const count = few === many ? few : `${few} to ${many}`;
  return [op, since, rule, count, taken.join(' '), attributes.join(' ') || '-'].join(' | ');
}

describe('the table of versions', () => {
  it('printed', (t) => {
    for (const version of versions) t.diagnostic(rowText(version));
    assert.equal(versions.length, 98);
  });

  for (const op of everyOperator) {
    it(`${op}: supports() for every opset and type`, () => {
      for (const opset of opsets) {
        const taken = versionAt(op, opset)?.types ?? [];
        const said = typeNames.filter((type) => sc.supports(op, type, opset));
        assert.deepEqual(said.sort(), [...taken].sort(), `${op} at opset ${opset}`);
      }
    });
  }

  it('supports() uses the latest opset by default, and accepts no other names', () => {
    assert.equal(sc.supports('BitShift', 'int8'), true);
    assert.equal(sc.supports('Add', 'string'), false);
    assert.equal(sc.supports('SequenceMap', 'float32'), false);
    assert.equal(sc.supports('Add', 'float8'), false);
    for (const opset of [0, -1, 29, 1.5, '13', Number.NaN]) {
      assert.throws(() => sc.supports('Add', 'float32', opset), { code: 'invalid_opset' });
    }
  });
});

function checkRefusal(op, type, opset, attributes) {
  const error = refusalOf(op, operandsOf(op, type), { opset, attributes });
  const about = `${op} ${type} at opset ${opset}: ${error.message}`;
  if (!versionAt(op, opset)) {
    assert.equal(error.name, 'AttributeError', about);
    assert.match(
      error.message,
      new RegExp(`was added in opset ${versionsOf(op)[0].since}\\.`),
      about,
    );
    return;
  }
  assert.equal(error.name, 'DTypeError', about);
  assert.ok(error.message.includes(type) && error.message.includes(op), about);
  const later = firstTaking(op, type, opset);
  if (later) assert.match(error.message, new RegExp(`Opset ${later} accepts it`), about);
  else assert.doesNotMatch(error.message, /Opset \d+ accepts/, about);
}

describe('running agrees with the table', () => {
  for (const op of everyOperator) {
    it(`${op}: every opset and type`, () => {
      const attributes = needed[op];
      for (const opset of opsets) {
        for (const type of typeNames) {
          if (versionAt(op, opset)?.types.includes(type)) {
            const { type: got } = runNode(op, operandsOf(op, type), { opset, attributes });
            assert.ok(got === type || got === 'bool', `${op} ${type} at opset ${opset}`);
          } else {
            checkRefusal(op, type, opset, attributes);
          }
        }
      }
    });
  }
});

const sampleOf = {
  broadcast: 1,
  axis: 0,
  consumed_inputs: [0, 0],
  fmod: 1,
  direction: 'RIGHT',
  alpha: 1,
  beta: 1,
  transA: 0,
  transB: 0,
  min: -5,
  max: 5,
  approximate: 'tanh',
  to: 'float32',
  saturate: 1,
  round_mode: 'up',
  detect_negative: 0,
  detect_positive: 0,
};

describe('attributes', () => {
  for (const op of everyOperator) {
    it(`${op}: every opset and attribute`, () => {
      const type = versionsOf(op)[0].types[0];
      for (const { since: opset, attributes: known } of versionsOf(op)) {
        for (const name of attributeNames) {
          const attributes = { ...needed[op], [name]: sampleOf[name] };
          const options = { opset, attributes };
          if (known.includes(name)) {
            runNode(op, operandsOf(op, type), options);
            continue;
          }
          const { name: kind, message } = refusalOf(op, operandsOf(op, type), options);
          assert.equal(kind, 'AttributeError', message);
          assert.ok(message.includes(name) && message.includes(op), message);
        }
      }
    });
  }

  it('names the opset at which an operator had one', () => {
    const pair = operandsOf('Add', 'float32');
    const { message } = refusalOf('Add', pair, { opset: 7, attributes: { broadcast: 1 } });
    assert.match(message, /opset 6/i);
    const clip = refusalOf('Clip', [pair[0]], { opset: 11, attributes: { min: 0 } });
    assert.match(clip.message, /opset 6/i);
  });

  it('BitShift needs a direction, Mod needs fmod=1 for floats below opset 28', () => {
    for (const { since: opset } of versionsOf('BitShift')) {
      const { code } = refusalOf('BitShift', operandsOf('BitShift', 'uint8'), { opset });
      assert.equal(code, 'attribute_missing');
    }
    for (const type of ['float16', 'float32', 'float64']) {
      for (const opset of [10, 13, 27]) {
        for (const attributes of [{}, { fmod: 0 }]) {
          const options = { opset, attributes };
          const { message, code } = refusalOf('Mod', operandsOf('Mod', type), options);
          assert.equal(code, 'attribute_missing');
          assert.match(message, /opset 28/i);
        }
      }
      runNode('Mod', operandsOf('Mod', type), { opset: 28 });
    }
  });

  it('values that are none', () => {
    const pair = operandsOf('BitShift', 'uint8');
    for (const direction of ['UP', 'left', 1, null]) {
      const { name } = refusalOf('BitShift', pair, { attributes: { direction } });
      assert.equal(name, 'AttributeError');
    }
    const numbers = operandsOf('Mod', 'int32');
    for (const fmod of [2, -1, 0.5, 'yes']) {
      const { name } = refusalOf('Mod', numbers, { attributes: { fmod } });
      assert.equal(name, 'AttributeError');
    }
  });
});

describe('the number of inputs', () => {
  for (const op of everyOperator) {
    it(op, () => {
      const type = versionsOf(op)[0].types[0];
      const inputs = operandsOf(op, type);
      const [a] = inputs;
      for (const {
        since: opset,
        inputs: [few, many],
      } of versionsOf(op)) {
        const options = { opset, attributes: needed[op] };
        const more = [...inputs, ...new Array(many).fill(tensor(type, []))].slice(0, many + 1);
        assert.equal(refusalOf(op, more, options).name, 'ShapeError', `${op} with ${more.length}`);
        if (few > 1)
          assert.equal(refusalOf(op, inputs.slice(0, few - 1), options).name, 'ShapeError');
        assert.throws(() => engines[0].run(op, [], options), { code: 'operand_count' });
        assert.equal(refusalOf(op, [undefined, a], options).name, 'ShapeError', `${op}: A absent`);
      }
    });
  }

  it('Gemm without C names opset 11', () => {
    const [a, b] = operandsOf('Gemm', 'float32');
    runNode('Gemm', [a, b], { opset: 11 });
    for (const opset of [1, 6, 7, 9, 10]) {
      assert.match(refusalOf('Gemm', [a, b], { opset }).message, /opset 11/i);
    }
  });
});

describe('types that must agree', () => {
  const mixed = operators.filter((op) => !['Pow', 'Where', 'Expand', 'StringConcat'].includes(op));
  const otherThan = (type) =>
    type === 'float32' ? 'float64' : type === 'bool' ? 'int32' : 'float32';

  for (const op of mixed) {
    it(`${op} rejects two types`, () => {
      for (const {
        since: opset,
        types: taken,
        inputs: [, many],
      } of versionsOf(op)) {
        if (many === 1) continue;
        for (const type of taken.filter((name) => types[name].kind !== 'string')) {
          const inputs = operandsOf(op, type);
          const second = tensor(otherThan(type), op === 'Clip' ? [] : inputs.at(-1).dims);
          const operands = [inputs[0], second, ...inputs.slice(2)];
          const { name } = refusalOf(op, operands, { opset, attributes: needed[op] });
          assert.equal(name, 'DTypeError', `${op} ${type}`);
        }
      }
    });
  }

  it('Where takes a bool condition and two of one type', () => {
    const [condition, x] = operandsOf('Where', 'float32');
    assert.equal(refusalOf('Where', [x, x, x]).name, 'DTypeError');
    assert.equal(refusalOf('Where', [condition, x, tensor('float64')]).name, 'DTypeError');
    assert.equal(refusalOf('Where', [tensor('uint8'), x, x]).name, 'DTypeError');
  });

  it('Pow takes the exponents of its version, and names the opset that takes another', () => {
    for (const opset of [1, 6, 7, 11, 12, 13, 14, 15, 28]) {
      const { types: bases, exponents } = versionAt('Pow', opset);
      for (const base of bases) {
        for (const type of typeNames) {
          const inputs = [tensor(base), tensor(type)];
          const taken = exponents ? exponents.includes(type) : type === base;
          if (taken) {
            assert.equal(runNode('Pow', inputs, { opset }).type, base);
            continue;
          }
          const { name, message } = refusalOf('Pow', inputs, { opset });
          const about = `${base} to ${type} at opset ${opset}: ${message}`;
          assert.equal(name, 'DTypeError', about);
          const later = versionsOf('Pow').find((version) => {
            const takesExponent = version.exponents?.includes(type);
            return version.since > opset && takesExponent && version.types.includes(base);
          });
          if (later) assert.match(message, new RegExp(`opset ${later.since}`, 'i'), about);
        }
      }
    }
  });
});
