/**
 * Trains the network that reads handwritten digits, on simdcast's own operators, and writes it:
 *
 *   npm run digits
 *
 * One fifth of the digits, chosen by the seed, is held out for measuring. Drawings are added to the others. Choices
 * about the network and its training are made without the held-out digits: `npm run digits -- --validate` trains
 * on four fifths of the others, prints the accuracy on the last fifth, and writes nothing.
 */
import { writeFile } from 'node:fs/promises';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { Failure, main } from '../../../tools/lib/failure.mjs';
import { step as report } from '../../../tools/lib/log.mjs';
import { inTop } from '../../../tools/lib/paths.mjs';
import { BRIGHTEST, CLASSES, readDigits } from './data.mjs';
import { fit } from './fit.mjs';
import { measure, SEED, split } from './measure.mjs';
import { encodeReader } from './network.mjs';
import { seeded } from './random.mjs';

const WANTED = 0.96;

const MODEL = inTop('demo/digits/digits.onnx');
const FIGURES = inTop('demo/digits/digits.json');

/** The first digit of each class, its pixels from 0 to 16 in a line. */
const samplesOf = ({ images, labels }) =>
  Array.from({ length: CLASSES }, (_, label) =>
    Array.from(images[labels.indexOf(label)], (ink) => ink * BRIGHTEST).join(' '),
  );

const percent = (share) => `${(share * 100).toFixed(2)} %`;

/** Trains a network on some digits; returns it with its accuracy on them and on others. */
async function trained(training, others, random) {
  const engine = await load();
  const values = await report('Training', (task) => fit(engine, training, random, task));
  const bytes = encodeReader(values);
  const reader = await InferenceSession.create(bytes, { engine });
  const [onOthers, onTraining] = [await measure(reader, others), await measure(reader, training)];
  console.log(`Of ${others.labels.length} that it has not seen: ${percent(onOthers)}.`);
  console.log(`Of the ${training.labels.length} it was trained on: ${percent(onTraining)}.`);
  return { bytes, onOthers, onTraining };
}

await main(async ([option]) => {
  const digits = await report('The digits', (task) => readDigits(task));
  const random = seeded(SEED);
  const { held, training } = split(digits, random);
  if (option === '--validate') {
    const { held: others, training: rest } = split(training, random);
    await trained(rest, others, random);
    return 0;
  }
  const { bytes, onOthers, onTraining } = await trained(training, held, random);
  if (onOthers < WANTED) throw new Failure(`The network reads fewer than ${percent(WANTED)}.`);
  const figures = {
    seed: SEED,
    trainedOn: training.labels.length,
    heldOut: held.labels.length,
    accuracy: onOthers,
    accuracyOnTraining: onTraining,
    samples: samplesOf(held),
  };
  await writeFile(MODEL, bytes);
  await writeFile(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
  return 0;
});
