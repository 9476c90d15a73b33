import { createHash } from 'node:crypto';
import type { GroupKey } from './measurement.ts';

const HASH_CHARACTERS = 16;

/** Names a group within its rule: the same fields and values give the same, in whatever order they come. */
export function groupHash(key: GroupKey): string {
  const fields = key === null ? null : Object.entries(key).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(fields))
    .digest('hex')
    .slice(0, HASH_CHARACTERS);
}
