/** A worker for each runtime, and the form that chooses a model. */

export const names = ['simdcast', 'onnxruntime-web'];

/** transformers.js's names of forms, by how the names of their files end. */
const forms = { model: 'fp32', model_fp16: 'fp16', model_quantized: 'q8', model_q4: 'q4' };

/** A runtime in a worker of its own: `ask` sends a request, and reports progress to a callback. */
export class Runtime {
  #worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  #waiting = new Map();
  #count = 0;

  constructor(name) {
    this.name = name;
    this.#worker.addEventListener('message', ({ data: { id, result, error, ...said } }) => {
      const { resolve, reject, onSaid } = this.#waiting.get(id);
      if (error) reject(new Error(error));
      else if (result) resolve(result);
      else onSaid(said);
    });
  }

  ask(kind, given, onSaid = () => {}) {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onSaid });
      this.#worker.postMessage({ id, kind, runtime: this.name, ...given });
    });
  }

  end() {
    this.#worker.terminate();
  }
}

/** The forms of a model that a folder has. */
function formsIn(files) {
  const ends = Object.keys(files).map((path) => path.match(/onnx\/(?:decoder_)?(\w+)\.onnx$/)?.[1]);
  return Object.entries(forms)
    .filter(([end]) => ends.includes(end))
    .map(([, form]) => form);
}

/** The files of a chosen folder, by their path in it. */
const filesOf = (input) =>
  Object.fromEntries(
    [...input.files].map((file) => [file.webkitRelativePath.split('/').slice(1).join('/'), file]),
  );

/** The model that the form selects: one that is served here, or the files of a folder. */
export function chosenModel(form) {
  const files = filesOf(form.elements.folder);
  const dtype = form.elements.dtype.value;
  if (Object.keys(files).length === 0) return { model: form.dataset.model, dtype };
  return { model: 'chosen', files, dtype };
}

/** Keeps to the forms that the chosen model has. */
export function followFolder(form) {
  const { folder, dtype } = form.elements;
  const own = [...dtype.options].map(({ value }) => value);
  folder.addEventListener('change', () => {
    const files = filesOf(folder);
    const found = Object.keys(files).length > 0 ? formsIn(files) : own;
    dtype.replaceChildren(...found.map((name) => new Option(name)));
  });
}

/**
 * Loads a pipeline in both runtimes, in sequence, so that neither slows down the other.
 * @returns {Promise<{runtime: Runtime, ms: number}[]>}
 */
export async function loadBoth(task, model, status, progress) {
  const loaded = [];
  progress.hidden = false;
  for (const name of names) {
    status.textContent = `Loading on ${name} …`;
    const runtime = new Runtime(name);
    const onSaid = (said) => {
      progress.value = said.progress;
    };
    loaded.push({ runtime, ...(await runtime.ask('load', { task, ...model }, onSaid)) });
  }
  progress.hidden = true;
  return loaded;
}
