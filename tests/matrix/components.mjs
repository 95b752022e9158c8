/**
 * Projects of component frameworks. A component adds a tensor of its state to another one and shows the sum; its
 * button doubles the first one. The page's title becomes the sums before and after a press.
 */
import { show } from './programs.mjs';

/** The title of every project. */
export const SAID_OF_COMPONENTS = '11,12,13,21,22,23 then 12,14,16,22,24,26';

const engine = `
import { load } from 'simdcast';
export const sc = await load();
`;

/** A page's program: mounts the component, and reads what it shows. */
const main = (mounting) => `${mounting}
async function shownAfter(old) {
  for (;;) {
    const text = document.querySelector('output')?.textContent;
    if (text && text !== old) return text;
    await new Promise(requestAnimationFrame);
  }
}
async function said() {
  const first = await shownAfter();
  document.querySelector('button').click();
  return first + ' then ' + (await shownAfter(first));
}
${show('said()')}`;

const page = `<!doctype html><meta charset="utf-8"><title>waiting</title>
<div id="app"></div><script type="module" src="./main.js"></script>
`;

// Vue's ref and reactive would wrap objects without a tag of their own in proxies, whose methods fail.
const vue = {
  'App.vue': `<script setup>
import { computed, reactive, ref } from 'vue';
import { sc } from './engine.js';

const row = ref(sc.tensor([1, 2, 3]));
const state = reactive({ sc, column: sc.tensor([[10], [20]]) });
const sum = computed(() => state.sc.add(row.value, state.column).data.join());
</script>
<template>
  <output>{{ sum }}</output>
  <button @click="row = row.mul(2)">Double</button>
</template>
`,
  'main.js': main(`
import { createApp } from 'vue';
import App from './App.vue';
createApp(App).mount('#app');
`),
};

const react = {
  'App.jsx': `
import { useMemo, useState } from 'react';
import { sc } from './engine.js';

const column = sc.tensor([[10], [20]]);

export function App() {
  const [row, setRow] = useState(() => sc.tensor([1, 2, 3]));
  const sum = useMemo(() => sc.add(row, column).data.join(), [row]);
  return (
    <>
      <output>{sum}</output>
      <button onClick={() => setRow(row.mul(2))}>Double</button>
    </>
  );
}
`,
  'main.js': main(`
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.jsx';
createRoot(document.getElementById('app')).render(createElement(App));
`),
};

// Svelte's $state wraps the plain object in a proxy, but not the tensors.
const svelte = {
  'App.svelte': `<script>
  import { sc } from './engine.js';

  let row = $state(sc.tensor([1, 2, 3]));
  const operands = $state({ column: sc.tensor([[10], [20]]) });
  const sum = $derived(sc.add(row, operands.column).data.join());
</script>
<output>{sum}</output>
<button onclick={() => (row = row.mul(2))}>Double</button>
`,
  'main.js': main(`
import { mount } from 'svelte';
import App from './App.svelte';
mount(App, { target: document.getElementById('app') });
`),
};

const common = { 'index.html': page, 'engine.js': engine };

/** The files of each framework's project. */
export const components = {
  Vue: { ...common, ...vue },
  React: { ...common, ...react },
  Svelte: { ...common, ...svelte },
};
