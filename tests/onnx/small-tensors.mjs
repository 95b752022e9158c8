/** Tensors of 8 bits and fewer, and nodes that use them on every engine. */
import assert from 'node:assert/strict';
import { arrayOf, isItem, items } from '../support/small-types.mjs';
import { elementTypes } from './models.mjs';
import { engines, runNode } from './one-node.mjs';

export const newest = 25;

/** A tensor of items in the form of its array. */
export const small = (type, list, dims = [list.length]) => ({
  type,
  dims,
  data: arrayOf(type).from(list),
});
export const every = (type) => small(type, items(type));

/** One node, fed and as constants, on every engine. */
export async function each(node, judge) {
  for (const engine of engines)
    for (const constants of [[], 'all']) {
      const [result] = await runNode(engine, { opset: newest, ...node, constants });
      judge(result, `${node.op} ${JSON.stringify(node.attributes ?? {})} constants: ${constants}`);
    }
}

export function sameItems({ type, data }, wanted, about) {
  assert.equal(data.length, wanted.length, about);
  assert.equal(Object.getPrototypeOf(data).constructor, arrayOf(type), about);
  wanted.forEach((item, i) => {
    assert.ok(isItem(type, data[i], item), `${about}: ${type} ${i} is ${data[i]}, not ${item}`);
  });
}

export function sameNumbers({ data }, wanted, about) {
  assert.equal(data.length, wanted.length, about);
  wanted.forEach((number, i) => {
    assert.ok(Object.is(Number(data[i]), number), `${about}: ${i} is ${data[i]}, not ${number}`);
  });
}

export const castTo = (type, more) => ({
  op: 'Cast',
  attributes: { to: elementTypes[type], ...more },
});
