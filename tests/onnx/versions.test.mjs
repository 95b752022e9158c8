/** The operators of sessions against ONNX's own list of their versions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importSource } from '../support/sources.mjs';
import { changelog, newestListed } from './changelog.mjs';

const { findOperator } = await importSource('operators/lookup.ts');

// Only the sessions' own operators: this engine has none.
const engine = { supports: () => false };
const versionsOf = (operator) => {
  const newest = findOperator(engine, operator, newestListed);
  assert.ok(newest, `${operator} is not there`);
  return newest.operator.versions.filter(({ since }) => since <= newestListed);
};

const inOrder = (names) => [...names].sort();

/** An operator's types of the last input that it lists hold for all after it. */
const typesAt = ({ types }, at) => inOrder(types[Math.min(at, types.length - 1)] ?? []);

describe('the versions of operators are those of the changelog', () => {
  for (const [operator, listed] of Object.entries(changelog)) {
    it(operator, () => {
      const versions = versionsOf(operator);
      assert.deepEqual(
        versions.map(({ since }) => since),
        listed.map(([since]) => since),
      );
      listed.forEach(([since, inputs, types, attributes], i) => {
        const version = versions[i];
        const about = `${operator}-${since}`;
        assert.deepEqual(version.inputs, inputs, about);
        assert.deepEqual(
          types.map((_, at) => typesAt(version, at)),
          types.map(inOrder),
          about,
        );
        assert.deepEqual(
          inOrder(Object.keys(version.attributes ?? {})),
          inOrder(attributes.split(' ').filter(Boolean)),
          about,
        );
      });
    });
  }
});
