/** The training loop: batches of varied images. */
import { InferenceSession } from 'simdcast/onnx';
import { CLASSES, SIDE } from './data.mjs';
import { drawn } from './drawn.mjs';
import { stack } from './measure.mjs';
import { initialise, parameters, sizeOf } from './network.mjs';
import { shuffled } from './random.mjs';
import { carried, encodeStep, KEPT } from './step.mjs';
import { varied } from './vary.mjs';

const EPOCHS = 400;
const BATCH = 32;
const RATE = 5e-3;
/** The weight decay of each step. */
const DECAY = 2e-5;
/** The fraction of drawings in a batch, and the number of drawings. */
const DRAWN = 1 / 8;
const DRAWINGS = 1500;

const oneHot = (label) => Float32Array.from({ length: CLASSES }, (_, i) => (i === label ? 1 : 0));

const scalar = (value) => ({ data: Float32Array.of(value), dims: [] });

/** The learning rate falls to 0 along half a cosine; Adam's corrections are applied in addition. */
function rateAt(step, steps) {
  const fallen = (RATE * (1 + Math.cos((Math.PI * step) / steps))) / 2;
  const count = step + 1;
  return (fallen * Math.sqrt(1 - KEPT.power ** count)) / (1 - KEPT.mean ** count);
}

/** Random parameters, and zeros for Adam's means of their gradients. */
function initialState(random) {
  const values = initialise(random);
  return Object.fromEntries(
    Object.entries(carried).map(([name, dims]) => [
      name,
      { dims, data: values[name]?.data ?? new Float32Array(sizeOf(dims)) },
    ]),
  );
}

/** Trains a network on these digits and on drawings; returns its parameters. */
export async function fit(engine, { images, labels }, random, task) {
  const session = await InferenceSession.create(encodeStep({ decay: DECAY }), { engine });
  const drawings = Array.from({ length: DRAWINGS }, () => drawn(random));
  let state = initialState(random);
  const steps = EPOCHS * Math.floor(images.length / BATCH);
  for (let step = 0, order = []; step < steps; step++) {
    if (order.length < BATCH) order = shuffled(images.length, random);
    const batch = order.splice(0, BATCH).map((i) => {
      if (random() < DRAWN) return drawings[Math.floor(random() * DRAWINGS)];
      return { image: images[i], label: labels[i] };
    });
    const pictures = batch.map(({ image }) => varied(image, random));
    const answers = batch.map(({ label }) => oneHot(label));
    const feeds = {
      x: stack(pictures, [1, SIDE, SIDE]),
      y: stack(answers, [CLASSES]),
      count: scalar(BATCH),
      rate: scalar(rateAt(step, steps)),
    };
    const next = session.runSync({ ...feeds, ...state });
    state = Object.fromEntries(Object.keys(carried).map((name) => [name, next[`${name}.next`]]));
    if (step % 100 === 0) task.progress(`step ${step} of ${steps}`);
  }
  await session.release();
  return Object.fromEntries(
    Object.entries(parameters).map(([name, dims]) => [
      name,
      { type: 'float32', dims, data: state[name].data },
    ]),
  );
}
