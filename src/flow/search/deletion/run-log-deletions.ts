import { systemActor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import type { LogDeletionRow } from '../../../engines/metadata/tables/search.ts';
import { type Claim, type DueWork, Hopeless } from '../../../engines/schedule/schedule.ts';
import { sql } from '../../../engines/store/sql.ts';
import { recordAuditFor } from '../../../guard/audit/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { fromClause } from '../compile/relation.ts';
import { countEvents, type DeletionNeeds, doomedEvents } from './delete-logs.ts';
import { changeDeletion, findLogDeletion, forgetDeletions } from './log-deletions-table.ts';

export interface DeletionJobNeeds extends DeletionNeeds {
  readonly log: Log;
}

/** Runs the requested deletions. Safe to stop and to repeat: a retry only finds what the first attempt left. */
export function runLogDeletions(needs: DeletionJobNeeds): DueWork<LogDeletionRow> {
  const { attemptsMax, delayMs, perNodeMax } = needs.limits.deletions;
  return {
    name: 'log-deletions',
    table: 'log_deletions',
    owner: 'organization_id',
    placesMax: perNodeMax,
    perOwnerMax: 1,
    leaseMs: LIMITS.schedule.rowLeaseMs,
    everyMs: LIMITS.schedule.rowsEveryMs,
    attemptsMax,
    retryDelayMs: () => delayMs,
    work: (row, claim) => runOne(needs, row, claim),
    giveUp: (row, claim, reason) => fail(needs, row, claim, reason),
  };
}

type TableNeeds = Pick<DeletionJobNeeds, 'metadata' | 'clock' | 'limits'>;

/** Forgets deletions that ended so long ago that nobody needs them. */
export async function forgetLogDeletions({ metadata, clock, limits }: TableNeeds): Promise<void> {
  await forgetDeletions(metadata, clock.now() - limits.deletions.keepMsMax);
}

async function runOne(needs: DeletionJobNeeds, row: LogDeletionRow, claim: Claim): Promise<void> {
  const { metadata } = needs;
  await metadata.transaction((unit) => changeDeletion(unit, row.id, { state: 'running' }));
  let counts: Counts = { matched: row.matched, remaining: row.remaining };
  try {
    for await (const known of erase(needs, row, claim.signal)) counts = known;
  } catch (error) {
    // The findings of a failed attempt are reported if no other follows.
    await metadata.transaction((unit) => changeDeletion(unit, row.id, counts));
    // An unavailable store is temporary; any other error will occur again.
    throw error instanceof AppError || claim.signal.aborted ? error : new Hopeless(error);
  }
  await settle(needs, row, claim, 'done', counts);
}

async function fail(
  needs: DeletionJobNeeds,
  row: LogDeletionRow,
  claim: Claim,
  reason: unknown,
): Promise<void> {
  const organization = organizationId(row.organization_id);
  const fields = { deletion: row.id, organization, attempts: claim.attempts, err: reason };
  needs.log.error(fields, 'deletion of events failed');
  const last = await findLogDeletion(needs.metadata, organization, row.id);
  const { matched, remaining } = last ?? row;
  await settle(needs, row, claim, 'failed', { matched, remaining });
}

interface Counts {
  readonly matched: number | null;
  readonly remaining: number | null;
}

/** Erases until a search finds nothing more, yielding counts as progress. */
async function* erase(
  needs: DeletionJobNeeds,
  row: LogDeletionRow,
  signal: AbortSignal,
): AsyncGenerator<Counts, void, void> {
  const input = { query: row.search, earliest: isoTime(row.from_ms), latest: isoTime(row.to_ms) };
  const actor = systemActor(organizationId(row.organization_id), 'log-deletions');
  const { relation } = await doomedEvents(needs, actor, input, signal);
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
  claim: Claim,
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
    await claim.settle(unit, { dueAt: null, attempts: claim.attempts });
    await changeDeletion(unit, row.id, { state, matched, remaining, ended_at: now });
    const event = { action: 'log.deleted', resource: row.id, details } as const;
    await recordAuditFor(unit, subject, event, now);
  });
}
