/** A piece of markup. Any other value is escaped when it is inserted. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | undefined | readonly Part[];

/** Builds markup from a template: texts become texts, pieces of markup stay what they are. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const pieces = strings.map((text, index) => text + render(parts[index]));
  return { markup: pieces.join('') };
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return 'markup' in part ? part.markup : part.map(render).join('');
}

/** Renders our own text: `code` in backticks, paragraphs separated by empty lines. */
export function prose(text: string): Html {
  const paragraphs = text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
  return html`${paragraphs}`;
}

export function inline(text: string): Html {
  const pieces = text.split('`').map((piece, index) => {
    return index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`;
  });
  return html`${pieces}`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
