/** Tests of run() from rows: operator, inputs, attributes, result; and the opset, if it is not the latest. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tensor } from 'simdcast';
import { places, same, sc } from './oracle.mjs';

export const f32 = (dims, values) => ({ type: 'float32', dims, values });
export const bool = (dims, values) => ({ type: 'bool', dims, values });
export const texts = (dims, values) => ({ type: 'string', dims, values });
/** The integers of a result, in its own array type. */
export const longs = (dims, values) => ({ type: 'int64', dims, values: values.map(BigInt) });

/** Inputs. */
export const given = ({ type, dims, values }) => new Tensor(type, values, dims);
export const floats = (dims, values) => given(f32(dims, values));
export const i64 = (values) => given(longs([values.length], values));
export const words = (...values) => given(texts([values.length], values));

const written = (_, v) => (v instanceof Tensor ? 'tensor' : typeof v === 'bigint' ? `${v}n` : v);

/**
 * A test per row from JavaScript's memory and from wasm memory. An array of results requests several outputs;
 * a single result is also written over another.
 */
export function testRows(rows) {
  for (const place of places)
    for (const [name, inputs, attributes, expected, opset] of rows)
      test(`${name} ${JSON.stringify(attributes, written)} opset ${opset ?? 'newest'}, ${place}`, () => {
        const placed = inputs.map((v) =>
          place === 'wasm' && v instanceof Tensor && v.type !== 'string' ? sc.tensor(v) : v,
        );
        const options = { attributes, ...(opset ? { opset } : {}) };
        if (Array.isArray(expected)) {
          const results = sc.run(name, placed, { ...options, outputs: expected.length });
          assert.equal(results.length, expected.length);
          for (const [i, want] of expected.entries()) same(results[i], want, name, { zeros: true });
          return;
        }
        const result = sc.run(name, placed, options);
        same(result, expected, name, { zeros: true });
        const { type, dims } = result;
        if (type === 'string') return;
        const out = new Tensor(type, result.toArray().fill(result.toArray()[0]), dims);
        assert.equal(sc.run(name, placed, { ...options, out }), out);
        same(out, expected, `${name} out`, { zeros: true });
      });
}
