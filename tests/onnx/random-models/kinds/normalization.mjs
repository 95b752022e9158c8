import { MICROSOFT } from '../builder.mjs';
import { hasDimsOf, hasRank, hasShortRows } from '../values.mjs';

export const normalization = {
  layerNorm(g) {
    const x = g.value(hasShortRows);
    if (!x) return;
    const row = [x.dims.at(-1)];
    const [scale, bias] = [g.floats(row, 1, 0.5), g.floats(row)];
    if (x.dims.length === 3 && g.chance(0.4)) {
      const { other } = g.partner(x);
      if (!hasDimsOf(x)(other)) return;
      const outputs = [{ dims: x.dims }, { unused: true }, { unused: true }, { dims: x.dims }];
      g.add('SkipLayerNormalization', [x, other, scale, bias], outputs, {}, MICROSOFT);
      return;
    }
    const op = g.pick(['LayerNormalization', 'RMSNormalization']);
    g.one(op, [x, scale, ...(op === 'LayerNormalization' ? [bias] : [])], x.dims);
  },
  channelNorm(g) {
    const x = g.value((one) => hasRank(3)(one) && one.dims[1] > 0 && one.dims[1] <= 32);
    if (!x) return;
    const channels = [x.dims[1]];
    if (g.chance(0.5)) {
      g.one('InstanceNormalization', [x, g.floats(channels), g.floats(channels)], x.dims);
      return;
    }
    const [scale, bias, mean] = [0, 1, 2].map(() => g.floats(channels));
    const variance = g.floats(channels, 1, 0.5);
    g.one('BatchNormalization', [x, scale, bias, mean, variance], x.dims);
  },
};
