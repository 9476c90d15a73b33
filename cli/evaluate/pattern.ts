/** What a check looks for in a row. */
export interface Pattern {
  /** As written in the file. */
  readonly source: string;
  matches(row: string): boolean;
}

/** `/…/` with flags is a regular expression, everything else is text. A message when it is not usable. */
export function readPattern(source: string): Pattern | string {
  const parts = /^\/(.+)\/([a-z]*)$/s.exec(source);
  if (parts === null) return { source, matches: (row) => row.includes(source) };
  const [, body = '', flags = ''] = parts;
  if (!/^[imsuv]*$/.test(flags)) {
    return `unsupported regex flags ${JSON.stringify(flags)}. Use i, m, s, u or v`;
  }
  try {
    const expression = new RegExp(body, flags);
    return { source, matches: (row) => expression.test(row) };
  } catch (error) {
    return error instanceof Error ? error.message : 'invalid regular expression';
  }
}
