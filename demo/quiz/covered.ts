/** The figure of a question: the sizes that were given, under their axes, and a covered result. */
import { h, hiddenText } from '../dom.ts';
import type { Trace } from '../engine.ts';
import { axisLetter } from '../format.ts';
import { type OperatorName, operators } from '../operators.ts';
import { resultName } from '../state.ts';

/** Nothing here may tell the answer: no state of an axis, and one cover over all of the result. */
export function coveredLadder({ operands, axes }: Trace, op: OperatorName): HTMLElement {
  const { form, sign } = operators[op];
  const signOf = (p: number) => ((p === 0) === (form === 'call') ? sign : '');
  const name = (before: string, text: string) =>
    h(
      'th',
      { scope: 'row', class: 'name' },
      h('span', { class: 'sum-sign', 'aria-hidden': 'true' }, before),
      h('i', {}, text),
    );
  const given = (axis: Trace['axes'][number], p: number) =>
    axis.added[p]
      ? h('td', { class: 'blank' })
      : h('td', {}, h('span', { class: 'rung' }, h('b', {}, String(axis.sizes[p]))));
  return h(
    'table',
    { class: 'ladder mini covered' },
    h('caption', { class: 'visually-hidden' }, 'The sizes that were given; the result is covered'),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('td', {}),
        ...axes.map(({ fromEnd }) => {
          const letter = axisLetter(fromEnd);
          return h(
            'th',
            { scope: 'col', class: 'column' },
            h('span', { class: 'letter', 'data-letter': letter }, letter),
          );
        }),
      ),
    ),
    h(
      'tbody',
      {},
      ...operands.map((operand, p) =>
        h('tr', {}, name(signOf(p), operand.name), ...axes.map((axis) => given(axis, p))),
      ),
      h(
        'tr',
        { class: 'total' },
        name('=', resultName(operands.length)),
        h(
          'td',
          { colspan: axes.length },
          h(
            'span',
            { class: 'rung cover' },
            h('span', { 'aria-hidden': 'true' }, '?'),
            hiddenText('covered'),
          ),
        ),
      ),
    ),
  );
}
