/** An option as `parseArgs` takes it, and as the help shows it. */
export interface OptionRow {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in the help. */
  readonly value?: string;
  readonly help: string;
}
