import { concatenated, fitsAlong } from '../values.mjs';
import { addUnary } from './elementwise.mjs';

const addSequence = (g, op, inputs, attributes) =>
  g.one(op, inputs, [], { sequence: true, attributes });

/**
 * Adds a node that applies a unary operator to each item and multiplies the result by a constant. Values of the body
 * have no dims, because random nodes do not use them.
 */
function addMap(g, sequence, factor) {
  const inner = g.child();
  const item = { name: g.name('part') };
  const y = addUnary(inner, item);
  const product = inner.one('Mul', [y, factor()]);
  return addSequence(g, 'SequenceMap', [sequence], { body: inner.subgraph([item], [product]) });
}

const addConcat = (g, sequence, dims, axis) =>
  g.one('ConcatFromSequence', [sequence], dims, { attributes: { axis } });
const addLength = (g, sequence) => g.one('SequenceLength', [sequence], [], { type: 'int64' });

export const sequences = {
  sequence(g) {
    const { x, axis } = g.valueAndAxis();
    if (!x) return;
    const fits = fitsAlong(x, axis);
    const parts = [x, g.value(fits)];
    let sequence = addSequence(g, 'SequenceConstruct', parts);
    if (g.chance(0.4)) {
      parts.push(g.value(fits));
      sequence = addSequence(g, 'SequenceInsert', [sequence, parts.at(-1)]);
    }
    if (g.chance(0.5)) sequence = addMap(g, sequence, () => g.scalar(2, 'float32'));
    const at = g.draw(2);
    g.one('SequenceAt', [sequence, g.scalar(at)], parts[at].dims);
    if (g.chance(0.4)) return;
    const dims = concatenated(parts, axis);
    if (g.fits(dims)) addConcat(g, sequence, dims, axis);
  },
  splitToSequence(g) {
    const { x, axis } = g.valueAndAxis();
    if (!x) return;
    const sequence = addSequence(g, 'SplitToSequence', [x, g.scalar(2)], { axis });
    if (g.chance(0.5)) addConcat(g, sequence, x.dims, axis);
    else addLength(g, sequence);
  },
  /** Uses the input that is a sequence. */
  sequenceInput(g) {
    const sequence = g.inputs.find((one) => one.sequence);
    if (!sequence) return;
    const dims = [g.symbol('items', 4), g.width];
    const mapped = addMap(g, sequence, () => g.floats([g.width]));
    if (g.chance(0.3)) {
      addLength(g, mapped);
      return;
    }
    if (g.chance(0.3)) {
      g.one('SequenceAt', [mapped, g.scalar(-1)], dims);
      return;
    }
    const all = [g.symbol('all items', 8), g.width];
    addConcat(g, g.pick([sequence, mapped]), all, 0);
  },
};
