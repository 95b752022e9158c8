/** An AudioWorklet that cuts sound into frames and runs a detector on each, in the thread that plays sound. */
import * as ort from './node_modules/simdcast/dist/ort.js';
import { Voice } from './voice.js';

const FRAME = 512;

class Detector extends AudioWorkletProcessor {
  #frame = new Float32Array(FRAME);
  #filled = 0;
  /** Frames wait here for those before them. */
  #last;

  constructor({ processorOptions: { model } }) {
    super();
    this.#last = Voice.create(ort, model);
    this.#last.catch(({ message }) => this.port.postMessage({ error: message }));
  }

  process([[samples]]) {
    if (!samples) return true;
    this.#frame.set(samples, this.#filled);
    this.#filled += samples.length;
    if (this.#filled === FRAME) {
      this.#detect(this.#frame.slice());
      this.#filled = 0;
    }
    return true;
  }

  #detect(frame) {
    this.#last = this.#last.then(async (voice) => {
      // Worklets have no finer clock.
      const start = Date.now();
      const speech = await voice.hear(frame);
      this.port.postMessage({ frame, speech, ms: Date.now() - start });
      return voice;
    });
  }
}

registerProcessor('detector', Detector);
