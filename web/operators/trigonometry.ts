/** Functions of angles and their inverses, each number by JavaScript's own in double precision. */
import { computedInFloats } from './host.js';
import { history, type Operator } from './operator.js';
import { FLOATS, FLOATS_BF } from './type-sets.js';

const elementwise = (name: string, since: number, f: (x: number) => number): Operator => ({
  name,
  versions: history({ since, inputs: [1, 1], types: [FLOATS] }, { since: 22, types: [FLOATS_BF] }),
  lower(call) {
    const input = call.input(0);
    return [
      computedInFloats(call, input.dims, [input], (target, source) => {
        for (let i = 0; i < target.length; i++) target[i] = f(source[i] as number);
      }),
    ];
  },
});

export const trigonometry: readonly Operator[] = [
  elementwise('Tan', 7, Math.tan),
  elementwise('Acos', 7, Math.acos),
  elementwise('Asin', 7, Math.asin),
  elementwise('Atan', 7, Math.atan),
  elementwise('Sinh', 9, Math.sinh),
  elementwise('Cosh', 9, Math.cosh),
  elementwise('Asinh', 9, Math.asinh),
  elementwise('Acosh', 9, Math.acosh),
  elementwise('Atanh', 9, Math.atanh),
];
