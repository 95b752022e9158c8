/** The operators of sessions against ONNX's own list of their versions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { table } from '../support/operator-table.mjs';
import { changelog, newestListed } from './changelog.mjs';

const versionsOf = (operator) =>
  table
    .versions(operator)
    .filter(({ since, onlyInModels }) => since <= newestListed && !onlyInModels);

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
          inOrder(version.attributes.keys()),
          inOrder(attributes.split(' ').filter(Boolean)),
          about,
        );
      });
    });
  }
});
