/** Writes the parts of sentences about an alignment: names, shapes, axes and numbers. */
import type { Alignment, AlignOptions } from '../base/engine.ts';
import { counting } from '../base/plural.ts';
import type { EngineWords } from './engine-words.ts';

type Axis = Pick<Alignment['axes'][number], 'axis' | 'letter'>;

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

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
  const bytes = (count: number) => {
    const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), units.length - 1);
    const form = {
      style: 'unit',
      unit: units[power] ?? 'byte',
      maximumSignificantDigits: 3,
    } as const;
    return new Intl.NumberFormat(tag, form).format(count / 1000 ** power);
  };
  const list = (parts: readonly string[]) =>
    new Intl.ListFormat(tag, { type: 'conjunction' }).format(parts);
  const rule = ruleOf(words, trace.rule, asked);
  const isReversed = trace.order === 'innermostFirst';
  return {
    words,
    list,
    rule,
    byRule: trace.rule === 'multidirectional' ? '' : words.byRule(rule),
    shape: (sizes: readonly number[]) =>
      isReversed ? `[${sizes.join()}]` : `(${sizes.join()}${sizes.length === 1 ? ',' : ''})`,
    label: ({ axis, letter }: Axis) => words.axis(letter ? `${axis} (${letter})` : String(axis)),
    axes: (axes: readonly number[]) =>
      (axes.length === 1 ? words.axis : words.axes)(list(axes.map(String))),
    names: (operands: readonly number[]) =>
      list(operands.map((p) => trace.operands[p]?.name ?? '')),
    numbers: (count: number) => plural(count, words.numbers),
    grouped: (count: number) => count.toLocaleString(tag),
    bytes,
  };
}

export type Teller = ReturnType<typeof createTeller>;
