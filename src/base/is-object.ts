export type JsonObject = Readonly<Record<string, unknown>>;

/** What JSON calls an object; a list is none. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
