import { load, SimdcastError } from 'simdcast';

const form = document.querySelector('form');
const verdict = document.querySelector('[role=status]');
const result = document.querySelector('pre');
const sc = await load();

/** The array 0, 1, 2, … of a shape such as 3x1; an empty text is a scalar. */
function counting(text) {
  const dims = text.split('x').filter(Boolean).map(Number);
  const size = dims.reduce((product, length) => product * length, 1);
  if (size > 1e6) throw new RangeError('A page should not show more than a million elements.');
  return { data: Float32Array.from({ length: size }, (_, i) => i), dims };
}

function show() {
  try {
    const a = counting(form.elements.a.value);
    const b = counting(form.elements.b.value);
    verdict.textContent = sc.align([a.dims, b.dims]).text;
    const sum = sc.add(a, b);
    const width = sum.dims.at(-1) ?? 1;
    const rows = Array.from({ length: sum.size / width || 0 }, (_, row) =>
      sum.data.slice(row * width, (row + 1) * width).join(' '),
    );
    result.textContent = rows.join('\n');
  } catch (error) {
    if (!(error instanceof SimdcastError || error instanceof RangeError)) throw error;
    verdict.textContent = error.message;
    result.textContent = '';
  }
}

form.addEventListener('input', show);
form.addEventListener('submit', (event) => event.preventDefault());
show();
