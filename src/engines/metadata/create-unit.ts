import { sql, type Selectable, type Transaction } from 'kysely';
import type { MetadataDialect, Unit } from './metadata.ts';
import type { Tables } from './tables.ts';

/** What both stores hand to the work of a transaction; they differ in how a notification leaves. */
export function createUnit(
  db: Transaction<Tables>,
  dialect: MetadataDialect,
  notify: Unit['notify'],
): Unit {
  // PostgreSQL's FOR UPDATE would also block rows that point to this one, and dead-lock with them. On
  // SQLite the transaction is the only one that writes, so there is nothing to lock.
  const lock = dialect === 'postgres' ? sql`for no key update` : sql``;
  return {
    db,
    async lockRow<Name extends keyof Tables>(table: Name, key: Partial<Selectable<Tables[Name]>>) {
      const conditions = Object.entries(key).map(
        ([column, value]) => sql`${sql.ref(column)} = ${value}`,
      );
      if (conditions.length === 0) throw new TypeError('a row is locked by its key');
      const { rows } = await sql`
        select 1 as found from ${sql.table(table)}
        where ${sql.join(conditions, sql` and `)} ${lock}`.execute(db);
      return rows.length > 0;
    },
    notify,
  };
}
