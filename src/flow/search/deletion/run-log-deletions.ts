import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import type { LogDeletionRow } from '../../../engines/metadata/tables/search.ts';
import { sql } from '../../../engines/store/sql.ts';
import { recordAuditFor } from '../../../guard/audit/index.ts';
import { fromClause } from '../compile/relation.ts';
import { countEvents, type DeletionNeeds, doomedEvents } from './delete-logs.ts';
import { changeDeletion, forgetDeletions, nextDeletion } from './log-deletions-table.ts';

export interface DeletionJobNeeds extends DeletionNeeds {
  readonly log: Log;
}

/** Deletions one run takes on, so that others get their turn on another node, too. */
const PER_RUN_MAX = 20;

/** Erases what was asked for, one after the other. Run by one node at a time; safe to stop and to repeat. */
export async function runLogDeletions(needs: DeletionJobNeeds, signal: AbortSignal): Promise<void> {
  for (let i = 0; i < PER_RUN_MAX && !signal.aborted; i++) {
    const row = await nextOne(needs);
    if (row === undefined) break;
    const isSettled = await runOne(needs, row, signal);
    // The store is away: the others would only fail as well.
    if (!isSettled) break;
  }
}

type TableNeeds = Pick<DeletionJobNeeds, 'metadata' | 'clock' | 'limits'>;

export async function hasLogDeletions(needs: TableNeeds): Promise<boolean> {
  return (await nextOne(needs)) !== undefined;
}

/** Those that ended so long ago that nobody asks for them. */
export async function forgetLogDeletions({ metadata, clock, limits }: TableNeeds): Promise<void> {
  await forgetDeletions(metadata, clock.now() - limits.deletions.keepMsMax);
}

function nextOne({ metadata, clock, limits }: TableNeeds): Promise<LogDeletionRow | undefined> {
  return nextDeletion(metadata, clock.now() - limits.deletions.delayMs);
}

async function runOne(
  needs: DeletionJobNeeds,
  row: LogDeletionRow,
  signal: AbortSignal,
): Promise<boolean> {
  const attempts = row.attempts + 1;
  await needs.metadata.transaction((unit) =>
    changeDeletion(unit, row.id, { state: 'running', attempts }),
  );
  let counts: Counts = { matched: row.matched, remaining: row.remaining };
  try {
    for await (const known of erase(needs, row, signal)) counts = known;
    await settle(needs, row, 'done', counts);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    const fields = { deletion: row.id, organization: row.organization_id, attempts, err: error };
    needs.log.warn(fields, 'deletion of events failed');
    const canRetry = error instanceof AppError && attempts < needs.limits.deletions.attemptsMax;
    if (!canRetry) await settle(needs, row, 'failed', counts);
    return !canRetry;
  }
}

interface Counts {
  readonly matched: number | null;
  readonly remaining: number | null;
}

/** Erases until a search finds nothing more, and tells the counts on the way. */
async function* erase(
  needs: DeletionJobNeeds,
  row: LogDeletionRow,
  signal: AbortSignal,
): AsyncGenerator<Counts, void, void> {
  const input = { query: row.search, earliest: isoTime(row.from_ms), latest: isoTime(row.to_ms) };
  const { relation } = await doomedEvents(needs, systemActor(row), input, signal);
  const found = await countEvents(needs, relation, signal);
  // A second try finds only what the first has left.
  const matched = Math.max(found, row.matched ?? 0);
  await needs.metadata.transaction((unit) => changeDeletion(unit, row.id, { matched }));
  yield { matched, remaining: found };
  let remaining = found;
  for (let round = 0; round < needs.limits.deletions.roundsMax && remaining > 0; round++) {
    await needs.store.command(sql`DELETE ${fromClause(relation)}`, { signal });
    remaining = await countEvents(needs, relation, signal);
    yield { matched, remaining };
  }
  if (remaining > 0) throw new Error('events of a deletion are still found');
}

/** The end of a deletion and its audit entry: both, or neither. */
async function settle(
  needs: DeletionJobNeeds,
  row: LogDeletionRow,
  state: 'done' | 'failed',
  { matched, remaining }: Counts,
): Promise<void> {
  const now = needs.clock.now();
  const subject = {
    organization: organizationId(row.organization_id),
    actorName: row.requested_by,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
  };
  const deleted = matched === null || remaining === null ? 0 : Math.max(0, matched - remaining);
  const details = {
    query: row.query,
    earliest: isoTime(row.from_ms),
    latest: isoTime(row.to_ms),
    count: deleted,
    state,
  };
  await needs.metadata.transaction(async (unit) => {
    await changeDeletion(unit, row.id, { state, matched, remaining, ended_at: now });
    const event = { action: 'log.deleted', resource: row.id, details } as const;
    await recordAuditFor(unit, subject, event, now);
  });
}

function systemActor(row: LogDeletionRow): Actor {
  return {
    organization: organizationId(row.organization_id),
    who: { kind: 'system' },
    permissions: new Set(),
    ipAddress: '',
    userAgent: '',
  };
}
