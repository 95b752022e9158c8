/**
 * Every attribute counts: two values of each, at every version of its operator, lead to different results
 * (values, shapes, types, or an error), or `UNUSED` has the reason. A new attribute needs values here; an
 * attribute that nothing reads has none.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SimdcastError } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { listedVersions } from './attributes/listed.mjs';
import { opsetsFor, rowsFor, writtenAttributes } from './attributes/rows.mjs';
import { UNUSED } from './attributes/unused.mjs';
import { encodeModel } from './models.mjs';
import { engines, range } from './one-node.mjs';

const [engine] = engines;
function modelOf(version, node, attributes) {
  const { domain, operator, attributes: kinds } = version;
  const { inputs, outputs = 1, hidden = 0, before, after, gives } = node;
  const names = inputs.map((input, i) => (input ? `in${i}` : ''));
  const made = after ? ['made'] : range(outputs).map((i) => `out${i}`);
  const own = {
    op: operator,
    domain,
    inputs: before ? ['list'] : names.slice(0, names.length - hidden),
    outputs: made,
    attributes: writtenAttributes(kinds, attributes),
  };
  return encodeModel({
    ...opsetsFor(version),
    constants: Object.fromEntries(inputs.flatMap((input, i) => (input ? [[names[i], input]] : []))),
    outputs: (after ? ['out0'] : made).map((name) => ({
      name,
      type: gives ? 'float32' : null,
      ...(gives && { [gives]: true }),
    })),
    nodes: [
      ...(before ? [{ op: before, inputs: names, outputs: ['list'] }] : []),
      own,
      ...(after ? [{ op: after, inputs: [...made, ...names], outputs: ['out0'] }] : []),
    ],
  });
}

const described = (value) =>
  Array.isArray(value)
    ? `[${value.map(described)}]`
    : value === null
      ? 'nothing'
      : `${value?.type} (${value?.dims}) ${Array.from(value?.data ?? [])}`;

/** The result of a node as text; undefined if it throws. */
async function outcomeOf(version, node, attributes) {
  try {
    const session = await InferenceSession.create(modelOf(version, node, attributes), { engine });
    try {
      return Object.values(session.runSync({})).map(described).join('; ');
    } finally {
      await session.release();
    }
  } catch (error) {
    assert.ok(error instanceof SimdcastError, `${version.operator}: ${error.stack}`);
    return undefined;
  }
}

/** Whether two values of the attribute lead to different results. At least one must not be an error. */
async function counts(version, name) {
  for (const row of rowsFor(version).filter(({ vary }) => vary[name])) {
    const outcomes = [];
    for (const value of row.vary[name])
      outcomes.push(await outcomeOf(version, row, { ...row.attributes, [name]: value }));
    const isRun = outcomes.some((outcome) => outcome !== undefined);
    if (isRun && new Set(outcomes).size > 1) return true;
  }
  return false;
}

const reasonOf = ({ domain, operator, since }, name) => {
  const key = `${domain && `${domain}.`}${operator}`;
  return UNUSED[`${key}-${since} ${name}`] ?? UNUSED[`${key} ${name}`] ?? UNUSED[name];
};

const versions = listedVersions();

describe('every attribute counts', () => {
  it('the tables are read', () => {
    const pairs = new Set(
      versions.flatMap(({ domain, operator, attributes }) =>
        Object.keys(attributes).map((name) => `${domain}.${operator} ${name}`),
      ),
    );
    assert.ok(pairs.size > 600, `${pairs.size} pairs`);
    for (const known of ['.Add axis', '.Gemm alpha', '.Conv group', 'com.microsoft.QGemm transA'])
      assert.ok(pairs.has(known), known);
  });

  for (const operator of new Set(versions.map(({ domain, operator }) => `${domain}:${operator}`)))
    it(operator.replace(/^:/, ''), async () => {
      const own = versions.filter(
        (version) => `${version.domain}:${version.operator}` === operator,
      );
      const idle = [];
      for (const version of own)
        for (const name of Object.keys(version.attributes)) {
          const isUsed = await counts(version, name);
          if (isUsed === (reasonOf(version, name) !== undefined))
            idle.push(`${version.operator}-${version.since} ${name}${isUsed ? ' is used' : ''}`);
        }
      assert.deepEqual(idle, [], 'nothing reads these, or no values here show it');
    });
});
