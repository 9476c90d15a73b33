/** Markup that was made here, as opposed to a text that is put into it. */
export interface Markup {
  readonly markup: string;
}

type Piece = string | number | Markup | readonly Markup[];

/** Escapes every inserted value unless it is markup itself. Works for HTML, SVG and Atom. */
export function markup(parts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  const texts = parts.map((part, at) => part + (at < values.length ? show(values[at] ?? '') : ''));
  return { markup: texts.join('') };
}

export const NOTHING: Markup = { markup: '' };

function show(value: Piece): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeText(value);
  return 'markup' in value ? value.markup : value.map((each) => each.markup).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters go: XML has no way to write them. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(?![\n\t])[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
