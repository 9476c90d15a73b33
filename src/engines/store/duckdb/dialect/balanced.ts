/**
 * Parts with the operator between them. DuckDB plans a long chain in the third power of its length, since it is a
 * tree as deep as the chain is long: so it becomes one that is as flat as can be.
 */
export function balanced(parts: readonly string[], operator: '+' | '*' | '||'): string {
  if (parts.length <= FLAT_MAX) return `(${parts.join(` ${operator} `)})`;
  const middle = parts.length >> 1;
  const [left, right] = [parts.slice(0, middle), parts.slice(middle)];
  return `(${balanced(left, operator)} ${operator} ${balanced(right, operator)})`;
}

/** Short ones keep the order in which numbers are rounded. */
const FLAT_MAX = 16;
