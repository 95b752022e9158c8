/** Writes the engine's sentences in another language, from the codes and numbers of an alignment. */
import type { Alignment, AlignOptions, Fix, Warning } from '../base/engine.ts';
import type { Align, Language } from '../base/language.ts';
import { advise } from './advice.ts';
import type { LanguageWords, Prerendered } from './catalogue.ts';
import type { EngineWords } from './engine-words.ts';
import { createTeller, type Teller } from './teller.ts';

type Axis = Alignment['axes'][number];
type Finding = Alignment['conflicts'][number];
type Sentence = Alignment['sentences'][number];

const capitalised = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

function axisText(
  { words, label, names, list, rule }: Teller,
  trace: Alignment,
  axis: Axis,
): string {
  const { sizes, added, outcome, stretched } = axis;
  const [first = 0] = sizes;
  const alike = sizes.every((size) => size === first) && !added.includes(true) && sizes.length > 1;
  const said = alike
    ? list(sizes.map(String))
    : trace.operands
        .map(({ name }, p) => (added[p] ? words.hasAdded : words.has)(name, sizes[p] ?? 0))
        .join(words.comma);
  const ending = {
    equal: () => (sizes.length === 1 ? '' : words.outcomes.equal),
    stretched: () => words.outcomes.stretched(names(stretched), stretched.length, axis.size ?? 0),
    ones: () => words.outcomes.ones,
    zero: () => words.outcomes.zero,
    summed: () => words.outcomes.summed,
    conflict: () => words.outcomes.conflict(wantedOf(words, trace, rule)),
    refused: () => words.outcomes.refused(refusalOf(words, trace, axis)),
  }[outcome]();
  return `${capitalised(label(axis))}${words.colon}${said}${ending}`;
}

function wantedOf(
  { wanted }: EngineWords,
  { operands, conflicts }: Alignment,
  rule: string,
): string {
  if (conflicts[0]?.code === 'broadcast_off') return wanted.equal(rule);
  return operands.length === 2 ? wanted.two : wanted.many;
}

function refusalOf(words: EngineWords, { conflicts, operands }: Alignment, axis?: Axis): string {
  const found = conflicts.find((each) => each.axis === axis?.axis);
  const name = operands[found?.operands.at(-1) ?? 0]?.name ?? '';
  return found?.code === 'interior_one'
    ? words.onlyOuterOnes(name)
    : words.neverStretched(operands[0]?.name ?? '');
}

function reasonText(
  teller: Teller,
  trace: Alignment,
  finding: Finding,
  asked: AlignOptions,
): string {
  const { words, rule, label } = teller;
  const { operands, axes } = trace;
  const { code, axis, operands: concerned, sizes } = finding;
  const at = axes.find((each) => each.axis === axis);
  const about = operands[concerned.at(-1) ?? 0];
  const name = about?.name ?? '';
  const said = concerned
    .map((p, i) => words.has(operands[p]?.name ?? '', sizes[i] ?? 0))
    .join(words.comma);
  const isLast = at?.fromEnd === -1 && trace.rule !== 'ncnn';
  const where = at
    ? words.where(capitalised(isLast ? words.lastAxis : label(at)), said)
    : words.ranksDiffer;
  const isTarget = trace.rule === 'unidirectional' || trace.rule === 'legacy';
  const { needed } = words;
  const targetRank = operands[0]?.shape.length ?? 0;
  const refused = code === 'target_would_grow' || code === 'interior_one';
  const parts = {
    rule,
    where,
    needed: refused
      ? refusalOf(words, trace, at)
      : isTarget
        ? needed.target(name)
        : concerned.length === 2
          ? needed.two
          : needed.many,
    operand: name,
    rank: about?.shape.length ?? 0,
    target: operands[0]?.name ?? '',
    targetRank,
    axis: asked.axis ?? -1,
    lastAxis: targetRank - (about?.shape.length ?? 0),
    count: operands.length,
  };
  return words.errors[code]?.(parts) ?? finding.text;
}

function fixText({ words, shape }: Teller, trace: Alignment, fix: Fix): string {
  const { kind, operand = 1, argument, grows } = fix;
  const growth = grows ? words.grows : '';
  const output = shape(fix.outputShape);
  const name = trace.operands[operand]?.name ?? '';
  if (kind === 'setAxis') return words.fixes.setAxis(argument[0] ?? 0, output, growth);
  if (kind === 'swapOperands') return words.fixes.swap(output, growth);
  const { transpose, reshape, otherPairs } = words.fixes;
  const write = kind === 'transpose' ? transpose : kind === 'reshape' ? otherPairs : reshape;
  return write(name, shape(fix.shape), output, growth);
}

/** The axes on which a shape has more than one element, when its axes are put where the rule puts them. */
function axesUsed(trace: Alignment, { shape }: Fix): number[] {
  const rank = trace.axes.length;
  const from = trace.rule === 'ncnn' ? 0 : rank - shape.length;
  return shape.flatMap((size, d) => (size === 1 ? [] : [from + d]));
}

function warningText(teller: Teller, trace: Alignment, warning: Warning): string {
  const { words, names, axes, shape, grouped, rule } = teller;
  const { operands, fixes } = warning;
  const write = {
    outer_product: () => {
      const side = trace.axes[warning.axes[0] ?? 0]?.size ?? 0;
      const are = side * side;
      const isAll = are === trace.outputElements;
      return words.warnings.outer_product(grouped(side), grouped(are), isAll);
    },
    square_trap: () => {
      const operand = trace.operands[fixes[0]?.operand ?? 0];
      const { shape: own = [], name = '' } = operand ?? {};
      const isRowOrColumn = own.length === 1 && trace.axes.length === 2;
      const ways =
        own.length > 1
          ? words.moreChoices(name)
          : words.matches(own[0] ?? 0, isRowOrColumn ? words.bothAxes : axes(warning.axes));
      const aligned = operand?.aligned ?? [];
      const used = aligned.flatMap((size, axis) => (size === 1 ? [] : [axis]));
      const others = fixes.slice(0, 3).map((fix) => {
        const on = axesUsed(trace, fix);
        const meant = isRowOrColumn ? words.onePer[on.includes(0) ? 'row' : 'column'] : axes(on);
        return words.ifMeant(meant, name, shape(fix.shape));
      });
      return words.warnings.square_trap(ways, axes(used), rule, others.join(' '));
    },
    rank_change: () =>
      words.warnings.rank_change(names(operands), axes(warning.axes), warning.axes.length),
    ncnn_unchecked: () => {
      const sizes = trace.axes.map(({ axis }) =>
        Math.max(...trace.operands.map(({ aligned }) => aligned[axis] ?? 0)),
      );
      return words.warnings.ncnn_unchecked(shape(sizes));
    },
    big_result: () =>
      words.warnings.big_result(
        teller.bytes(trace.memory.output),
        teller.bytes(trace.memory.stored),
      ),
  };
  return write[warning.code]();
}

function sentenceText(teller: Teller, trace: Alignment, sentence: Sentence): string {
  const { words, shape, axes, numbers, grouped, rule } = teller;
  const operand = trace.operands[sentence.operand ?? 0];
  const name = operand?.name ?? '';
  const own = shape(operand?.shape ?? []);
  switch (sentence.kind) {
    case 'operand':
      return trace.rule === 'expand' && sentence.operand === trace.operands.length - 1
        ? words.target(name, own)
        : words.operand(name, own, numbers(operand?.elements ?? 0));
    case 'placement': {
      const { added = [], aligned = [], placement = 'right' } = operand ?? {};
      if (placement === 'target') return '';
      const inner = trace.rule === 'ncnn' && placement === 'right';
      const first = aligned.findIndex((_, axis) => !added.includes(axis));
      const write = words.placements[inner ? 'inner' : placement];
      return write(name, axes(added), shape(aligned), rule, first);
    }
    case 'axis': {
      const axis = trace.axes.find((each) => each.axis === sentence.axis);
      return axis ? axis.text : sentence.text;
    }
    case 'failure': {
      const failure = trace.conflicts.find(({ axis }) => axis === undefined);
      return failure?.text ?? sentence.text;
    }
    case 'result':
      return words.result(
        shape(trace.outputShape ?? []),
        numbers(trace.outputElements),
        grouped(trace.operands.reduce((sum, { elements }) => sum + elements, 0)),
      );
  }
}

function verdictText(teller: Teller, trace: Alignment, align: Align): string {
  const { words, shape, list, byRule } = teller;
  const { operands, ok, outputShape, conflicts } = trace;
  const shapes = operands.map((operand) => shape(operand.shape));
  const [from = '', to = ''] = shapes;
  const output = shape(outputShape ?? []);
  const isExpand = trace.rule === 'expand';
  if (ok) {
    if (isExpand) return words.expands(from, to, output);
    return (shapes.length === 1 ? words.fitsAlone : words.fits)(list(shapes), output, byRule);
  }
  const reason = conflicts[0]?.text ?? '';
  const named = operands.map(({ name }, p) => `${name} ${shapes[p]}`);
  const said = isExpand
    ? words.cannotExpand(named[0] ?? '', named[1] ?? '', reason)
    : words.doesNotFit(list(named), byRule, reason);
  return `${said}${advise(teller, trace, align)}`;
}

/** Replaces a part that the engine writes on first access by a translated one, also written on first access. */
function replacePart<Name extends keyof Alignment>(
  trace: Alignment,
  name: Name,
  change: (part: Alignment[Name]) => Alignment[Name],
): void {
  const { get, value } = Object.getOwnPropertyDescriptor(trace, name) ?? {};
  let changed: Alignment[Name] | undefined;
  Object.defineProperty(trace, name, {
    get() {
      changed ??= change(get ? get.call(trace) : value);
      return changed;
    },
    enumerable: true,
    configurable: true,
  });
}

function translate(words: EngineWords, tag: string, align: Align): Align {
  return (shapes, asked = {}) => {
    const trace = align(shapes, asked);
    // The same parts in English.
    const raw = Object.defineProperties({}, Object.getOwnPropertyDescriptors(trace)) as Alignment;
    const teller = createTeller(words, tag, raw, asked);
    const inWords = (fix: Fix): Fix => ({ ...fix, text: fixText(teller, raw, fix) });
    replacePart(trace, 'axes', (all) =>
      all.map((each) => ({ ...each, text: axisText(teller, raw, each) })),
    );
    replacePart(trace, 'conflicts', (all) =>
      all.map((each) => ({ ...each, text: reasonText(teller, raw, each, asked) })),
    );
    replacePart(trace, 'fixes', (all) => all.map(inWords));
    replacePart(trace, 'warnings', (all) =>
      all.map((each) => ({
        ...each,
        fixes: each.fixes.map(inWords),
        text: warningText(teller, raw, each),
      })),
    );
    replacePart(trace, 'sentences', (all) =>
      all.map((each) => ({ ...each, text: sentenceText(teller, trace, each) })),
    );
    replacePart(trace, 'text', () => verdictText(teller, trace, align));
    return trace;
  };
}

/** A language from its catalogue; the prerendered words are needed only to prerender. */
export const languageOf = (
  tag: string,
  words: LanguageWords,
  prerendered?: Prerendered,
): Language => ({
  tag,
  words: { ...words, ...prerendered },
  translate: (align) => translate(words.engine, tag, align),
});
