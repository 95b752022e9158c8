/** A node's attributes, as the engine's words. */
import { checkFlag, checkInteger } from './arguments.js';
import type { AttributeKind, Catalogue } from './engine.js';
import { AttributeError } from './errors.js';
import { messages } from './messages.js';

/** Attributes of a node, by ONNX's names. */
export type Attributes = Readonly<Record<string, unknown>>;

const DIRECTIONS = ['LEFT', 'RIGHT'];

const bits = new DataView(new ArrayBuffer(4));

function floatBits(value: number): number {
  bits.setFloat32(0, value);
  return bits.getInt32(0);
}

type Encode = (value: unknown, name: string) => number;

const ENCODERS: Readonly<Record<AttributeKind, Encode>> = {
  integer: (value, name) => checkInteger(value, 0, name),
  flag: (value, name) => (checkFlag(value, false, name) ? 1 : 0),
  real: (value, name) => {
    if (typeof value !== 'number')
      throw new AttributeError('invalid_attribute', messages.attributeValue(name, 'a number'));
    return floatBits(value);
  },
  direction: (value, name) => {
    const index = DIRECTIONS.indexOf(value as string);
    if (index < 0)
      throw new AttributeError(
        'invalid_attribute',
        messages.attributeValue(name, DIRECTIONS.join(' or ')),
      );
    return index;
  },
  ignored: () => 0,
};

/** A mask of the attributes given, in the catalogue's order, then a word for each there is. */
export function encodeAttributes(
  operator: string,
  attributes: Attributes,
  catalogue: Catalogue,
): readonly number[] {
  const words = catalogue.attributes.map(() => 0);
  let mask = 0;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    const index = catalogue.attributes.indexOf(name);
    if (index < 0)
      throw new AttributeError('attribute_unknown', messages.attribute(operator, name));
    mask |= 1 << index;
    words[index] = ENCODERS[catalogue.attributeKinds[index] as AttributeKind](value, name);
  }
  return [mask, ...words];
}
