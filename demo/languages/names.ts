/** The languages of the page other than English, by folder: its own name and its BCP 47 tag. */
export const languages = {
  de: { name: 'Deutsch', tag: 'de' },
  es: { name: 'Español', tag: 'es' },
  fr: { name: 'Français', tag: 'fr' },
  pt: { name: 'Português', tag: 'pt' },
  zh: { name: '中文', tag: 'zh-Hans' },
  ja: { name: '日本語', tag: 'ja' },
} as const;

export type Folder = keyof typeof languages;
