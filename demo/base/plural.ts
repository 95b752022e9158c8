/** Counted phrases, with the plural rules of their language. */

/** The forms of a counted phrase, keyed by Intl's plural categories; `#` stands for the number. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};

/** Writes counted phrases in a language. */
export const counting = (tag: string) => {
  let rules: Intl.PluralRules | undefined;
  return (count: number, forms: Forms): string => {
    rules ??= new Intl.PluralRules(tag);
    const form = forms[rules.select(count)] ?? forms.other;
    return form.replace('#', count.toLocaleString(tag));
  };
};
