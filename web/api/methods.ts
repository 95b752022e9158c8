/** Defines methods on the public classes: names, and errors whose stack starts at the caller. */
import { AttributeError, fromCaller, passed } from '../base/errors.js';
import { TracedTensor } from '../expression/recording.js';
import { Tensor } from '../memory/tensor.js';
import { FUNCTIONS } from './functions.js';
import { functionMessages } from './messages.js';

type Method = (...given: unknown[]) => unknown;

/**
 * Lets the stack of a method's errors start at its caller.
 * @param checkThis throws if the method was called on another object
 * @param isNamed whether the errors contain its name, or that of the operator passed to `run`
 */
export function startAtCaller(
  prototype: object,
  name: string,
  checkThis: (self: unknown, name: string) => void,
  isNamed: boolean,
): void {
  const method = Object.getOwnPropertyDescriptor(prototype, name)?.value as Method;
  const call = function (this: unknown, ...given: unknown[]): unknown {
    try {
      checkThis(this, name);
      return method.apply(this, given);
    } catch (error) {
      const operator =
        name === 'run' && typeof given[0] === 'string' ? given[0].slice(0, 50) : name;
      throw fromCaller(error, call, isNamed ? operator : undefined);
    }
  };
  defineMethod(prototype, name, call);
}

export function defineMethod(prototype: object, name: string, value: Method): void {
  Object.defineProperty(value, 'name', { value: name });
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}

/** Defines every function as a method of tensors. */
export function defineTensorMethods(): void {
  for (const name of [...FUNCTIONS.keys(), 'set']) defineTensorMethod(name);
}

/** A tensor's method: the function with the tensor as its first operand. */
function defineTensorMethod(name: string): void {
  const toGiven = (tensor: unknown, given: unknown[]) =>
    FUNCTIONS.get(name)?.ofMethod?.(tensor, given) ?? [tensor, ...given];
  const method = function (this: Tensor, ...given: unknown[]): unknown {
    try {
      const owner = Tensor.ownerOf(this);
      if (!owner) throw new AttributeError('no_engine', functionMessages.noEngine(name));
      return (owner.functions[name] as Method).apply(owner.functions, toGiven(this, given));
    } catch (error) {
      throw fromCaller(error, method);
    }
  };
  defineMethod(Tensor.prototype, name, method as Method);
  if (!FUNCTIONS.has(name)) return;
  defineMethod(TracedTensor.prototype, name, function (this: TracedTensor, ...given: unknown[]) {
    try {
      return this.recording.apply(name, toGiven(this, given));
    } catch (error) {
      throw passed(error, ['call', { name }]);
    }
  } as Method);
}
