import type { Metadata, Unit } from './metadata.ts';

/**
 * The store as seen inside an open transaction: calls commit or roll back with it. This combines several operations,
 * each of which would open its own transaction, into one.
 */
export function joinUnit(unit: Unit): Pick<Metadata, 'db' | 'transaction'> {
  return { db: unit.db, transaction: (work) => work(unit) };
}
