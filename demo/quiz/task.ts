/** A task: construct a shape with a property that the engine checks. Any right answer is accepted. */
import { h } from '../base/dom.ts';
import type { Trace } from '../base/engine.ts';
import type { Questions } from '../model/types.ts';
import { parseShape } from '../state/shape-text.ts';
import type { Shape } from '../state/state.ts';
import { say } from './words.ts';

export interface Task {
  /** The shapes, including the answer. */
  operands(answer: Shape): readonly Shape[];
  accepts(answer: Shape, trace: Trace): boolean;
  readonly answer: Shape;
}

export const judge = (task: Task, answer: Shape, ask: Questions): boolean => {
  const trace = ask.align(task.operands(answer));
  return task.accepts(answer, trace);
};

let tasks = 0;

export function askToMake(
  place: HTMLElement,
  goal: string,
  task: Task,
  ask: Questions,
  onAnswer: (right: boolean) => void = () => undefined,
): void {
  tasks += 1;
  const id = `task-${tasks}`;
  const said = h('p', { class: 'said', role: 'status' });
  const check = () => {
    const parsed = parseShape(box.value);
    if (!('shape' in parsed)) {
      said.textContent = parsed.message;
      return;
    }
    const trace = ask.align(task.operands(parsed.shape));
    const right = task.accepts(parsed.shape, trace);
    said.textContent = `${right ? say.yes : say.notYet} ${trace.text}`;
    onAnswer(right);
  };
  const box = h('input', {
    id,
    class: 'shape-box',
    spellcheck: 'false',
    autocomplete: 'off',
    onkeydown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') check();
    },
  });
  place.replaceChildren(
    h('label', { class: 'goal', for: id }, goal),
    h(
      'div',
      { class: 'boxes' },
      box,
      h('button', { type: 'button', class: 'secondary', onclick: check }, say.check),
    ),
    said,
  );
}
