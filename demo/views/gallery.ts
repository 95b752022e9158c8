/** The seven examples that tell a story, each with a thumbnail of its operands. */
import { h } from '../base/dom.ts';
import { drawGlyph, type GlyphRequest } from '../figure/glyph.ts';
import type { Questions, View } from '../model/types.ts';
import { type Preset, presetById, presetHash } from '../state/presets.ts';
import type { Ruling } from '../state/state.ts';
import { say } from './printed-words.ts';

/** In the order of the story. */
const story = ['P02', 'P07', 'P03', 'P06', 'P08', 'P05', 'P11'] as const;

/** Each operand with its copies; a conflicting one with its missing elements. */
function glyphsOf({ state }: Preset, ask: Questions, ruling: Ruling = state): GlyphRequest[] {
  const { operands, axes } = ask.align(state.shapes, ruling, { op: state.op });
  const shape = axes.map(({ sizes, size }) => size ?? Math.max(...sizes));
  return operands.map(({ aligned, added, stretched }, of) => {
    const drawn = shape.map((size, axis) =>
      added.includes(axis) && !stretched.includes(axis) ? 1 : size,
    );
    const lacks = (at: readonly number[]) =>
      at.some((index, axis) => !stretched.includes(axis) && index >= (aligned[axis] ?? 0));
    return { shape: drawn, stretched, of, missing: lacks };
  });
}

/** An image: three channels, one behind the other. */
const image: readonly GlyphRequest[] = [{ shape: [3, 4, 4], of: 'image' }];

function picturesOf(preset: Preset, ask: Questions): readonly GlyphRequest[] {
  if (preset.id === 'P05') return image;
  const glyphs = glyphsOf(preset, ask);
  if (preset.id !== 'P08') return glyphs;
  // The trap: another rule aligns the same shapes differently.
  return [...glyphs, ...glyphsOf(preset, ask, { ...preset.state, rule: 'ncnn' }).slice(1)];
}

const link = (preset: Preset, ...content: readonly (Node | string)[]): HTMLElement =>
  h(
    'a',
    {
      class: 'example',
      href: presetHash(preset),
      // The one that is prerendered.
      'aria-current': preset.id === 'P02' ? 'true' : undefined,
    },
    ...content,
  );

export const gallery: View = (container, { ask }) => {
  const thumbs = story.flatMap((id) => {
    const preset = presetById(id);
    if (!preset) return [];
    const glyphs = picturesOf(preset, ask).map(drawGlyph);
    return [link(preset, h('span', { class: 'glyphs' }, ...glyphs), say.gallery[id])];
  });
  container.replaceChildren(...thumbs);
  return { update: () => undefined, dispose: () => container.replaceChildren() };
};
