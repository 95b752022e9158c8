/** Writes the parts of sentences about an alignment: names, shapes, axes and numbers. */
import type { Alignment, AlignOptions } from '../base/engine.ts';
import { counting } from '../base/language.ts';
import type { EngineWords } from './engine-words.ts';

type Axis = Pick<Alignment['axes'][number], 'axis' | 'letter'>;

/** The rule in words, with its parameters. */
function ruleOf({ rules, withAxis }: EngineWords, rule: Alignment['rule'], asked: AlignOptions) {
  if (rule === 'legacy' && asked.broadcast === 0) return rules.legacyOff;
  const isNamed = rule === 'legacy' && asked.axis !== undefined && asked.axis !== -1;
  return isNamed ? withAxis(rules.legacy, asked.axis ?? 0) : rules[rule];
}

export function createTeller(
  words: EngineWords,
  tag: string,
  trace: Alignment,
  asked: AlignOptions,
) {
  const plural = counting(tag);
  const list = (parts: readonly string[]) =>
    new Intl.ListFormat(tag, { type: 'conjunction' }).format(parts);
  const either = (parts: readonly string[]) =>
    new Intl.ListFormat(tag, { type: 'disjunction' }).format(parts);
  const rule = ruleOf(words, trace.rule, asked);
  const isReversed = trace.order === 'innermostFirst';
  return {
    words,
    list,
    either,
    rule,
    byRule: trace.rule === 'multidirectional' ? '' : words.byRule(rule),
    shape: (sizes: readonly number[]) => (isReversed ? `[${sizes.join()}]` : `(${sizes.join()})`),
    label: ({ axis, letter }: Axis) => words.axis(letter ? `${axis} (${letter})` : String(axis)),
    axes: (axes: readonly number[]) =>
      (axes.length === 1 ? words.axis : words.axes)(list(axes.map(String))),
    names: (operands: readonly number[]) =>
      list(operands.map((p) => trace.operands[p]?.name ?? '')),
    numbers: (count: number) => plural(count, words.numbers),
    grouped: (count: number) => count.toLocaleString(tag),
  };
}

export type Teller = ReturnType<typeof createTeller>;
