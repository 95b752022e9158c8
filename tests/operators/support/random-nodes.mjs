/** Random nodes of the element-wise operators: shapes up to rank 6, values of every kind. */
import { pick, shuffled } from '../../rules/support.mjs';
import { tensorOf, types } from '../reference/types.mjs';
import { randomValues } from './values.mjs';

const size = (dims) => dims.reduce((product, n) => product * n, 1);

/** The largest error of an operator, in units in the last place. */
export const limitOf = (op, type) => (op === 'Pow' ? (type === 'float64' ? 2 : 1) : 0);

/**
 * @param {() => number} random
 * @param {number} [most] elements of a result
 * @returns {(op: string, version: object, type: string) => { operands: object[], options: object }}
 */
export function nodeMaker(random, most = 6000) {
  const whole = (low, high) => low + Math.floor(random() * (high - low + 1));

  /** A result's shape: small sizes, now and then 0 or a long one. */
  function resultShape() {
    const rank = whole(0, 6);
    const dims = Array.from({ length: rank }, () => (random() < 0.04 ? 0 : whole(1, 4)));
    if (rank > 0 && random() < 0.3) dims[whole(0, rank - 1)] = whole(5, 40);
    return size(dims) > most ? dims.slice(-3) : dims;
  }

  /** A shape that stretches to `dims`: some sizes 1, some leading axes left out. */
  function stretchable(dims) {
    const shape = dims.map((n) => (random() < 0.35 ? 1 : n));
    return shape.slice(whole(0, random() < 0.5 ? 0 : dims.length));
  }

  const shapesFor = {
    multidirectional: (dims, count) =>
      shuffled(random, [dims, ...Array.from({ length: count - 1 }, () => stretchable(dims))]),
    unidirectional: (dims) => [dims, stretchable(dims)],
    equal: (dims, count) => new Array(count).fill(dims),
    perChannel: (dims) => [
      dims,
      dims.length > 1 && random() < 0.7 ? [dims[1]] : [1].slice(dims.length ? 0 : 1),
    ],
    legacy: (dims, _, { axis, broadcast }) => {
      if (!broadcast) return [dims, dims];
      return [dims, dims.slice(axis, axis + whole(0, dims.length - axis))];
    },
  };

  function attributesFor(op, rule, dims, type) {
    if (rule === 'legacy' && random() < 0.8) return { broadcast: 1, axis: whole(0, dims.length) };
    if (op === 'BitShift') return { direction: pick(random, ['LEFT', 'RIGHT']) };
    if (op === 'Mod') return { fmod: types[type].kind === 'float' ? 1 : whole(0, 1) };
    return {};
  }

  function operandTypes(op, type, count, exponents) {
    if (op === 'Where') return ['bool', type, type];
    if (op === 'Pow') return [type, exponents ? pick(random, exponents) : type];
    return new Array(count).fill(type);
  }

  function operandsFor(op, version, type, dims, attributes) {
    const count = { 32: whole(1, 5), 3: 3 }[version.inputs[1]] ?? 2;
    const shapes = shapesFor[version.rule](dims, count, attributes);
    const names = operandTypes(op, type, count, version.exponents);
    return shapes.map((shape, i) => {
      const values = randomValues(random, names[i], size(shape));
      // A large float power of an integer is not exact in a double; pow.test.mjs has others.
      const bounded =
        op === 'Pow' && types[type].kind === 'int' && types[names[i]].kind === 'float';
      return tensorOf(names[i], bounded ? values.map(() => whole(0, 3)) : values, shape);
    });
  }

  return (op, version, type) => {
    const dims = resultShape();
    const attributes = attributesFor(op, version.rule, dims, type);
    const operands = operandsFor(op, version, type, dims, attributes);
    return { operands, options: { opset: version.since, attributes } };
  };
}
