/** All examples, as a list. */
import { h } from '../base/dom.ts';
import type { View } from '../model/types.ts';
import { shapeText } from '../state/format.ts';
import { writeOperation } from '../state/operators.ts';
import { type Preset, presetHash, presets } from '../state/presets.ts';
import './examples.css';
import { say } from './words.ts';

const row = (preset: Preset): HTMLElement =>
  h(
    'li',
    {},
    h(
      'a',
      { class: 'example', href: presetHash(preset) },
      say.presets[preset.id as keyof typeof say.presets],
    ),
    ' ',
    h('small', {}, writeOperation(preset.state.op, preset.state.shapes.map(shapeText))),
  );

export const examples: View = (container) => {
  container.replaceChildren(
    h(
      'details',
      {},
      h('summary', {}, say.allExamples(presets.length)),
      h('ul', { class: 'example-list' }, ...presets.map(row)),
    ),
  );
  return { update: () => undefined, dispose: () => container.replaceChildren() };
};
