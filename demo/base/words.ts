/** Texts of buttons that copy. */
import { inLanguage } from './language.ts';

export const words = inLanguage('base', {
  copied: 'copied',
  blocked: 'Blocked by the browser: select and copy',
});
