/** The environment that a command runs in. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: {
    readonly isTTY?: boolean;
    readonly columns?: number;
    write(text: string): unknown;
  };
}
