/** A repair that is looked at: the shapes once it is made, and the line of code that makes it. */
import { h } from '../base/dom.ts';
import type { Fix } from '../base/engine.ts';
import type { Model } from '../model/types.ts';
import { operandName, withFix } from '../state/state.ts';
import { drawLadder } from './draw-ladder.ts';

/** A repair in the dialects, in one line each; the same new shape in all of them. */
function dialects({ kind, operand = 0, argument, shape }: Fix): string[] {
  const name = operandName(operand);
  const sizes = shape.join(', ');
  if (kind === 'setAxis') return [`axis=${argument.join()}`];
  if (kind === 'swapOperands') return ['B, A'];
  if (kind === 'transpose') {
    const order = argument.join(', ');
    return [
      `NumPy: ${name} = ${name}.transpose(${order})`,
      `PyTorch: ${name} = ${name}.permute(${order})`,
      `ONNX: Transpose(perm=[${order}])`,
      `JavaScript: ${name} = sc.transpose(${name}, [${order}])`,
    ];
  }
  return [
    `NumPy: ${name} = ${name}.reshape(${sizes})`,
    `PyTorch: ${name} = ${name}.reshape(${sizes})`,
    `ONNX: Reshape to [${sizes}]`,
    `JavaScript: ${name} = sc.reshape(${name}, [${sizes}])`,
  ];
}

export function repair(container: HTMLElement, fix: Fix, { ask, state }: Model): void {
  const changed = withFix(state, fix);
  const trace = ask.align(changed.shapes, changed, { op: state.op });
  container.append(
    drawLadder({ trace, op: state.op, small: true, caption: `After the repair: ${fix.text}` }),
    h(
      'ul',
      { class: 'dialects' },
      ...dialects(fix).map((line) => h('li', {}, h('code', {}, line))),
    ),
  );
}
