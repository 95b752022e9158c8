/**
 * Trains the network that reads handwritten digits, on simdcast's own operators, and writes it:
 *
 *   npm run digits
 *
 * One fifth of the digits, chosen by the seed, is held out and only measured on. Drawings are added to
 * the others.
 */
import { writeFile } from 'node:fs/promises';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { Failure, main } from '../../../tools/lib/failure.mjs';
import { step as report } from '../../../tools/lib/log.mjs';
import { inTop } from '../../../tools/lib/paths.mjs';
import { BRIGHTEST, CLASSES, PIXELS, readDigits } from './data.mjs';
import { drawn } from './drawn.mjs';
import { measure, SEED, split, stack } from './measure.mjs';
import { carried, encodeReader, encodeStep, initialise, parameters } from './network.mjs';
import { seeded, shuffled } from './random.mjs';
import { varied } from './vary.mjs';

const EPOCHS = 400;
const BATCH = 32;
const RATE = 2e-3;
/** What the weights lose in each step. */
const DECAY = 2e-5;
const WANTED = 0.96;
/** Of the pictures in a batch, those that a pen drew; and how many drawings there are. */
const DRAWN = 1 / 8;
const DRAWINGS = 1500;

const MODEL = inTop('demo/digits/digits.onnx');
const FIGURES = inTop('demo/digits/digits.json');

const oneHot = (label) => Float32Array.from({ length: CLASSES }, (_, i) => (i === label ? 1 : 0));

const scalar = (value) => ({ data: Float32Array.of(value), dims: [] });

/** The learning rate falls to nothing along half a cosine, and Adam's corrections come on top. */
function rateAt(step, steps) {
  const fallen = (RATE * (1 + Math.cos((Math.PI * step) / steps))) / 2;
  const count = step + 1;
  return (fallen * Math.sqrt(1 - 0.999 ** count)) / (1 - 0.9 ** count);
}

async function train(engine, training, random, task) {
  const session = await InferenceSession.create(encodeStep({ decay: DECAY }), { engine });
  const values = initialise(random);
  let state = Object.fromEntries(
    carried.map((name) => {
      const { dims, data } = parameters[name]
        ? values[name]
        : { dims: parameters[name.split('.')[0]], data: undefined };
      const size = dims.reduce((product, n) => product * n, 1);
      return [name, { dims, data: data ?? new Float32Array(size) }];
    }),
  );
  const drawings = Array.from({ length: DRAWINGS }, () => drawn(random));
  const count = training.images.length;
  const steps = EPOCHS * Math.floor(count / BATCH);
  for (let step = 0, order = []; step < steps; step++) {
    if (order.length < BATCH) order = shuffled(count, random);
    const batch = order.splice(0, BATCH).map((i) => {
      if (random() < DRAWN) return drawings[Math.floor(random() * DRAWINGS)];
      return { image: training.images[i], label: training.labels[i] };
    });
    const feeds = {
      x: stack(
        batch.map(({ image }) => varied(image, random)),
        PIXELS,
      ),
      y: stack(
        batch.map(({ label }) => oneHot(label)),
        CLASSES,
      ),
      count: scalar(BATCH),
      rate: scalar(rateAt(step, steps)),
    };
    const next = session.runSync({ ...feeds, ...state });
    state = Object.fromEntries(carried.map((name) => [name, next[`${name}.next`]]));
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

/** The first digit of each class, its pixels from 0 to 16 in a line. */
const samplesOf = ({ images, labels }) =>
  Array.from({ length: CLASSES }, (_, label) =>
    Array.from(images[labels.indexOf(label)], (ink) => ink * BRIGHTEST).join(' '),
  );

const percent = (share) => `${(share * 100).toFixed(2)} %`;

await main(async () => {
  const digits = await report('The digits', (task) => readDigits(task));
  const random = seeded(SEED);
  const { held, training } = split(digits, random);
  const engine = await load();
  const values = await report('Training', (task) => train(engine, training, random, task));
  const bytes = encodeReader(values);
  const reader = await InferenceSession.create(bytes, { engine });
  const [onHeld, onTraining] = [await measure(reader, held), await measure(reader, training)];
  console.log(`Held out: ${percent(onHeld)} of ${held.labels.length}; seed ${SEED}.`);
  console.log(`Trained on: ${percent(onTraining)} of ${training.labels.length}.`);
  if (onHeld < WANTED) throw new Failure(`The network reads fewer than ${percent(WANTED)}.`);
  const figures = {
    seed: SEED,
    trainedOn: training.labels.length,
    heldOut: held.labels.length,
    accuracy: onHeld,
    accuracyOnTraining: onTraining,
    samples: samplesOf(held),
  };
  await writeFile(MODEL, bytes);
  await writeFile(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
  return 0;
});
