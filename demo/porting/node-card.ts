/** A node of opset 6 or a layer of ncnn, and the nodes that replace it, both computed in the browser. */

import { copyButton } from '../base/copy.ts';
import { h } from '../base/dom.ts';
import type { Model, PortReport, View } from '../model/types.ts';
import { countText, listText, shapeText } from '../state/format.ts';
import { operandName, resultName, type Shape, type State } from '../state/state.ts';
import { ncnnNumbers } from '../tabs/snippet-onnx.ts';
import './porting.css';
import { later } from '../state/later-words.ts';
import { port } from './words.ts';

/** The nodes are written once the edits have settled. */
const settleMilliseconds = 120;

const list = (shape: Shape): string => `[${shape.join(', ')}]`;

function oldNode({ rule, op, axis, broadcast }: State): string {
  if (rule === 'ncnn')
    return `BinaryOp  ${op.toLowerCase()}  2 1 A B C 0=${ncnnNumbers[op] ?? '?'}`;
  const start = axis === null ? '' : `, axis=${axis}`;
  return `helper.make_node("${op}", ["A", "B"], ["C"],\n                 broadcast=${broadcast ? 1 : 0}${start})`;
}

function newNodes({ op, shapes }: State, explicit: readonly Shape[]): string {
  const names = shapes.map((_, p) => operandName(p));
  const lines = shapes.flatMap((shape, p) => {
    const to = explicit[p] ?? [];
    if (to.join() === shape.join()) return [];
    const name = names[p] ?? '';
    names[p] = `${name}_aligned`;
    return [
      `dims_${name} = helper.make_tensor(`,
      `    "dims_${name}", TensorProto.INT64, [${to.length}], ${list(to)})`,
      `helper.make_node("Reshape", ["${name}", "dims_${name}"], ["${names[p]}"])`,
    ];
  });
  const inputs = names.map((name) => `"${name}"`).join(', ');
  return [
    ...lines,
    `helper.make_node("${op}", [${inputs}], ["${resultName(shapes.length)}"])`,
  ].join('\n');
}

const column = (title: string, code: string): HTMLElement =>
  h(
    'div',
    { class: 'port-column' },
    h('h3', {}, title),
    h('pre', { class: 'code', tabindex: 0, 'aria-label': title }, h('code', {}, code)),
    copyButton(later.copy, () => code),
  );

function checked({ equal, elements }: PortReport): HTMLElement {
  const all = equal === elements;
  return h(
    'p',
    { class: all ? 'agreement' : 'agreement bad' },
    h('span', { class: 'glyph', 'aria-hidden': 'true' }, all ? '✓ ' : '✗ '),
    port.equal(countText(equal), countText(elements)),
  );
}

function drawn({ state }: Model, report: PortReport): HTMLElement[] {
  const changed = report.explicit.flatMap((shape, p) =>
    shape.join() === state.shapes[p]?.join() ? [] : [port.as(operandName(p), shapeText(shape))],
  );
  const [before, after] = port.titles[state.rule === 'ncnn' ? 'ncnn' : 'onnx-legacy'];
  return [
    h('h2', {}, port.title),
    h('p', {}, changed.length > 0 ? port.reshape(listText(changed)) : port.asIs),
    h(
      'div',
      { class: 'port-columns' },
      column(before, oldNode(state)),
      column(after, newNodes(state, report.explicit)),
    ),
    checked(report),
  ];
}

export const nodeCard: View = (container, first) => {
  let shown: Model | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function draw(model: Model): Promise<void> {
    if (!model.trace.ok || model.shapesOnly) {
      container.replaceChildren();
      return;
    }
    try {
      const report = await model.act.comparePorts(model.state);
      if (shown === model) container.replaceChildren(...drawn(model, report));
    } catch (error) {
      container.replaceChildren(h('p', {}, (error as Error).message));
    }
  }

  function update(model: Model): void {
    const same = shown?.operands === model.operands && shown.result === model.result;
    if (same) return;
    shown = model;
    clearTimeout(timer);
    timer = setTimeout(draw, settleMilliseconds, model);
  }

  update(first);
  return {
    update,
    dispose() {
      clearTimeout(timer);
      container.replaceChildren();
    },
  };
};
