/** ncnn's operators, which have a prefix in the catalogue. */
import { AttributeError } from '../base/errors.js';
import { messages } from '../base/messages.js';

const PREFIX = 'ncnn.';

/** The name in the catalogue for ncnn's own name or number of an operator. @throws AttributeError */
export function ncnnOperator(catalogue: readonly string[], asked: string | number): string {
  const names = catalogue.flatMap((name) =>
    name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [],
  );
  const name = typeof asked === 'number' ? names[asked] : asked;
  if (name !== undefined && names.includes(name)) return PREFIX + name;
  throw new AttributeError('unknown_operator', messages.unknown('operator', asked, names));
}
