import { load } from 'simdcast/threads';

const SIZE = 768;
const ROUNDS = 10;

const button = document.querySelector('button');
const status = document.querySelector('[role=status]');

const engines = [await load({ threads: 1 }), await load({ threads: 'auto' })];

/** The best time of several rounds, in milliseconds, and one element of the product. */
function measure(sc) {
  const values = Float32Array.from({ length: SIZE * SIZE }, (_, i) => (i % 1009) / 1009);
  return sc.tidy(() => {
    const matrix = sc.tensor(values, [SIZE, SIZE]);
    const product = matrix.matMul(matrix);
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      matrix.matMul(matrix, { out: product });
      best = Math.min(best, performance.now() - start);
    }
    return { best, sum: product.sum().item() };
  });
}

button.addEventListener('click', () => {
  const [alone, together] = engines.map(measure);
  const { threads, threadsReason } = engines[1];
  status.textContent =
    `One thread: ${alone.best.toFixed(1)} ms; ${threads}: ${together.best.toFixed(1)} ms. ` +
    `${alone.sum === together.sum ? 'The bits are the same.' : 'The bits differ!'} ${threadsReason}`;
});

status.textContent = engines[1].threadsReason;
button.disabled = false;
