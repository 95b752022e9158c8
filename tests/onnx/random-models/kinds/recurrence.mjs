import { hasRank } from '../values.mjs';

export const HIDDEN = 4;

/** Adds a recurrent node. `x` is [time, batch, width]. */
export function addRecurrence(g, op, x, w, r) {
  const [time, batch] = x.dims;
  const outputs = [{ dims: [time, 1, batch, HIDDEN] }, { dims: [1, batch, HIDDEN] }];
  g.add(op, [x, w, r], outputs, { hidden_size: HIDDEN });
}

export const recurrence = {
  recurrent(g) {
    const x = g.value((one) => hasRank(3, 3)(one) && g.isWide(one));
    if (!x) return;
    const [op, gates] = g.pick([
      ['LSTM', 4],
      ['GRU', 3],
      ['RNN', 1],
    ]);
    const [w, r] = [g.width, HIDDEN].map((depth) => g.floats([1, gates * HIDDEN, depth]));
    addRecurrence(g, op, x, w, r);
  },
};
