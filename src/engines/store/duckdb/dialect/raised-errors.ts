/** Stops the statement where `condition` holds. */
export function raiseError(condition: string, message: string): string {
  return `CASE WHEN ${condition} THEN CAST(${RAISING}${message}) AS BIGINT) ELSE 0 END`;
}

/**
 * NULL where `use` fails. An error that the value itself raises on purpose still stops the statement, and DuckDB rejects
 * TRY around it, so such a value is computed first.
 */
export function nullOnError(value: string, use: (value: string) => string): string {
  if (!value.includes(RAISING)) return `TRY(${use(value)})`;
  return `list_transform([${value}], lambda computed: TRY(${use('computed')}))[1]`;
}

const RAISING = 'error(';
