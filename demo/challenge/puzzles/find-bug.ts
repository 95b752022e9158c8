/** A program that runs, and the line with its silent mistake. */
import type { Trace } from '../../base/engine.ts';
import { say as quiz } from '../../quiz/words.ts';
import type { OperatorName } from '../../state/operators.ts';
import type { Shape } from '../../state/state.ts';
import { say } from '../words.ts';
import { distinct, type Maker } from './puzzle.ts';

interface Line {
  readonly code: string;
  /** The shapes of the line's operands, if it broadcasts any. */
  readonly shapes?: readonly Shape[];
  readonly op?: OperatorName;
}

type Program = (n: number, f: number) => readonly Line[];

const programs: readonly [Program, ...Program[]] = [
  (n) => [
    { code: `x = load()                # (${n}, 5)` },
    { code: `w = weights()             # (5, 1)` },
    { code: `pred = x @ w              # (${n}, 1)` },
    { code: `y = targets()             # (${n},)` },
    { code: `err = pred - y`, shapes: [[n, 1], [n]], op: 'Sub' },
    { code: `loss = (err ** 2).mean()` },
  ],
  (n) => [
    { code: `x = load()                # (${n}, ${n})` },
    { code: `scale = channel_scale()   # (1, ${n})` },
    {
      code: `x = x * scale`,
      shapes: [
        [n, n],
        [1, n],
      ],
    },
    { code: `mean = x.mean(axis=1)     # (${n},)` },
    { code: `x = x - mean`, shapes: [[n, n], [n]], op: 'Sub' },
    { code: `save(x)` },
  ],
  (n, f) => [
    { code: `a = points()              # (${n}, ${f})` },
    { code: `centre = a.mean(axis=0)   # (${f},)` },
    { code: `a = a - centre`, shapes: [[n, f], [f]], op: 'Sub' },
    { code: `r = norms(a)              # (${n}, 1)` },
    { code: `s = spread(a)             # (${n},)` },
    { code: `ratio = r / s`, shapes: [[n, 1], [n]], op: 'Div' },
  ],
  (n, f) => [
    { code: `score = model(batch)      # (${n}, 1)` },
    { code: `bias = offsets()          # (1,)` },
    { code: `score = score + bias`, shapes: [[n, 1], [1]] },
    { code: `label = read()            # (1, ${n})` },
    {
      code: `hit = score == label`,
      shapes: [
        [n, 1],
        [1, n],
      ],
      op: 'Equal',
    },
    { code: `report(hit.mean(), ${f})` },
  ],
];

export const findBug: Maker = (choose, ask) => {
  const [n = 2, f = 3] = distinct(choose, 2);
  const lines = choose.pick(programs)(n + 8 * choose.below(4), f);
  const findings = lines.map(({ shapes }) => (shapes ? ask.align(shapes) : undefined));
  const suspicious = (trace: Trace | undefined) =>
    trace?.warnings.some(({ code }) => code === 'outer_product' || code === 'square_trap') ?? false;
  const options = lines.map((_, i) => say.findBug.line(i + 1));
  const findingOf = (text: string) => findings[options.indexOf(text)];
  const at = findings.findIndex(suspicious);
  const answer = options[at] ?? '';
  const warning = findings[at]?.warnings.find(({ code }) => code !== 'rank_change');
  return {
    level: 5,
    idea: 'M3',
    prompt: say.findBug.prompt,
    code: lines.map(({ code }) => code),
    options,
    answer,
    hints: [say.findBug.first, say.findBug.second, quiz.itIs(answer)],
    shown: { shapes: lines[at]?.shapes ?? [], op: lines[at]?.op },
    explanation: `${findings[at]?.text ?? ''} ${warning?.text ?? ''}`,
    accepts: (text) => suspicious(findingOf(text)),
    ideaOf: () => undefined,
    whyNot: (text) => `${say.findBug.innocent} ${findingOf(text)?.text ?? ''}`,
  };
};
