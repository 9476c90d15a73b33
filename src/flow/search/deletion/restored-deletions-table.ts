/** Deletions that a restored store has not done yet, or not any more. */
import type { LogDeletionRow } from '../../../engines/metadata/tables/search.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AfterRestore } from '../../../room.ts';

export const settleDeletions: AfterRestore = async (unit, { ledger, point }) => {
  if (ledger === undefined) return {};
  const rows = await unit.db.selectFrom('organizations').select('id').execute();
  const kept = new Set(rows.map(({ id }) => id));
  const late = ledger.deletions.filter(
    ({ state, ended_at: endedAt, organization_id: organization }) =>
      state !== 'failed' && (endedAt === null || endedAt >= point) && kept.has(organization),
  );
  for (const row of late) await repeatDeletion(unit, row);
  return { deletionsRepeated: late.length };
};

/** Has a deletion done once more. */
async function repeatDeletion({ db }: Unit, row: LogDeletionRow): Promise<void> {
  const again = {
    ...row,
    state: 'waiting' as const,
    attempts: 0,
    matched: null,
    remaining: null,
    due_at: 0,
    lease_until: null,
    claimed_by: null,
    ended_at: null,
  };
  await db.deleteFrom('log_deletions').where('id', '=', row.id).execute();
  await db.insertInto('log_deletions').values(again).execute();
}
