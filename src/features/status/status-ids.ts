import { randomBase62 } from '../../base/ids.ts';

/** Ids of what people see on the page. */
export function newStatusId(kind: 'inc' | 'mnt'): string {
  return `${kind}_${randomBase62(12)}`;
}
