/**
 * The puzzles: six levels, each made from a seed and graded by the engine. Whatever the engine
 * accepts is right, not only the answer that is shown in the end.
 */
import type { Trace } from '../engine.ts';
import { axisLetter, shapeText } from '../format.ts';
import type { OperatorName } from '../operators.ts';
import type { Pictured } from '../quiz/covered-figure.ts';
import type { IdeaId } from '../quiz/ideas.ts';
import { failure, optionsFor, shuffled } from '../quiz/options.ts';
import { elementsOf, type Shape } from '../state.ts';
import type { Questions } from '../view.ts';
import { type Chooser, createChooser } from './random.ts';
import { refuted, typed } from './typed.ts';

export interface Puzzle {
  readonly level: number;
  /** What somebody believes who gets it wrong. */
  readonly idea: IdeaId;
  readonly prompt: string;
  /** Lines of code that the prompt speaks of. */
  readonly code?: readonly string[];
  /** What to choose from; a shape is typed where there is nothing. */
  readonly options?: readonly string[];
  /** One right answer, as it is typed or chosen. */
  readonly answer: string;
  /** What the ladder shows while it is asked; a shape that is typed takes the second place. */
  readonly asked?: Pictured;
  /** What the figure shows with the answer. */
  readonly shown: Pictured;
  /** The axis, the rule, and the answer. */
  readonly hints: readonly [string, string, string];
  /** The axis of which the first hint speaks: its column is ringed. */
  readonly ringed?: number;
  /** What the engine says of it. */
  readonly explanation: string;
  accepts(answer: string): boolean;
  /** The idea behind a wrong answer, where one is known. */
  ideaOf?(answer: string): IdeaId | undefined;
  /** What is wrong with a typed answer. */
  whyNot?(answer: string): string;
}

export const levels = [
  'Predict the shape',
  'Does it run, and if not, which axis?',
  'Repair it',
  'Make a shape',
  'Say it in the other rule',
  'Find the silent mistake',
] as const;

type Maker = (choose: Chooser, ask: Questions, seed: number) => Puzzle;

/** The first column from the right in which two sizes are written that differ. */
function lookAt(trace: Trace): { ringed?: number; hint: string } {
  const found = trace.axes.findLast(
    ({ outcome, added }) => outcome !== 'equal' && !added.includes(true),
  );
  if (!found) return { hint: 'No column holds two different sizes.' };
  const { axis, fromEnd, sizes } = found;
  const hint = `Look at the ringed column, ${axisLetter(fromEnd)}: ${sizes.join(' and ')}.`;
  return { ringed: axis, hint };
}

/** A hint about an axis, which is ringed. */
const ringing = (trace: Trace, axis: number, hint: (letter: string) => string) => ({
  ringed: axis,
  hint: hint(axisLetter(trace.axes[axis]?.fromEnd ?? 0)),
});

const fromTheRight = 'Line the shapes up from the right. Equal sizes, or a 1, go together.';
const sizes = [2, 3, 4, 5, 6, 7] as const;

/** Sizes of which no two are equal. */
function distinct(choose: Chooser, count: number): number[] {
  const rest: number[] = [...sizes];
  return Array.from({ length: count }, () => rest.splice(choose.below(rest.length), 1)[0] ?? 2);
}

/** A pair that goes together or does not; which, the engine says. */
function anyPair(choose: Chooser): readonly [Shape, Shape] {
  const [a = 2, b = 3, c = 4] = distinct(choose, 3);
  return choose.pick<readonly [Shape, Shape]>([
    [[a, 1], [b]],
    [[a, b], [b]],
    [[a, b], [a]],
    [
      [a, b],
      [a, 1],
    ],
    [[a], [a, 1]],
    [[a, a], [a]],
    [
      [a, b, c],
      [b, 1],
    ],
    [
      [a, b, c],
      [a, b],
    ],
    [
      [a, 1, c],
      [b, 1],
    ],
    [
      [a, b],
      [c, a, b],
    ],
    [
      [1, a],
      [b, 1, 1],
    ],
    [
      [2 * a, b],
      [a, b],
    ],
  ]);
}

const predict: Maker = (choose, ask, seed) => {
  const shapes = anyPair(choose);
  const trace = ask.align(shapes);
  const options = optionsFor(shapes, trace, seed);
  const answer = trace.outputShape ? shapeText(trace.outputShape) : failure;
  const { ringed, hint } = lookAt(trace);
  return {
    level: 0,
    idea: options.find(({ idea }) => idea)?.idea ?? 'M5',
    prompt: `What is the shape of A ${shapeText(shapes[0])} + B ${shapeText(shapes[1])}?`,
    options: options.map(({ text }) => text),
    answer,
    asked: { shapes },
    shown: { shapes },
    ringed,
    hints: [hint, fromTheRight, `It is ${answer}.`],
    explanation: trace.text,
    accepts: (text) => text === answer,
    ideaOf: (text) => options.find((option) => option.text === text)?.idea,
  };
};

const runs = 'it runs';

const whichAxis: Maker = (choose, ask, seed) => {
  const [a = 2, b = 3, c = 4] = distinct(choose, 3);
  const shapes = choose.pick<readonly [Shape, Shape]>([
    [
      [a, b, c],
      [b, a],
    ],
    [
      [a, b, c],
      [a, 1],
    ],
    [
      [a, b, c],
      [b, 1],
    ],
    [
      [a, b, c],
      [a, b, 1],
    ],
    [
      [a, 1, c],
      [b, c],
    ],
    [
      [a, b],
      [c, b],
    ],
    [
      [a, b, c],
      [b, b, c],
    ],
    [
      [1, b, c],
      [a, 1, b],
    ],
  ]);
  const trace = ask.align(shapes);
  const bad = trace.axes.filter(({ outcome }) => outcome === 'conflict');
  const right = bad.length === 0 ? [runs] : bad.map(({ axis }) => `axis ${axis}`);
  const axes = trace.axes.map(({ axis }) => `axis ${axis}`);
  const options = [runs, ...axes];
  const { ringed, hint } = lookAt(trace);
  return {
    level: 1,
    idea: 'M1',
    prompt: `A ${shapeText(shapes[0])} + B ${shapeText(shapes[1])}: does it run? If not, which axis of the result is at fault?`,
    options: seed % 2 === 0 ? options : [...axes, runs],
    answer: right[0] ?? runs,
    asked: { shapes },
    shown: { shapes },
    ringed,
    hints: [hint, fromTheRight, `It is: ${right.join(', ')}.`],
    explanation: trace.text,
    accepts: (text) => right.includes(text),
    ideaOf: (text) => (text === runs ? 'M12' : right.includes(runs) ? 'M15' : 'M1'),
  };
};

const repair: Maker = (choose, ask) => {
  const [a = 2, b = 3, c = 4] = distinct(choose, 3);
  const [first, second] = choose.pick<readonly [Shape, Shape]>([
    [[a, b], [a]],
    [
      [a, b, c],
      [a, b],
    ],
    [[a, b, c], [b]],
    [[a, b, c], [a]],
    [
      [a, b, c],
      [a, c],
    ],
  ]);
  const before = ask.align([first, second]);
  const count = elementsOf(second);
  const accepts = (shape: Shape) => {
    const { ok, outputElements } = ask.align([first, shape]);
    return ok && elementsOf(shape) === count && outputElements === elementsOf(first);
  };
  const fix = before.fixes.find((each) => each.operand === 1 && accepts(each.shape));
  const repaired = fix?.shape ?? second;
  const answer = shapeText(repaired);
  const { ringed, hint } = lookAt(before);
  return {
    level: 2,
    idea: 'M4',
    prompt: `A ${shapeText(first)} + B ${shapeText(second)} is an error. Shape B, of ${count} elements, so that the result has the shape of A.`,
    answer,
    asked: { shapes: [first, second] },
    shown: { shapes: [first, repaired] },
    ringed,
    hints: [hint, 'Put 1s where B has no axis of A.', `${answer} would do.`],
    explanation: before.text,
    accepts: typed(accepts),
    ideaOf: (text) => (typed((shape) => shape.join() === second.join())(text) ? 'M4' : undefined),
    whyNot: refuted(
      count,
      (shape) => [ask.align([first, shape])],
      'It goes with A, and the result is larger than A.',
    ),
  };
};

const construct: Maker = (choose, ask) => {
  const [a = 2, b = 3, c = 4] = distinct(choose, 3);
  const first: Shape = [a, b, c];
  const at = choose.below(3);
  const count = first[at] ?? a;
  const accepts = (shape: Shape) => {
    const numpy = ask.align([first, shape]);
    const ncnn = ask.align([first, shape], { rule: 'ncnn' });
    const alike = numpy.operands[1]?.aligned.join() === ncnn.operands[1]?.aligned.join();
    return numpy.ok && ncnn.ok && alike && elementsOf(shape) === count;
  };
  const shown = first.map((size, d) => (d === at ? size : 1));
  const trace = ask.align([first, shown]);
  const { ringed, hint } = ringing(
    trace,
    at,
    (letter) => `B can lie on the ringed axis, ${letter}.`,
  );
  return {
    level: 3,
    idea: 'M6',
    prompt: `A is ${shapeText(first)}. Give B a shape of ${count} elements that goes with A in NumPy and in ncnn, with the same values.`,
    answer: shapeText(shown),
    asked: { shapes: [first, []] },
    shown: { shapes: [first, shown] },
    ringed,
    hints: [
      hint,
      'A shape with as many axes as A means the same to both.',
      `${shapeText(shown)} would do.`,
    ],
    explanation: trace.text,
    accepts: typed(accepts),
    ideaOf: () => undefined,
    whyNot: refuted(
      count,
      (shape) => [ask.align([first, shape]), ask.align([first, shape], { rule: 'ncnn' })],
      'NumPy and ncnn put it on different axes.',
    ),
  };
};

const translate: Maker = (choose, ask) => {
  const [a = 2, b = 3, c = 4] = distinct(choose, 3);
  const [first, second] = choose.pick<readonly [Shape, Shape]>([
    [[a, b, c], [a]],
    [
      [a, b, c],
      [a, b],
    ],
    [[a, a], [a]],
    [[a, b], [a]],
    [[a, a, b], [a]],
  ]);
  const ncnn = ask.align([first, second], { rule: 'ncnn' });
  const wanted = ncnn.operands[1]?.aligned ?? [];
  const { ringed, hint } = ringing(
    ncnn,
    0,
    (letter) => `ncnn keeps the outer axes: B begins on the ringed one, ${letter}.`,
  );
  const accepts = (shape: Shape) => {
    const { ok, operands } = ask.align([first, shape]);
    const same = operands[1]?.aligned.join() === wanted.join();
    return ok && same && elementsOf(shape) === elementsOf(second);
  };
  return {
    level: 4,
    idea: 'M6',
    prompt: `ncnn adds B ${shapeText(second)} to A ${shapeText(first)}. As which shape must B be read, so that NumPy does the same?`,
    answer: shapeText(wanted),
    asked: { shapes: [first, second] },
    shown: { shapes: [first, wanted] },
    ringed,
    hints: [hint, 'Write the 1s out behind the sizes of B.', `${shapeText(wanted)} would do.`],
    explanation: ncnn.text,
    accepts: typed(accepts),
    ideaOf: (text) => (typed((shape) => shape.join() === second.join())(text) ? 'M6' : undefined),
    whyNot: refuted(
      elementsOf(second),
      (shape) => [ask.align([first, shape])],
      'NumPy puts it on other axes than ncnn puts B.',
    ),
  };
};

interface Line {
  readonly code: string;
  /** The operands of the line, where it has any that meet. */
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

const findBug: Maker = (choose, ask) => {
  const [n = 2, f = 3] = distinct(choose, 2);
  const lines = choose.pick(programs)(n + 8 * choose.below(4), f);
  const findings = lines.map(({ shapes }) => (shapes ? ask.align(shapes) : undefined));
  const suspicious = (trace: Trace | undefined) =>
    trace?.warnings.some(({ code }) => code === 'outer_product' || code === 'square_trap') ?? false;
  const at = findings.findIndex(suspicious);
  const answer = `line ${at + 1}`;
  const warning = findings[at]?.warnings.find(({ code }) => code !== 'rank_change');
  return {
    level: 5,
    idea: 'M3',
    prompt: 'It runs without an error. Which line has the mistake?',
    code: lines.map(({ code }) => code),
    options: lines.map((_, i) => `line ${i + 1}`),
    answer,
    hints: [
      'Write the shapes beside the lines in which two arrays meet.',
      'A column and a row make every pair; a square hides which axis is meant.',
      `It is ${answer}.`,
    ],
    shown: { shapes: lines[at]?.shapes ?? [], op: lines[at]?.op },
    explanation: `${findings[at]?.text ?? ''} ${warning?.text ?? ''}`,
    accepts: (text) => suspicious(findings[Number(text.replace('line ', '')) - 1]),
    ideaOf: () => 'M2',
  };
};

const makers: readonly Maker[] = [predict, whichAxis, repair, construct, translate, findBug];

/** The puzzle of a level and a seed, always the same one. */
export function makePuzzle(level: number, seed: number, ask: Questions): Puzzle {
  const maker = makers[level % makers.length] ?? predict;
  const choose = createChooser(seed * makers.length + level);
  const puzzle = maker(choose, ask, seed);
  return puzzle.options && level === 0
    ? { ...puzzle, options: shuffled(puzzle.options, seed) }
    : puzzle;
}
