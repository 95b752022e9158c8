/** A repair in Python, as people write it. */
import type { Fix, Trace } from '../base/engine.ts';
import { type OperatorName, operators } from '../state/operators.ts';
import { operandName } from '../state/state.ts';

const signs: Readonly<Partial<Record<string, string>>> = {
  '−': '-',
  '×': '*',
  '÷': '/',
  '^': '**',
};

/** `B[:, None]`: a 1 where it was put in, and the axes that were there. */
function indexed(name: string, { argument, shape }: Fix): string {
  const parts = shape.map((_, axis) => (argument.includes(axis) ? 'None' : ':'));
  const last = parts.lastIndexOf('None');
  return `${name}[${parts.slice(0, last + 1).join(', ')}]`;
}

function changed(name: string, fix: Fix): string {
  if (fix.kind === 'unsqueeze') return indexed(name, fix);
  if (fix.kind === 'transpose') return `${name}.transpose(${fix.argument.join(', ')})`;
  return `${name}.reshape(${fix.shape.join(', ')})`;
}

/** The operation before and after; none for an operator that is no sign, and for what is no change of an operand. */
export function changedCode(
  fix: Fix,
  op: OperatorName,
  { operands }: Trace,
): readonly [string, string] | undefined {
  const { form, sign } = operators[op];
  if (form !== 'infix' || fix.operand === undefined) return undefined;
  const names = operands.map((_, p) => operandName(p));
  const joined = (parts: readonly string[]) => parts.join(` ${signs[sign] ?? sign} `);
  return [
    joined(names),
    joined(names.map((name, p) => (p === fix.operand ? changed(name, fix) : name))),
  ];
}
