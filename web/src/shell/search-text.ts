/** The query string of a URL as plain strings, so that links stay readable and every value is a string. */
export type SearchTexts = Readonly<Record<string, string>>;

/** The same where a name may come several times. */
export type SearchLists = Readonly<Record<string, string | readonly string[]>>;

export function readSearch(text: string): Record<string, string | string[]> {
  const given = new URLSearchParams(text);
  const names = [...new Set(given.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = given.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

/** With the last value of each name. */
export function readTexts(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Omits absent values; converts numbers and booleans to text. */
export function writeSearch(values: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (['string', 'number', 'boolean'].includes(typeof each)) search.append(name, String(each));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** Picks the URL values that a page knows; ignores all others. */
export function texts<Name extends string>(
  values: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): { readonly [name in Name]?: string } {
  const known = names.flatMap((name) => {
    const given = values[name];
    const value: unknown = Array.isArray(given) ? given.at(-1) : given;
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(known) as { readonly [name in Name]?: string };
}

export function allTexts(values: Readonly<Record<string, unknown>>): SearchTexts {
  return texts(values, Object.keys(values)) as SearchTexts;
}

/** For pages whose values may be lists. */
export function allLists(values: Readonly<Record<string, unknown>>): SearchLists {
  return values as SearchLists;
}
