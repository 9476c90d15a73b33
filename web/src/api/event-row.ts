/** A field of a row that a search answered with; its columns are known at run time alone. */
function fieldOf(row: object, name: string): unknown {
  return (row as Readonly<Record<string, unknown>>)[name];
}

/** The field as text; empty when the row does not have it. */
export function textOf(row: object, name: string): string {
  const value = fieldOf(row, name);
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
