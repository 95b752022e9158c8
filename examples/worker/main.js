/** The page: it creates the points, and stays responsive while the worker measures them. */
const button = document.querySelector('button');
const status = document.querySelector('[role=status]');
const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });

const count = 2000;
const axes = 3;

/** Points on a grid with a step of 1/8, so that float32 represents every square exactly. */
const points = () => ({
  data: Float32Array.from({ length: count * axes }, () => Math.floor(Math.random() * 64) / 8),
  dims: [count, axes],
});

button.addEventListener('click', () => {
  const [a, b] = [points(), points()];
  button.disabled = true;
  status.textContent = 'Measuring …';
  worker.postMessage({ a, b }, [a.data.buffer, b.data.buffer]);
});

worker.addEventListener('message', ({ data: { dims, data, milliseconds, error } }) => {
  button.disabled = false;
  if (error) {
    status.textContent = error;
    return;
  }
  const farthest = data.reduce((most, distance) => Math.max(most, distance), 0);
  status.textContent =
    `${dims.join(' × ')} distances in ${milliseconds.toFixed(0)} ms; ` +
    `the longest is ${farthest.toFixed(3)}`;
});

button.disabled = false;
