/** Exit statuses. */
export const Status = {
  ok: 0,
  /** The operands do not broadcast. */
  conflict: 1,
  /** A model with errors, or with warnings where none are wanted. */
  findings: 1,
  /** Arguments that cannot be understood. */
  usage: 2,
  /** A fault of the program itself; EX_SOFTWARE of sysexits.h. */
  broken: 70,
  /** Output that could not be written; EX_IOERR of sysexits.h. */
  unwritten: 74,
} as const;
