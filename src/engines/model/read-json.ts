/** Reads data received over the network field by field; missing fields are undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The sum of counters, as far as they are there; undefined when none is. */
export function sumTokens(...counters: readonly unknown[]): number | undefined {
  const counted = counters.filter(
    (value): value is number =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
  );
  return counted.length === 0 ? undefined : counted.reduce((sum, value) => sum + value, 0);
}
