/** A table of the same shapes under every rule, with the engine's results and rejections. */
import { h } from '../base/dom.ts';
import type { Questions, View } from '../model/types.ts';
import { shapeText } from '../state/format.ts';
import { rules } from '../state/operators.ts';
import type { Ruling, Shape } from '../state/state.ts';
import { say } from './printed-words.ts';

interface Column {
  readonly title: string;
  readonly ruling: Partial<Ruling>;
}

const columnsNow = (): readonly Column[] => [
  { title: rules.numpy.label, ruling: { rule: 'numpy' } },
  { title: rules['onnx-uni'].label, ruling: { rule: 'onnx-uni' } },
  { title: rules['onnx-legacy'].label, ruling: { rule: 'onnx-legacy' } },
  { title: 'axis=0', ruling: { rule: 'onnx-legacy', axis: 0 } },
  { title: 'axis=1', ruling: { rule: 'onnx-legacy', axis: 1 } },
  { title: rules.ncnn.label, ruling: { rule: 'ncnn' } },
];

const pairs: readonly (readonly [Shape, Shape])[] = [
  [[3, 4], [4]],
  [[3, 4], [3]],
  [[3, 3], [3]],
  [[3, 1], [4]],
  [[3], [3, 1]],
  [[5, 2], [2]],
  [
    [197, 768],
    [1, 197, 768],
  ],
  [
    [2, 3, 4],
    [3, 4],
  ],
  [
    [2, 3, 4],
    [2, 3],
  ],
  [
    [2, 3, 4],
    [3, 1],
  ],
  [[2, 3, 4], [2]],
  [[2, 3, 4], []],
  [
    [2, 3, 4, 5],
    [3, 4],
  ],
  [
    [2, 3, 4, 5],
    [2, 1, 1, 5],
  ],
  [
    [4, 5],
    [2, 3, 4, 5],
  ],
  [
    [8, 1, 6, 1],
    [7, 1, 5],
  ],
  [
    [0, 3],
    [1, 3],
  ],
  [[2, 0], [2]],
  [
    [2, 3],
    [2, 1],
  ],
  [
    [2, 3, 4, 5],
    [1, 3, 1, 1],
  ],
  [
    [2, 3, 4, 5],
    [3, 1, 5],
  ],
];

/** The result, and the axes of B if they are not the last ones. */
function answer(ask: Questions, shapes: readonly Shape[], ruling: Partial<Ruling>): string {
  const { outputShape, operands } = ask.align(shapes, ruling);
  if (!outputShape) return '—';
  const b = operands[1];
  const own = outputShape.map((_, axis) => axis).filter((axis) => !b?.added.includes(axis));
  const moved = own.length > 0 && own.at(-1) !== outputShape.length - 1;
  return moved ? `${shapeText(outputShape)} ${say.onAxes(own.join(', '))}` : shapeText(outputShape);
}

export const golden: View = (container, { ask }) => {
  const columns = columnsNow();
  const rows = pairs.map((shapes) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, shapes.map(shapeText).join(' ')),
      ...columns.map(({ ruling }) => h('td', {}, answer(ask, shapes, ruling))),
    ),
  );
  container.replaceChildren(
    h(
      'table',
      { class: 'golden' },
      h('caption', {}, say.golden),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, 'A B'),
          ...columns.map(({ title }) => h('th', { scope: 'col' }, title)),
        ),
      ),
      h('tbody', {}, ...rows),
    ),
  );
  return { update: () => undefined, dispose: () => container.replaceChildren() };
};
