/** An option for `parseArgs` and for the help. */
export interface OptionRow {
  readonly type: 'string' | 'boolean';
  /** Placeholder for the value in the help. */
  readonly value?: string;
  readonly help: string;
}
