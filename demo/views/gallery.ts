/** The examples: a few by what they are about, and all of them. */
import { h } from '../dom.ts';
import { shapeText } from '../format.ts';
import { writeOperation } from '../operators.ts';
import { type Preset, presetById, presetHash, presets } from '../presets.ts';
import type { View } from '../view.ts';

/** Those that a first visit should not miss. */
const chosen: Readonly<Record<string, string>> = {
  P03: 'a column and a row',
  P05: 'an image and its channels',
  P04: 'four axes',
  P06: 'a conflict',
  P09: 'a silent mistake',
  P08: 'the square trap',
  P19: 'three operands',
};

const link = (preset: Preset, text: string): HTMLElement =>
  h('a', { class: 'example', href: presetHash(preset) }, text);

const row = (preset: Preset): HTMLElement =>
  h(
    'li',
    {},
    link(preset, preset.teaches),
    ' ',
    h('small', {}, writeOperation(preset.state.op, preset.state.shapes.map(shapeText))),
  );

export const gallery: View = (container) => {
  const few = Object.entries(chosen).flatMap(([id, text]) => {
    const preset = presetById(id);
    return preset ? [link(preset, text)] : [];
  });
  container.replaceChildren(
    h('i', { 'aria-hidden': 'true' }, 'Try'),
    ...few,
    h(
      'details',
      { class: 'all-examples' },
      h('summary', {}, `all ${presets.length} examples`),
      h('ul', { class: 'example-list' }, ...presets.map(row)),
    ),
  );
  return { update: () => undefined, dispose: () => container.replaceChildren() };
};
