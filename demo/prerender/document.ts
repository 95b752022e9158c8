/**
 * The parts of a document that views need for one drawing, written out as HTML. It puts the first
 * example into the page, readable before any script has run, or without scripts.
 */
import { escapeText } from '../base/escape.ts';

type Part = PrintedElement | string;

const voidTags = new Set(['input', 'br', 'hr', 'img']);

class PrintedElement {
  private readonly attributes = new Map<string, string>();
  private children: Part[] = [];

  readonly classList = {
    add: (...names: string[]) => {
      this.setAttribute(
        'class',
        [this.attributes.get('class'), ...names].filter(Boolean).join(' '),
      );
    },
    // The containers are empty before the first drawing.
    remove: () => undefined,
  };

  constructor(private readonly tag: string) {}

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  addEventListener(): void {}

  // No element has the focus.
  contains(): boolean {
    return false;
  }

  append(...children: Part[]): void {
    this.children.push(...children);
  }

  replaceChildren(...children: Part[]): void {
    this.children = children;
  }

  get textContent(): string {
    return this.children
      .map((child) => (typeof child === 'string' ? child : child.textContent))
      .join('');
  }

  set textContent(text: string) {
    this.children = text === '' ? [] : [text];
  }

  get value(): string {
    return this.attributes.get('value') ?? '';
  }

  set value(text: string) {
    this.attributes.set('value', text);
  }

  set checked(on: boolean) {
    this.setFlag('checked', on);
  }

  set hidden(on: boolean) {
    this.setFlag('hidden', on);
  }

  private setFlag(name: string, on: boolean): void {
    if (on) this.attributes.set(name, '');
    else this.attributes.delete(name);
  }

  get openingTag(): string {
    const attributes = [...this.attributes].map(([name, value]) =>
      value === '' ? ` ${name}` : ` ${name}="${escapeText(value)}"`,
    );
    return `<${this.tag}${attributes.join('')}>`;
  }

  get innerHTML(): string {
    return this.children
      .map((child) => (typeof child === 'string' ? escapeText(child) : child.outerHTML))
      .join('');
  }

  get outerHTML(): string {
    return voidTags.has(this.tag)
      ? this.openingTag
      : `${this.openingTag}${this.innerHTML}</${this.tag}>`;
  }
}

const printedDocument = {
  createElement: (tag: string) => new PrintedElement(tag),
  createElementNS: (_: string, tag: string) => new PrintedElement(tag),
  activeElement: null,
};

/** The HTML that `draw` puts into a container, and whether it hid the container. */
export function print(draw: (container: HTMLElement) => void): { html: string; hidden: boolean } {
  const scope = globalThis as { document?: unknown };
  const before = scope.document;
  scope.document = printedDocument;
  try {
    const container = new PrintedElement('div');
    draw(container as unknown as HTMLElement);
    return { html: container.innerHTML, hidden: container.openingTag.includes(' hidden') };
  } finally {
    scope.document = before;
  }
}
