/** Markup for mails. Text becomes markup here and nowhere else, so that no row can bring any along. */
export interface Html {
  readonly html: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** Values are text unless they are markup of ours. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (Html | string | number)[]
): Html {
  const text = parts.reduce((whole, part, at) => {
    const value = values[at - 1];
    const inner =
      typeof value === 'object' ? value.html : value === undefined ? '' : escapeHtml(String(value));
    return whole + inner + part;
  });
  return { html: text };
}

export function together(parts: readonly Html[]): Html {
  return { html: parts.map((part) => part.html).join('') };
}

/** Drawings of `charts` are already markup, and contain only escaped texts. */
export function drawing(svg: string): Html {
  return { html: svg };
}
