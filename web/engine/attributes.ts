/** A node's attributes, as the numbers that the engine accepts. */
import { checkFlag, checkInteger } from '../base/checks.js';
import { typeOfOnnx } from '../base/dtypes.js';
import { AttributeError } from '../base/errors.js';
import type { Attributes } from '../base/function-options.js';
import { messages } from '../base/messages.js';
import type { AttributeKind, Catalogue } from './engine.js';

type Encode = (value: unknown, name: string, catalogue: Catalogue) => number;

const invalid = (name: string, wanted: string, got: unknown): AttributeError =>
  new AttributeError('invalid_attribute', messages.badValue(name, wanted, got));

/** The allowed strings of an attribute; the first is the default. */
export const choicesOf = ({ attributes, attributeChoices }: Catalogue, name: string) =>
  attributeChoices[attributes.indexOf(name)] ?? [];

const ENCODERS: Readonly<Record<AttributeKind, Encode>> = {
  integer: (value, name) => checkInteger(value, 0, name),
  flag: (value, name) => (checkFlag(value, false, name, '0 or 1') ? 1 : 0),
  real: (value, name) => {
    if (typeof value !== 'number') throw invalid(name, 'a number', value);
    return value;
  },
  choice: (value, name, catalogue) => {
    const choices = choicesOf(catalogue, name);
    const index = choices.indexOf(value as string);
    if (index < 0) throw invalid(name, choices.map((choice) => `'${choice}'`).join(' or '), value);
    return index;
  },
  type: (value, name, { types }) => {
    const index = types.indexOf((typeOfOnnx(Number(value)) ?? value) as string);
    if (index < 0) throw invalid(name, 'an element type', value);
    return index;
  },
  ignored: () => 0,
};

/** The attributes whose names differ only in case: one is probably meant, whatever the operator. */
const written = (name: string, known: readonly string[]) =>
  known.filter((other) => other.toLowerCase() === name.toLowerCase());

/** The given attributes: the numbers of names and values, alternating. */
export function encodeAttributes(
  operator: string,
  attributes: Attributes,
  catalogue: Catalogue,
): readonly number[] {
  const numbers: number[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    if (value === null) throw invalid(name, 'a value', value);
    const index = catalogue.attributes.indexOf(name);
    if (index < 0)
      throw new AttributeError(
        'attribute_unknown',
        messages.attribute(operator, name, written(name, catalogue.attributes)),
      );
    const kind = catalogue.attributeKinds[index] as AttributeKind;
    numbers.push(index, ENCODERS[kind](value, name, catalogue));
  }
  return numbers;
}
