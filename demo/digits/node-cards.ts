/** A node of the network: its inputs and outputs, and the table of their axes if they are broadcast. */
import { watchScrolling } from '../base/a11y.ts';
import { h } from '../base/dom.ts';
import { drawLadder } from '../figure/draw-ladder.ts';
import type { Model } from '../model/types.ts';
import { createEquation, type Telling } from './equation.ts';
import type { Meeting, Node } from './layers.ts';
import { layoutAlong, layoutBelow, layoutFor } from './layout.ts';
import { numberAt, sumText } from './number-text.ts';
import type { Passage } from './passages.ts';
import { type Reading, readingOf } from './reading.ts';

const signs: Readonly<Record<string, readonly string[]>> = {
  Add: ['+', '='],
  Sub: ['−', '='],
  Mul: ['×', '='],
  Div: ['÷', '='],
};

function meetingTelling({ operands, result, sum }: Meeting, readings: readonly Reading[]): Telling {
  return {
    // An operand is drawn in the result's shape, copies included.
    spansOf: (position) => operands.map(() => [[position, position]]),
    tell(position) {
      const [left, right] = operands.map((operand, p) =>
        numberAt(operand, readings[p]?.at(position) ?? 0),
      );
      return sumText(result, position, sum(left ?? '', right ?? ''));
    },
  };
}

function createMeeting(meeting: Meeting, operator: string, ask: Model['ask']) {
  const { op, operands, ruling, result } = meeting;
  const trace = ask.align(
    operands.map(({ dims }) => dims),
    ruling,
    { op },
  );
  const readings = operands.map((_, p) => readingOf(trace, p));
  const layout = layoutFor(result.dims);
  const parts = operands.map((value, p) => ({
    value,
    layout,
    ...(readings[p] && { reading: readings[p] }),
    leads: true,
  }));
  const equation = createEquation(
    parts,
    signs[op] ?? ['', '→'],
    { value: result, layout },
    meetingTelling(meeting, readings),
  );
  const caption = `${operator}: ${op}`;
  const ladder = drawLadder({ trace, op, small: true, caption });
  const axes = h('div', { class: 'scroll axes-of' }, ladder);
  watchScrolling(axes);
  return {
    element: h('div', { class: 'meeting' }, equation.element, axes),
    update: (next: Meeting) =>
      equation.update([...next.operands, next.result], meetingTelling(next, readings)),
  };
}

const passageTelling = (passage: Passage): Telling => ({
  spansOf: (position) => passage.spansOf(position),
  tell: (position) => sumText(passage.result, position, passage.sum(position)),
});

function createPassage(passage: Passage) {
  const { inputs, signs: between, result } = passage;
  const [read] = inputs;
  const first = layoutFor(read.dims);
  const layout = layoutAlong(result.dims, first);
  const parts = inputs.map((value, p) => ({
    value,
    layout: p === 0 ? first : layoutBelow(value.dims, layout),
  }));
  const equation = createEquation(
    parts,
    between,
    { value: result, layout },
    passageTelling(passage),
  );
  return {
    element: h('div', { class: 'meeting' }, equation.element),
    update: (next: Passage) => equation.update([...next.inputs, next.result], passageTelling(next)),
  };
}

/** A node with its numbers, which can be updated; the shapes stay. */
export function createNode(first: Node, ask: Model['ask']) {
  const { operator, about } = first;
  const passage = first.passage && createPassage(first.passage);
  const meetings = first.meetings.map((meeting) => createMeeting(meeting, operator, ask));
  return {
    element: h(
      'li',
      { class: 'node' },
      h('div', {}, h('b', {}, operator), h('p', { class: 'caption' }, about)),
      passage?.element,
      ...meetings.map(({ element }) => element),
    ),
    update(next: Node): void {
      if (next.passage) passage?.update(next.passage);
      next.meetings.forEach((meeting, i) => {
        meetings[i]?.update(meeting);
      });
    },
  };
}
