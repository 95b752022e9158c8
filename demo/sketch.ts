/**
 * Drawings that are changed in place. A drawing is described anew every time, which costs little, and
 * only what differs from the description before it is touched: what stays as it was needs no style,
 * no layout and no paint, and keeps the focus.
 */
import { type Attributes, h, setAttributes } from './dom.ts';

/** An element to be; `element` is there once it has been drawn. */
export interface Sketch {
  readonly tag: keyof HTMLElementTagNameMap;
  readonly attributes: Attributes;
  readonly parts: readonly Part[];
  element?: HTMLElement;
}

/** Elements that are made elsewhere are taken as they are. */
export type Part = Sketch | Node | string;

export const sketch = (
  tag: Sketch['tag'],
  attributes: Attributes = {},
  ...parts: readonly (Part | null)[]
): Sketch => ({ tag, attributes, parts: parts.filter((part) => part !== null) });

const isSketch = (part: Part | undefined): part is Sketch =>
  typeof part === 'object' && 'parts' in part;

const toNode = (part: Part): Node | string => (isSketch(part) ? draw(part) : part);

/** Makes the elements of a sketch. */
export function draw(wanted: Sketch): HTMLElement {
  const element = h(wanted.tag, wanted.attributes, ...wanted.parts.map(toNode));
  wanted.element = element;
  return element;
}

function changeAttributes(element: HTMLElement, before: Attributes, after: Attributes): void {
  const changed: Record<string, Attributes[string]> = {};
  for (const name of Object.keys({ ...before, ...after })) {
    if (before[name] !== after[name]) changed[name] = after[name];
  }
  setAttributes(element, changed);
}

function changeParts(element: Element, before: readonly Part[], after: readonly Part[]): void {
  after.forEach((part, i) => {
    const known = before[i];
    if (part === known) return;
    const node = element.childNodes[i];
    if (isSketch(part) && isSketch(known) && part.tag === known.tag && known.element) {
      part.element = known.element;
      changeAttributes(known.element, known.attributes, part.attributes);
      changeParts(known.element, known.parts, part.parts);
    } else if (typeof part === 'string' && node instanceof Text) node.data = part;
    else if (node) node.replaceWith(toNode(part));
    else element.append(toNode(part));
  });
  // A part that was further back may have taken the place of another: what is there counts.
  while (element.childNodes.length > after.length) element.lastChild?.remove();
}

/** Shows parts in a container, which nobody else may fill: from the second time on, in place. */
export function createSheet(container: HTMLElement): (parts: readonly Part[]) => void {
  let shown: readonly Part[] | undefined;
  return (parts) => {
    if (shown) changeParts(container, shown, parts);
    else container.replaceChildren(...parts.map(toNode));
    shown = parts;
  };
}
