/** The value at `fraction` of the sorted values, interpolated between neighbours. */
export function quantile(values, fraction) {
  const sorted = Float64Array.from(values).sort();
  const at = (sorted.length - 1) * fraction;
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
}

export const median = (values) => quantile(values, 0.5);

/** Median and quartiles. */
export function summarise(values) {
  return { median: median(values), q1: quantile(values, 0.25), q3: quantile(values, 0.75) };
}

/** The geometric mean; NaN of nothing. */
export function geometricMean(values) {
  const logs = values.map(Math.log);
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}
