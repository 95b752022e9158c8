/** The first dotted version number in a text, as `3.1.69`, or undefined. */
export function findVersion(text) {
  return /\d+(?:\.\d+)+/.exec(text)?.[0];
}

/** True when a dotted version is `minimum` or newer. */
export function isAtLeast(version, minimum) {
  const have = version.split('.').map(Number);
  const need = minimum.split('.').map(Number);
  const at = need.findIndex((part, i) => (have[i] ?? 0) !== part);
  return at === -1 || (have[at] ?? 0) > need[at];
}
