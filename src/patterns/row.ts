/** What can be mined: a log line, or a JSON value, which is mined by its message if it has one. */
export type Row = string | JsonValue;

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** The row as the evaluator, the search and a reader get it. */
export function rowText(row: Row): string {
  return typeof row === 'string' ? row : JSON.stringify(row);
}
