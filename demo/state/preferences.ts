/** The visitor's preferences, kept in this browser if it allows storage. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  /** Speed of motion. */
  readonly pace: number;
  /** Whether an implicitly added axis causes a warning. */
  readonly warnRank: boolean;
  /** Whether the reader predicts a result before it is shown. */
  readonly predict: boolean;
  /** The spread of the sheets of three and more axes: 0 is a block, 1 side by side. */
  readonly fan: number;
  /** Whether letters are keys of the presentation. */
  readonly letterKeys: boolean;
}

export const usualPreferences: Preferences = {
  theme: 'system',
  pace: 1,
  warnRank: false,
  predict: true,
  fan: 0,
  letterKeys: true,
};

const place = 'simdcast';

/** The value stored under a name; `undefined` if it is missing or storage is denied. */
export function recall(name: string): unknown {
  try {
    const text = localStorage.getItem(`${place}.${name}`);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a value under a name, if the browser allows it. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(`${place}.${name}`, JSON.stringify(value));
  } catch {
    // Storage is denied or full; the page works without it.
  }
}

const themes = ['system', 'light', 'dark'] as const;
export const paces = [0.5, 1, 2] as const;

export function loadPreferences(): Preferences {
  const kept = recall('preferences');
  if (typeof kept !== 'object' || kept === null) return usualPreferences;
  const { theme, pace, warnRank, predict, fan, letterKeys } = kept as Readonly<
    Record<string, unknown>
  >;
  return {
    theme: themes.find((each) => each === theme) ?? 'system',
    pace: paces.find((each) => each === pace) ?? 1,
    warnRank: warnRank === true,
    predict: predict !== false,
    fan: typeof fan === 'number' && fan >= 0 && fan <= 1 ? fan : 0,
    letterKeys: letterKeys !== false,
  };
}

/** Other stored preferences stay: several figures store their own. */
export const savePreferences = (change: Partial<Preferences>): void =>
  keep('preferences', { ...loadPreferences(), ...change });
