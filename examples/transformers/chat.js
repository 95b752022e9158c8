import { submitForms } from './forms.js';
import { chosenModel, followFolder, loadBoth } from './runtimes.js';

const find = (selector) => document.querySelector(selector);
const [model, say, replies] = [find('#model'), find('#say'), find('#replies')];
const [status, progress] = [find('[role=status]'), find('progress')];

/** The runtimes, each with its conversation. */
let loaded = [];

/** The part of the page that a runtime writes into. */
function panel(name, load) {
  const part = document.createElement('div');
  const [title, reply, note] = ['h2', 'p', 'p'].map((tag) => document.createElement(tag));
  title.textContent = name;
  reply.className = 'reply';
  note.className = 'note';
  note.textContent = `Loaded in ${load.toFixed(0)} ms.`;
  part.append(title, reply, note);
  return { part, reply, note };
}

async function start() {
  for (const { runtime } of loaded) runtime.end();
  const both = await loadBoth('text-generation', chosenModel(model), status, progress);
  loaded = both.map((one) => ({ ...one, messages: [], ...panel(one.runtime.name, one.ms) }));
  replies.replaceChildren(...loaded.map(({ part }) => part));
  say.hidden = false;
  replies.hidden = false;
  return 'Ready.';
}

async function send() {
  const content = say.elements.message.value;
  const count = say.elements.count.valueAsNumber;
  for (const { runtime, messages, reply, note } of loaded) {
    status.textContent = `${runtime.name} writes …`;
    reply.textContent = '';
    messages.push({ role: 'user', content });
    const { tokens, prompt, rate } = await runtime.ask('reply', { messages, count }, ({ part }) => {
      reply.textContent += part;
    });
    messages.push({ role: 'assistant', content: reply.textContent });
    note.textContent = `${rate.toFixed(1)} tokens a second, after ${prompt.toFixed(0)} ms for the prompt; ${tokens} tokens.`;
  }
  const [one, other] = loaded.map(({ reply }) => reply.textContent);
  return one === other ? 'Both wrote the same.' : 'The replies differ.';
}

followFolder(model);
submitForms([
  [model, start],
  [say, send],
]);
