/** Compiles only where the value's type is exactly `Wanted`. */
export function expectType<Wanted>() {
  return <Got>(_: Got, ..._same: Same<Wanted, Got> extends true ? [] : [never]): void => {};
}

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
