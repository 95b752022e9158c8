/** Exit statuses. */
export const Status = {
  ok: 0,
  /** The operands do not broadcast. */
  conflict: 1,
  /** The model has errors, or warnings with --strict. */
  findings: 1,
  /** Invalid arguments. */
  usage: 2,
  /** A bug in the program; EX_SOFTWARE of sysexits.h. */
  broken: 70,
  /** Output that could not be written; EX_IOERR of sysexits.h. */
  unwritten: 74,
} as const;
