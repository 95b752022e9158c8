/** The languages of the page besides English, by the folder of each: its own name and its BCP 47 tag. */
export const languages = {
  de: { name: 'Deutsch', tag: 'de' },
} as const;

export type Folder = keyof typeof languages;
