/** The page: it starts the worklet, and runs the same frames on onnxruntime-web. */
import * as ort from 'onnxruntime-web';
import { Voice } from './voice.js';

const RATE = 16_000;
const find = (selector) => document.querySelector(selector);
const [form, status, meter] = [find('form'), find('[role=status]'), find('meter')];
const rows = [...document.querySelectorAll('tbody tr')];
const { stop } = form.elements;

ort.env.wasm.numThreads = 1;

let context;
let stream;
/** The statistics of each runtime: its frames and their milliseconds. */
let done;
let difference;

/** A tone that comes and goes as syllables do, with silence after every six. */
function madeVoice() {
  const buffer = context.createBuffer(1, 6 * RATE, RATE);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    const syllable = Math.floor((4 * i) / RATE);
    const loud = syllable % 8 > 5 ? 0 : Math.sin((4 * Math.PI * i) / RATE) ** 2;
    const wave = (hertz) => Math.sin((2 * Math.PI * hertz * i) / RATE);
    samples[i] = loud * (0.3 * wave(130) + 0.2 * wave(650) + 0.1 * wave(1900));
  }
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.start();
  source.addEventListener('ended', end);
  return source;
}

async function microphone() {
  stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  return context.createMediaStreamSource(stream);
}

function count(i, ms) {
  done[i].frames += 1;
  done[i].ms += ms;
  const [, frames, each] = rows[i].querySelectorAll('td');
  frames.textContent = done[i].frames;
  each.textContent = (done[i].ms / done[i].frames).toFixed(2);
}

/** Runs onnxruntime-web on the audio that the worklet has processed. */
async function compare(voice, { frame, speech }) {
  const start = performance.now();
  const other = await voice.hear(frame);
  count(1, performance.now() - start);
  difference = Math.max(difference, Math.abs(speech - other));
  find('#difference').textContent = difference.toExponential(0);
}

async function start(kind) {
  end();
  done = rows.map(() => ({ frames: 0, ms: 0 }));
  difference = 0;
  status.textContent = 'Loading …';
  const [file] = form.elements.model.files;
  const model = await (file ?? (await fetch('loudness.onnx'))).arrayBuffer();
  context = new AudioContext({ sampleRate: RATE });
  await context.audioWorklet.addModule('detector.js');
  const detector = new AudioWorkletNode(context, 'detector', { processorOptions: { model } });
  let last = Voice.create(ort, model);
  detector.port.onmessage = ({ data }) => {
    if (data.error) {
      status.textContent = data.error;
      return;
    }
    meter.value = data.speech;
    count(0, data.ms);
    last = last.then(async (voice) => {
      await compare(voice, data);
      return voice;
    });
  };
  await last;
  const source = await (kind === 'microphone' ? microphone() : madeVoice());
  source.connect(detector);
  if (kind === 'recording') source.connect(context.destination);
  await context.resume();
  stop.disabled = false;
  status.textContent = 'Listening …';
}

function end() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  context?.close();
  context = stream = undefined;
  stop.disabled = true;
  status.textContent = 'Stopped.';
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  start(event.submitter.value).catch(({ message }) => {
    status.textContent = message;
  });
});
stop.addEventListener('click', end);
// A form that is submitted before this script runs would reload the page.
for (const button of form.elements.source) button.disabled = false;
