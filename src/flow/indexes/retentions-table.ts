import { sql } from 'kysely';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { IndexRetentionRow } from '../../engines/metadata/tables/indexes.ts';
import { DEFAULT_INDEX } from '../../spec/audit.ts';
import { IMPORT_INDEX_PREFIX } from '../../spec/exports.ts';
import { LIMITS } from '../../spec/limits.ts';

/** An index whose stored events have another retention than it has, or may have. */
export interface DueRetention {
  readonly organization_id: string;
  readonly index_name: string;
  readonly retention_days: number;
  /** They had the same the last time: this is for those that were on their way. */
  readonly is_repeated: boolean;
}

const PREFIX = sql<string>`substr(wanted.index_name, 1, ${IMPORT_INDEX_PREFIX.length})`;

/** At most `max`; those that were given a retention before `lateBefore` once more. */
export async function dueRetentions(
  { db }: Pick<Metadata, 'db'>,
  lateBefore: number,
  max: number,
): Promise<DueRetention[]> {
  const owned = db
    .selectFrom('indexes')
    .innerJoin('organizations', 'organizations.id', 'indexes.organization_id')
    .select(({ fn }) => [
      'indexes.organization_id',
      'indexes.name as index_name',
      fn.coalesce('indexes.retention_days', 'organizations.retention_days').as('days'),
    ]);
  // Every organization has it, but only one that was changed is in the table.
  const usual = db
    .selectFrom('organizations')
    .leftJoin('indexes', (join) =>
      join
        .onRef('indexes.organization_id', '=', 'organizations.id')
        .on('indexes.name', '=', DEFAULT_INDEX),
    )
    .where('indexes.name', 'is', null)
    .select([
      'organizations.id as organization_id',
      sql<string>`${DEFAULT_INDEX}`.as('index_name'),
      'organizations.retention_days as days',
    ]);
  const rows = await db
    .selectFrom(owned.unionAll(usual).as('wanted'))
    .leftJoin('index_retentions as applied', (join) =>
      join
        .onRef('applied.organization_id', '=', 'wanted.organization_id')
        .onRef('applied.index_name', '=', 'wanted.index_name'),
    )
    .where((eb) =>
      eb.or([
        eb('applied.retention_days', 'is', null),
        eb('applied.retention_days', '!=', eb.ref('wanted.days')),
        eb('applied.is_settled', '=', 0).and('applied.applied_at', '<=', lateBefore),
      ]),
    )
    // Restored events have the number of days of their restore, unless somebody changes their index.
    .where((eb) =>
      eb.or([
        eb(PREFIX, '!=', IMPORT_INDEX_PREFIX),
        eb('wanted.days', '!=', LIMITS.exports.importIndexDays),
      ]),
    )
    .select(['wanted.organization_id', 'wanted.index_name', 'wanted.days as retention_days'])
    .select('applied.retention_days as before')
    .orderBy('applied.applied_at')
    .limit(max)
    .execute();
  return rows.map(({ before, ...row }) => ({
    ...row,
    is_repeated: before === row.retention_days,
  }));
}

export async function noteRetention(
  { db }: Pick<Metadata, 'db'>,
  row: IndexRetentionRow,
): Promise<void> {
  await db
    .insertInto('index_retentions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'index_name']).doUpdateSet(row))
    .execute();
}
