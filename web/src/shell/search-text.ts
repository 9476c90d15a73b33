/** The part of an address behind `?` as plain texts, so that links stay readable and every value a string. */
export type SearchTexts = Readonly<Record<string, string>>;

export function readSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Values that are not there are left out; others than texts are written as such. */
export function writeSearch(values: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') search.set(name, value);
    else if (typeof value === 'number' || typeof value === 'boolean') {
      search.set(name, String(value));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
