/** Option names. Any option that a call does not accept is an error. */
import { checkObject } from './checks.js';
import { AttributeError } from './errors.js';
import { messages } from './messages.js';

/** All names of an interface of options: code with missing or extra names does not compile. */
export type NamesOf<Options> = { readonly [Name in keyof Options]-?: true };

/** Returns a hint for a name that is an option of another call. */
export type Elsewhere = (name: string) => string | undefined;

/** The options that a call accepts. */
export interface OptionNames {
  /** The call's name in messages. */
  readonly of: string;
  readonly names: ReadonlySet<string>;
  readonly elsewhere: Elsewhere | undefined;
}

/** A call whose options are those of an interface. */
export const optionNames = <Options>(
  of: string,
  names: NamesOf<Options>,
  elsewhere?: Elsewhere,
): OptionNames => ({ of, names: new Set(Object.keys(names)), elsewhere });

/**
 * Checks the names of options. Inherited names count, because values are read through the prototype too;
 * symbols do not, because no option is a symbol.
 * @throws AttributeError
 */
export function checkOptions(options: unknown, taken: OptionNames): void {
  if (options === undefined || options === null) return;
  checkObject(options, (got) =>
    messages.options(taken.of, [...taken.names], takesAxis(taken), got),
  );
  for (const name in options as object)
    if (!taken.names.has(name)) checkUnknown(options as Record<string, unknown>, name, taken);
}

/** Whether a number instead of options is the axis; not for the axis of ONNX's old operators. */
export const takesAxis = ({ names }: OptionNames): boolean =>
  names.has('axis') && !names.has('broadcast');

/** Whether the last of many arguments is options: a list, or a tensor that lacks its data, is not. */
export const isOptions = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !('data' in value || 'dims' in value || 'length' in value);

function checkUnknown(options: Record<string, unknown>, name: string, taken: OptionNames): void {
  // Ignores names that a program has added to the prototype of all objects.
  if (!Object.hasOwn(options, name) && name in Object.prototype) return;
  // `{ ...all, axis: undefined }` removes an option.
  if (options[name] === undefined) return;
  const { of, names, elsewhere } = taken;
  if ('data' in options && 'dims' in options)
    throw new AttributeError('invalid_options', messages.tensorAsOptions(of));
  throw new AttributeError(
    'option_unknown',
    messages.option(of, name, [...names], elsewhere?.(name)),
  );
}
