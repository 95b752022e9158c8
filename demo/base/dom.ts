/** Creates elements, with few methods of the document, so a small stand-in suffices for prerendering. */
export type Child = Node | string | false | null | undefined;
type Handler = (event: never) => void;
export type Attributes = Readonly<Record<string, string | number | boolean | Handler | undefined>>;

/** Sets attributes that changed; writing an equal value would restyle the element. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('--')) {
      // The page's policy allows scripts to set style properties, but forbids style attributes.
      const { style } = element as HTMLElement;
      style?.setProperty(name, value === undefined ? '' : String(value));
      if (style?.length === 0) element.removeAttribute('style');
    } else if (typeof value === 'function') {
      element.addEventListener(name.replace(/^on/, ''), value as EventListener);
    } else if (value === undefined || value === false) {
      element.removeAttribute(name);
    } else {
      const text = value === true ? '' : String(value);
      if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    }
  }
}

/** Even the same text would cost a layout. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** An element with its attributes, its listeners (`onclick: …`) and its children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Text for screen readers only. */
export const hiddenText = (text: string): HTMLElement =>
  h('span', { class: 'visually-hidden' }, text);

const svgNames = 'http://www.w3.org/2000/svg';

/** An element of a drawing. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Node[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgNames, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}
