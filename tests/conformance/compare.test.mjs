/** ONNX's comparison rules. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { difference } from './compare.mjs';

const of = (type, data, dims = [data.length]) => ({ type, data, dims });
const floats = (...values) => of('float32', Float32Array.from(values));
const doubles = (...values) => of('float64', Float64Array.from(values));

describe('comparison', () => {
  it('type and shape are exact', () => {
    assert.match(difference(floats(1), doubles(1)), /^type float32, expected float64$/);
    const row = of('float32', Float32Array.of(1), [1, 1]);
    assert.match(difference(row, floats(1)), /^shape \(1,1\), expected \(1\)$/);
  });

  it('numbers are within rtol 1e-3 and atol 1e-7 of the expected ones', () => {
    assert.equal(difference(doubles(1001), doubles(1000)), undefined);
    assert.match(difference(doubles(1001.1), doubles(1000)), /item 0 is 1001.1/);
    assert.equal(difference(doubles(1e-7), doubles(0)), undefined);
    assert.match(difference(doubles(2e-7), doubles(0)), /item 0/);
    const [five, six] = [5n, 6n].map((value) => of('int64', BigInt64Array.of(value)));
    assert.match(difference(six, five), /item 0 is 6, expected 5/);
  });

  it('NaN equals NaN, and infinities have their sign', () => {
    assert.equal(difference(floats(NaN), floats(NaN)), undefined);
    assert.match(difference(floats(NaN), floats(1)), /item 0 is NaN/);
    assert.match(difference(floats(1), floats(NaN)), /expected NaN/);
    assert.equal(difference(floats(-Infinity), floats(-Infinity)), undefined);
    assert.match(difference(floats(Infinity), floats(-Infinity)), /item 0/);
    assert.match(difference(floats(3e38), floats(Infinity)), /item 0/);
  });

  it('strings are exact', () => {
    assert.equal(difference(of('string', ['a']), of('string', ['a'])), undefined);
    assert.match(difference(of('string', ['a']), of('string', ['b'])), /item 0 is a/);
  });

  it('half floats are compared by value', () => {
    const half = (bits) => of('float16', Uint16Array.of(bits));
    assert.equal(difference(half(0x3c01), half(0x3c00)), undefined);
    assert.match(difference(half(0x3c02), half(0x3c00)), /item 0/);
    assert.equal(difference(half(0x7e01), half(0xfe00)), undefined);
    const brain = (bits) => of('bfloat16', Uint16Array.of(bits));
    assert.match(difference(brain(0x3f81), brain(0x3f80)), /item 0/);
  });
});
