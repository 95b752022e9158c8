import { load } from 'simdcast';

function find<E extends Element>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return element;
}

const input = find<HTMLInputElement>('input');
const canvas = find<HTMLCanvasElement>('canvas');
const status = find<HTMLElement>('[role=status]');
const { width, height } = canvas;
const context = canvas.getContext('2d');
if (!context) throw new Error('The browser draws no canvas');

const sc = await load();

/** A wave of the given number of periods over `length` points. */
const wave = (length: number, periods: number) =>
  Float32Array.from({ length }, (_, i) => Math.sin((2 * Math.PI * periods * i) / length));

const scalar = (value: number) => ({ data: Float32Array.of(value), dims: [] });

// One tensor in wasm memory, overwritten for every image.
const product = sc.tensor(new Float32Array(height * width), [height, width]);
const image = context.createImageData(width, height);

function draw(periods: number): void {
  const row = { data: wave(width, periods), dims: [1, width] };
  const column = { data: wave(height, periods), dims: [height, 1] };
  sc.mul(column, row, { out: product });
  sc.mul(product, scalar(127.5), { out: product });
  sc.add(product, scalar(127.5), { out: product });

  const grey = product.data;
  for (let i = 0; i < height * width; i++) {
    image.data.fill(Number(grey[i]), 4 * i, 4 * i + 3);
    image.data[4 * i + 3] = 255;
  }
  context?.putImageData(image, 0, 0);
  const shapes = [column.dims, row.dims].map((dims) => `(${dims.join()})`);
  status.textContent = `${shapes.join(' times ')} gives (${product.dims.join()})`;
}

input.addEventListener('input', () => draw(input.valueAsNumber));
draw(input.valueAsNumber);
