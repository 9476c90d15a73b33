import type { Metadata, Unit } from './metadata.ts';

/**
 * The store as the work of an open transaction sees it: what is done through it commits or rolls back with that
 * transaction. So several verbs, each of which would open its own, become one.
 */
export function joinUnit(unit: Unit): Pick<Metadata, 'db' | 'transaction'> {
  return { db: unit.db, transaction: (work) => work(unit) };
}
