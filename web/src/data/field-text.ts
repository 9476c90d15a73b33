/** A field of a row that a search answered with, as text: its columns are known at run time alone. */
export function fieldText(row: object, name: string): string {
  const value = (row as Readonly<Record<string, unknown>>)[name];
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
