/** A tree without places, so that two readings of the same query can be compared. */
export function plainTree(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainTree);
  if (typeof value !== 'object' || value === null) return value;
  const isNode = 'kind' in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => !(isNode && isPlace(key) && typeof each === 'number'))
      .map(([key, each]) => [key, plainTree(each)]),
  );
}

function isPlace(key: string): boolean {
  return key === 'start' || key === 'end';
}
