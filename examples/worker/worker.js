// An import map does not apply to workers, so the package is imported by its path.
import { load } from './node_modules/simdcast/dist/index.js';

const ready = load();

/** |a - b|² = |a|² + |b|² - 2ab for every pair, as (n,1) + (1,m) and one matrix product. */
function distances(sc, a, b) {
  const ones = { data: new Float32Array(a.dims[1]).fill(1), dims: [a.dims[1], 1] };
  const squaresA = sc.matMul(sc.mul(a, a), ones);
  const squaresB = sc.gemm(ones, sc.mul(b, b), undefined, { transA: 1, transB: 1 });
  const squared = sc.gemm(a, b, sc.add(squaresA, squaresB), { alpha: -2, transB: 1 });
  return sc.sqrt(sc.maximum(squared, 0));
}

self.addEventListener('message', async ({ data: { a, b } }) => {
  try {
    const sc = await ready;
    const start = performance.now();
    const { data, dims } = distances(sc, a, b);
    const milliseconds = performance.now() - start;
    self.postMessage({ data, dims, milliseconds }, [data.buffer]);
  } catch (error) {
    self.postMessage({ error: error.message });
  }
});
