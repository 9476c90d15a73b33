/** Returns a field of a search result row as text: its columns are known only at run time. */
export function fieldText(row: object, name: string): string {
  const value = (row as Readonly<Record<string, unknown>>)[name];
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
