/** A fix as code, as people write it in each library. */
import type { Fix, Trace } from '../base/engine.ts';
import { type OperatorName, operators } from '../state/operators.ts';
import { operandName } from '../state/state.ts';

const signs: Readonly<Partial<Record<string, string>>> = {
  '−': '-',
  '×': '*',
  '÷': '/',
  '^': '**',
};

/** How a library changes an operand. */
interface Dialect {
  /** Puts in 1s. */
  added(name: string, fix: Fix): string;
  transposed(name: string, axes: string): string;
  reshaped(name: string, shape: string): string;
}

/** An index such as `B[:, None]`: None for each inserted axis, `:` for the others. */
const indexed =
  (one: string) =>
  (name: string, { argument, shape }: Fix): string => {
    const parts = shape.map((_, axis) => (argument.includes(axis) ? one : ':'));
    return `${name}[${parts.slice(0, parts.lastIndexOf(one) + 1).join(', ')}]`;
  };

const numpy: Dialect = {
  added: indexed('None'),
  transposed: (name, axes) => `${name}.transpose(${axes})`,
  reshaped: (name, shape) => `${name}.reshape(${shape})`,
};

const dialects = {
  NumPy: numpy,
  PyTorch: {
    ...numpy,
    added(name, fix) {
      const [at = 0, ...others] = fix.argument;
      if (others.length > 0) return numpy.added(name, fix);
      return `${name}.unsqueeze(${at === fix.shape.length - 1 ? -1 : at})`;
    },
    transposed: (name, axes) => `${name}.permute(${axes})`,
  },
  JAX: numpy,
  TensorFlow: {
    added: indexed('tf.newaxis'),
    transposed: (name, axes) => `tf.transpose(${name}, [${axes}])`,
    reshaped: (name, shape) => `tf.reshape(${name}, [${shape}])`,
  },
} satisfies Readonly<Record<string, Dialect>>;

export type FixDialect = keyof typeof dialects;
export const fixDialects = Object.keys(dialects) as FixDialect[];

function changed(dialect: Dialect, name: string, fix: Fix): string {
  if (fix.kind === 'unsqueeze') return dialect.added(name, fix);
  if (fix.kind === 'transpose') return dialect.transposed(name, fix.argument.join(', '));
  return dialect.reshaped(name, fix.shape.join(', '));
}

/** The operation before and after the fix; `undefined` if the operator has no sign, or no operand changes. */
export function changedCode(
  fix: Fix,
  op: OperatorName,
  { operands }: Trace,
  dialect: FixDialect = 'NumPy',
): readonly [string, string] | undefined {
  const { form, sign } = operators[op];
  if (form !== 'infix' || fix.operand === undefined) return undefined;
  const names = operands.map((_, p) => operandName(p));
  const joined = (parts: readonly string[]) => parts.join(` ${signs[sign] ?? sign} `);
  const after = names.map((name, p) =>
    p === fix.operand ? changed(dialects[dialect], name, fix) : name,
  );
  return [joined(names), joined(after)];
}
