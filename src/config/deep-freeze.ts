/** Makes a plain value without circles, and everything in it, unchangeable. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze<unknown>(inner);
  return value;
}
