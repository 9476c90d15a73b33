import type { Query } from './tree.ts';
import type { TreeNode } from './tree/node.ts';

type Carry = (place: TreeNode) => TreeNode;

/** Returns a copy of the tree with its positions mapped by `carry`. */
export function carryPlaces(query: Query, carry: Carry): Query {
  // The tree is plain data, and the copy has the same form.
  return carried(query, carry) as Query;
}

function carried(value: unknown, carry: Carry): unknown {
  if (Array.isArray(value)) return value.map((each) => carried(each, carry));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    // The start and end of a `bin` are numbers for grouping values, not positions.
    Object.entries(value).map(([key, each]) => [
      key,
      key === 'options' && isBin(value) ? each : carried(each, carry),
    ]),
  );
  return isPlaced(copy) ? { ...copy, ...carry(copy) } : copy;
}

function isBin(value: object): boolean {
  return 'kind' in value && value.kind === 'bin';
}

function isPlaced(value: object): value is TreeNode {
  return (
    'start' in value &&
    typeof value.start === 'number' &&
    'end' in value &&
    typeof value.end === 'number'
  );
}
