import { html, type Html } from './html.ts';

const TOKEN =
  /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** A value as indented JSON, with its parts marked for colours. */
export function showJson(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  const pieces: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon, word, number] = match;
    pieces.push(html`${text.slice(end, match.index)}`);
    end = match.index + whole.length;
    if (string !== undefined && colon !== undefined) {
      pieces.push(html`<span class="j-name">${string}</span>${colon}`);
    } else if (string !== undefined) pieces.push(html`<span class="j-text">${string}</span>`);
    else if (word !== undefined) pieces.push(html`<span class="j-word">${word}</span>`);
    else if (number !== undefined) pieces.push(html`<span class="j-number">${number}</span>`);
  }
  return html`${pieces}${text.slice(end)}`;
}
