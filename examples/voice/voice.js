/** A detector with the inputs of silero-vad, versions 5 and 6, on whichever runtime. */
const CONTEXT = 64;

export class Voice {
  #ort;
  #session;
  #rate;
  #state;
  #context = new Float32Array(CONTEXT);

  static async create(ort, model) {
    const voice = new Voice();
    voice.#ort = ort;
    voice.#session = await ort.InferenceSession.create(new Uint8Array(model));
    voice.#rate = new ort.Tensor('int64', [16_000n], []);
    voice.#state = new ort.Tensor('float32', new Float32Array(256), [2, 1, 128]);
    return voice;
  }

  /** How likely it is that a frame of 512 samples is speech. */
  async hear(frame) {
    const samples = new Float32Array(CONTEXT + frame.length);
    samples.set(this.#context);
    samples.set(frame, CONTEXT);
    this.#context = frame.slice(-CONTEXT);
    const input = new this.#ort.Tensor('float32', samples, [1, samples.length]);
    const feeds = { input, state: this.#state, sr: this.#rate };
    const { output, stateN } = await this.#session.run(feeds);
    this.#state = stateN;
    return output.data[0];
  }
}
