import type { AccessNeeds } from '../../../src/guard/access/access-needs.ts';
import type { Unit } from '../../../src/engines/metadata/metadata.ts';

/** The same needs, and which rows their transactions have locked. */
export function noteLocks<Needs extends Pick<AccessNeeds, 'metadata'>>(
  needs: Needs,
): { readonly needs: Needs; readonly locks: string[] } {
  const locks: string[] = [];
  const { db, transaction } = needs.metadata;
  const noting = ({ lockRow, ...unit }: Unit): Unit => ({
    ...unit,
    lockRow: (table, key) => {
      locks.push(`${table} ${Object.values(key).join(' ')}`);
      return lockRow(table, key);
    },
  });
  const metadata: Needs['metadata'] = {
    db,
    transaction: (work) => transaction((unit) => work(noting(unit))),
  };
  return { needs: { ...needs, metadata }, locks };
}
