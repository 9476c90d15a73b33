/** Values of CSV files that people open in a spreadsheet and may send back. Streams of bytes: `escape-formulas.ts`. */

/** What a spreadsheet would run, or what could be taken for an escaped one. */
const FORMULA = /^'*[=@+\-\t\r\n]/;
const ESCAPED = /^'+[=@+\-\t\r\n]/;
const NUMBER = /^[+-]\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Puts an apostrophe in front of what would be run; `unescapeCell` gives exactly the value again. */
export function escapeCell(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

export function unescapeCell(text: string): string {
  return ESCAPED.test(text) ? text.slice(1) : text;
}
