/**
 * Finds shapes in pasted text: `(4, 3)`, `[79,11]`, `{1,8,16}`, `torch.Size([64, 1])`, `f32[3,4]`,
 * `tensor<1x64xf32>`, `2×3`, and with symbolic sizes `(None, 3)`, `[?,10]`, `(N, 3)`, `2xN`.
 */
/** The sizes of a tensor. */
export type Shape = readonly number[];

/** A size, or the name of a symbolic dimension. */
type Size = number | string;

const bracketed = String.raw`([A-Za-z_][\w.]*)?([([{<])([^()[\]{}<>]*)[)\]}>](?:\{[\d,]*\})?`;
const crossed = String.raw`(?<![\w.])(?=[A-Z\dx×]*\d)(?:[A-Z]|[1-9]\d*)(?:[x×](?:[A-Z]|[1-9]\d*))+(?!\w)`;
const shapeLike = new RegExp(`${bracketed}|${crossed}`, 'g');

/** A call or an index is a shape only after certain names: `ones(3)` is, `main()` and `x[0]` are not. */
const makesTensors = /(?:size|shape|dims|ones|zeros|randn?|empty|arange|tensor)$/i;
const elementType = /^(?:(?:bf|[fisu]|float|u?int)\d+|bool|pred|tensor)$/i;

/** Separators of sizes; a name before one is a single letter, as in `Nx3`. */
const cross = /(?<=[\d?])\s*[xX×]\s*(?=[\d?A-Za-z])|(?<=\b[A-Z])\s*[x×]\s*(?=\d|[A-Z]\b)/g;

const sizes = (text: string): Size[] | undefined => {
  const parts = text
    .replace(cross, ',')
    .replace(/,\s*$/, '')
    .split(',')
    .map((part) => part.trim());
  if (parts.length === 1 && parts[0] === '') return [];
  if (!parts.every((part) => /^(?:\d+L?|-1|\?|[A-Za-z]\w{0,9})$/.test(part))) return undefined;
  const read = parts.map((part) => (/^\d/.test(part) ? Number.parseInt(part, 10) : part));
  const known = read.some((size) => typeof size === 'number' || /^(?:None|-1|\?)$/.test(size));
  return known || read.every((size) => /^[A-Z]$/.test(String(size))) ? read : undefined;
};

function sizesOf([whole, name, opener, inside = '']: RegExpMatchArray): Size[] | undefined {
  if (opener === undefined) return sizes(whole);
  if (opener === '<')
    return name === 'tensor' ? sizes(inside.replace(/x?[a-z]+\d+$/, '')) : undefined;
  if (name && !(opener === '(' ? makesTensors : elementType).test(name)) return undefined;
  return sizes(inside);
}

/**
 * Replaces symbolic sizes by numbers: the size of another shape on that axis, otherwise 2. A name that occurs
 * several times gets a unique number, which fits no other size.
 */
function close(shapes: readonly (readonly Size[])[]): Shape[] {
  const taken = new Set<Size>(shapes.flat());
  const named = new Map<string, number>();
  const ownOf = (name: string): number => {
    let number = named.get(name) ?? 2;
    while (!named.has(name) && taken.has(number)) number += 1;
    named.set(name, number);
    taken.add(number);
    return number;
  };
  const repeated = (name: string) =>
    /^[A-Za-z]/.test(name) &&
    name !== 'None' &&
    shapes.flat().filter((size) => size === name).length > 1;
  return shapes.map(
    (shape) =>
      shape.map((size, axis) => {
        if (typeof size === 'number') return size;
        if (repeated(size)) return ownOf(size);
        const others = shapes.map((other) => other.at(axis - shape.length));
        return others.find((other) => typeof other === 'number' && other > 1) ?? 2;
      }) as Shape,
  );
}

export interface Found {
  readonly shapes: readonly Shape[];
  /** Whether there were symbolic sizes. */
  readonly open?: true;
}

function foundIn(shapes: readonly (readonly Size[])[]): Found {
  const open = shapes.flat().some((size) => typeof size === 'string');
  return { shapes: close(shapes), ...(open ? { open } : {}) };
}

/** The shapes in a text; `undefined` if there are fewer than two. */
export function shapesIn(text: string): Found | undefined {
  const found = [...text.normalize('NFKC').matchAll(shapeLike)]
    .map(sizesOf)
    .filter((shape) => shape !== undefined);
  return found.length < 2 ? undefined : foundIn(found);
}

const listed = String.raw`\d+(?:\s*,\s*\d+)*\s*,?`;
const multiplied = String.raw`(?:\d+|[A-Z])(?:\s*[x×]\s*(?:\d+|[A-Z]))+`;
const unbracketed = new RegExp(`^(?:${listed}|${multiplied})$`);

/** `3,4 and 3`, `3x4 + 3`, `A: 3x4, B: 3`: shapes without brackets, if the text contains nothing else. */
export function plainShapes(said: string): Found | undefined {
  const text = said
    .replace(/(?:^|[\s,;]+)[A-Za-z]\w*\s*[:=]\s*(?=\d)/g, ' ; ')
    .replace(/^[ ;]+/, '');
  const words = /\s*(?:\b(?:and|with)\b|\bvs\b\.?|[-+*/|;&])\s*/;
  const apart = text.trim().split(words);
  const parts =
    apart.length > 1 || !/[,x×]/.test(text)
      ? apart
      : text.trim().split(/(?<=[\dA-Z,])(?<!, *)\s+(?=[\dA-Z])/);
  if (parts.length < 2 || !parts.every((part) => unbracketed.test(part))) return undefined;
  return foundIn(parts.map((part) => sizes(part) ?? []));
}
