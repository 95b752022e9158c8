/** Suggestions for misspelled names. */

/** The number of insertions, deletions, substitutions and swaps of neighbours between two words. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const [left, above, corner] = [row[j - 1], last[j], last[j - 1]] as [number, number, number];
      row[j] = Math.min(left + 1, above + 1, corner + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j] as number, (before[j - 2] as number) + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length] as number;
}

/** The closest name that differs in at most a third of its letters, ignoring case. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const given = name.toLowerCase();
  let found: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const one of known) {
    const most = Math.max(1, Math.floor(one.length / 3));
    // The name that was passed may have any length.
    if (Math.abs(one.length - given.length) > most) continue;
    const edits = distance(given, one.toLowerCase());
    if (edits > most || edits >= least) continue;
    found = one;
    least = edits;
  }
  return found;
}
