import { isoTime } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { LogDeletion } from '../../../contract/log-deletions.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { LogDeletionRow } from '../../../engines/metadata/tables/search.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const logDeletions = organizationRows('log_deletions');
export const {
  page: readLogDeletions,
  find: findLogDeletion,
  insert: insertDeletion,
} = logDeletions;

export function countOpenDeletions(reader: Reader, organization: OrganizationId): Promise<number> {
  return logDeletions.countWith(reader, organization, { ended_at: null });
}

/** What becomes another one with every step of a deletion; those that were forgotten long ago do not count. */
export async function readDeletionState(
  { db }: Reader,
  organization: OrganizationId,
): Promise<{ requested: number; latest: number; ended: number; running: number }> {
  const rows = await db
    .selectFrom('log_deletions')
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('count'),
      fn.max('created_at').as('created'),
      fn.max('ended_at').as('ended'),
    ])
    .where('organization_id', '=', organization)
    .groupBy('state')
    .execute();
  return {
    requested: rows.reduce((sum, { count }) => sum + count, 0),
    latest: Math.max(0, ...rows.map(({ created }) => created)),
    ended: Math.max(0, ...rows.map(({ ended }) => ended ?? 0)),
    running: rows.find(({ state }) => state === 'running')?.count ?? 0,
  };
}

export async function changeDeletion(
  { db }: Unit,
  id: string,
  set: Partial<Pick<LogDeletionRow, 'state' | 'matched' | 'remaining' | 'ended_at'>>,
): Promise<void> {
  await db.updateTable('log_deletions').set(set).where('id', '=', id).execute();
}

export async function forgetDeletions({ db }: Reader, endedBefore: number): Promise<void> {
  await db.deleteFrom('log_deletions').where('ended_at', '<', endedBefore).execute();
}

export function showLogDeletion(row: LogDeletionRow): LogDeletion {
  const { matched, remaining } = row;
  return {
    id: row.id,
    state: row.state,
    query: row.query,
    from: isoTime(row.from_ms),
    to: isoTime(row.to_ms),
    matched,
    deleted: matched === null || remaining === null ? null : Math.max(0, matched - remaining),
    remaining,
    requestedBy: row.requested_by,
    createdAt: isoTime(row.created_at),
    endedAt: row.ended_at === null ? null : isoTime(row.ended_at),
  };
}
