/** The escapes of HTML and SVG, between tags and in quotes. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
export const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (found) => escapes[found] ?? found);
