/** The figure as text: a Markdown table, and a description for an image. */
import { axisPlace } from '../figure/ladder.ts';
import type { Model } from '../model/types.ts';
import { axisLetter, listText, shapeText } from '../state/format.ts';
import { later } from '../state/later-words.ts';
import { words } from '../state/words.ts';
import { say } from './words.ts';

/** The alignment as a Markdown table, and the engine's sentences below it. */
export function toMarkdown({ trace, resultName }: Model): string {
  const { axes, operands } = trace;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = ['', ...axes.map((axis) => `${axisLetter(axis.fromEnd)} (${axisPlace(axis)})`)];
  const rows = operands.map(({ name }, p) => [
    name,
    ...axes.map((axis) => {
      const size = axis.sizes[p] ?? '';
      const notes = [
        ...(axis.added[p] ? [say.added] : []),
        ...(axis.stretched.includes(p) ? [`→ ${axis.size}`] : []),
      ];
      return [size, ...notes].join(' ');
    }),
  ]);
  const total = [
    resultName,
    ...axes.map(({ size, outcome }) =>
      size === undefined ? later.outcomes[outcome] : String(size),
    ),
  ];
  const table =
    axes.length === 0
      ? []
      : [line(head), line(head.map(() => '---')), ...[...rows, total].map(line)];
  return [trace.text, '', ...table, '', ...trace.sentences.map(({ text }) => `- ${text}`)].join(
    '\n',
  );
}

/** The alternative text of an image of the figure, in a few sentences. */
export function toAlternative({ trace, resultName, pointed }: Model): string {
  const shapes = trace.operands.map(({ name, shape }) => `${name} ${shapeText(shape)}`);
  const result = trace.outputShape
    ? `${resultName} ${shapeText(trace.outputShape)}`
    : words.noResult;
  const facts = trace.axes.map(({ text }) => text);
  const example = pointed ? [say.example(pointed.text)] : [];
  return [say.lineUp(listText(shapes), result), ...facts, ...example].join(' ');
}
