/** An alignment as human-readable text: the ladder, the verdict, the explanation and the fixes. */
import { grouped } from '../base/messages.js';
import type { DType, Trace, WarningCode } from '../index.js';
import { spelled } from './glyphs.js';
import { ladder } from './ladder.js';
import type { OutputFormat } from './output-format.js';
import { wrap } from './terminal-text.js';

/** Warnings that repeat the sentence about added 1s. */
const UNSAID: ReadonlySet<WarningCode> = new Set(['rank_change']);

/** A text after its mark; wrapped lines are indented so the mark stands out. */
export function item(mark: string, text: string, width: number): string {
  const indent = mark.length + 1;
  return wrap(`${mark} ${text}`, width, indent);
}

const list = (title: string, mark: string, texts: readonly string[], width: number): string =>
  texts.length > 0
    ? [
        title,
        ...texts.map((text) => `  ${item(mark, text, width - 2).replaceAll('\n', '\n  ')}`),
      ].join('\n')
    : '';

function verdict({ ok, text }: Trace, { glyphs, paint, width }: OutputFormat): string {
  const lines = item(ok ? glyphs.ok : glyphs.bad, text, width);
  return paint(ok ? 'green' : 'red', lines);
}

function memory({ ok, memory: { stored, ifCopied, output } }: Trace, type: DType): string {
  const figures = ok
    ? `${grouped(stored)} bytes stored, ${grouped(ifCopied)} if copied, ${grouped(output)} for the result`
    : `${grouped(stored)} bytes stored`;
  return `As ${type}: ${figures}.`;
}

function warnings(trace: Trace, { glyphs, paint, width }: OutputFormat): string {
  const said = trace.warnings.filter(({ code }) => !UNSAID.has(code)).map(({ text }) => text);
  return list(paint('yellow', 'Warnings'), glyphs.warning, said, width);
}

function repairs({ fixes }: Trace, { glyphs, paint, width }: OutputFormat): string {
  const texts = fixes.map(({ text }) => text);
  return list(paint('bold', 'Repairs'), glyphs.item, texts, width);
}

export function report(trace: Trace, type: DType, format: OutputFormat): string {
  const sentences = trace.sentences.map(({ text }) => wrap(text, format.width, 2));
  const parts = [
    ladder(trace, format.glyphs, format.width, format.paint),
    verdict(trace, format),
    [...sentences, wrap(memory(trace, type), format.width, 2)].join('\n'),
    warnings(trace, format),
    repairs(trace, format),
  ];
  return spelled(`${parts.filter((part) => part !== '').join('\n\n')}\n`, format.glyphs);
}
