/** Formats amounts of memory. A module apart, because the first view does not need it. */
const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];

/** Bytes to three digits: `28.8 GB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const amount = bytes / 1000 ** power;
  return `${power === 0 ? bytes : Number(amount.toPrecision(3))} ${units[power]}`;
}
