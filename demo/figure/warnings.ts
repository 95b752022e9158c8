/** The warnings about legal but suspicious results, each with its remedies. */
import { h } from '../base/dom.ts';
import type { Warning } from '../base/engine.ts';
import type { Model } from '../model/types.ts';
import { listText, shapeText } from '../state/format.ts';
import { operandName, type Shape } from '../state/state.ts';
import { words } from '../state/words.ts';

/** The shapes to choose from if every pair was computed but elementwise was meant. */
function sameShapes({ operands }: Warning, model: Model): HTMLElement[] {
  const { shapes } = model.state;
  const wanted = new Map<string, Shape>();
  for (const p of operands) wanted.set(shapeText(shapes[p] ?? []), shapes[p] ?? []);
  return [...wanted].map(([text, shape]) =>
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: () =>
          model.act.setShapes(shapes.map((old, p) => (operands.includes(p) ? shape : old))),
      },
      words.make(listText(operands.map(operandName)), text),
    ),
  );
}

/** A shape for each other choice of axes, and the tab that compares the rules. */
const otherAxes = ({ fixes = [] }: Warning, { act }: Model): HTMLElement[] => [
  ...fixes.map((fix) =>
    h(
      'button',
      { type: 'button', class: 'quiet', onclick: () => act.applyFix(fix) },
      words.make(operandName(fix.operand ?? 0), shapeText(fix.shape)),
    ),
  ),
  h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => act.setTab('rules') },
    words.seeDifference,
  ),
];

const help: Readonly<Record<string, (warning: Warning, model: Model) => HTMLElement[]>> = {
  outer_product: sameShapes,
  square_trap: otherAxes,
};

// Every other example adds an axis: a warning each time would be noise.
const quietWarning = 'rank_change';

export function warnings(model: Model): HTMLElement[] {
  const { trace, moment } = model;
  const shown = trace.warnings.filter(
    (warning) => moment.preferences.warnRank || warning.code !== quietWarning,
  );
  return shown.map((warning) =>
    h(
      'p',
      { class: 'warning' },
      h('span', { class: 'glyph', 'aria-hidden': 'true' }, '⚠ '),
      h('b', {}, `${words.warning} `),
      `${warning.text} `,
      h('span', { class: 'warning-helps' }, ...(help[warning.code]?.(warning, model) ?? [])),
    ),
  );
}
