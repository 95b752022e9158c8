import { submitForms } from './forms.js';
import { chosenModel, followFolder, loadBoth } from './runtimes.js';

const find = (selector) => document.querySelector(selector);
const [model, search] = [find('#model'), find('#search')];
const [status, progress] = [find('[role=status]'), find('progress')];

/** The vectors of both runtimes. */
let loaded = [];
let texts = [];
let vectors = [];

const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
const ms = (value) => (value === undefined ? '–' : value.toFixed(value < 10 ? 1 : 0));

function showTimes() {
  const rows = loaded.map(({ runtime, ms: load, each, question }) => {
    const row = document.createElement('tr');
    const name = document.createElement('th');
    name.scope = 'row';
    name.textContent = runtime.name;
    row.append(name);
    for (const value of [load, each, question]) row.insertCell().textContent = ms(value);
    return row;
  });
  find('tbody').replaceChildren(...rows);
  find('#times').hidden = false;
}

function showDifference(one, other) {
  const far = one.flatMap((vector, i) => [...vector].map((x, k) => Math.abs(x - other[i][k])));
  find('#difference').textContent = Math.max(...far).toExponential(0);
}

/** Embeds texts on both runtimes, and notes how long each took for one. */
async function embed(some, note) {
  const made = [];
  for (const one of loaded) {
    status.textContent = `Embedding on ${one.runtime.name} …`;
    const { vectors: of, ms: took } = await one.runtime.ask('embed', { texts: some }, (said) => {
      progress.value = said.progress;
    });
    one[note] = took / some.length;
    made.push(of);
  }
  showTimes();
  showDifference(...made);
  return made[0];
}

async function start() {
  for (const { runtime } of loaded) runtime.end();
  texts = model.elements.texts.value.split('\n').filter((line) => line.trim());
  loaded = await loadBoth('feature-extraction', chosenModel(model), status, progress);
  progress.hidden = false;
  vectors = await embed(texts, 'each');
  progress.hidden = true;
  search.hidden = false;
  return `${texts.length} texts are ${vectors[0].length} numbers each.`;
}

async function look() {
  const [question] = await embed([search.elements.question.value], 'question');
  const found = texts
    .map((text, i) => ({ text, nearness: dot(question, vectors[i]) }))
    .sort((a, b) => b.nearness - a.nearness);
  const items = found.map(({ text, nearness }) => {
    const item = document.createElement('li');
    item.className = 'found';
    item.append(document.createElement('span'), document.createElement('span'));
    item.firstChild.textContent = text;
    item.lastChild.textContent = nearness.toFixed(3);
    return item;
  });
  find('ol').replaceChildren(...items);
  find('#found').hidden = false;
  return 'The nearest texts come first.';
}

followFolder(model);
submitForms([
  [model, start],
  [search, look],
]);
