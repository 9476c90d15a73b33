/** Values of JSON and YAML of others, of which nothing is sure. */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueIn(from: unknown, name: string): unknown {
  return isRecord(from) && Object.hasOwn(from, name) ? from[name] : undefined;
}

export function recordIn(
  from: unknown,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const value = valueIn(from, name);
  return isRecord(value) ? value : undefined;
}

export function listIn(from: unknown, name: string): readonly unknown[] {
  const value = valueIn(from, name);
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

export function textAt(from: unknown, name: string): string | undefined {
  const value = valueIn(from, name);
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

export function numberIn(from: unknown, name: string): number | undefined {
  const value = valueIn(from, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
