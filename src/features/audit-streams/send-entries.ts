/** Sends entries to receivers: in order, one request at a time, each until it is accepted. */
import { organizationId } from '../../base/ids.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import type { AuditStreamRow } from '../../engines/metadata/tables/audit-streams.ts';
import type { Claim, DueWork } from '../../engines/schedule/schedule.ts';
import { findChain, readNumberedEntries } from '../../guard/audit/index.ts';
import { AUDIT_STREAM_RETRY_DELAYS_MS } from '../../spec/audit-streams.ts';
import { LIMITS } from '../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../spec/units.ts';
import {
  findStream,
  freezeBatch,
  removeStream,
  STREAMS_CHANNEL,
  updateStream,
} from './audit-streams-table.ts';
import { type Batch, contentOf } from './compose-request.ts';
import { sendContent } from './send-content.ts';
import type { StreamNeeds } from './stream-needs.ts';

const { audit: limits } = LIMITS;

export function sendEntries(needs: StreamNeeds): DueWork<AuditStreamRow> {
  return {
    name: 'audit-streams',
    table: 'audit_streams',
    owner: 'organization_id',
    placesMax: limits.streamsPerNode,
    leaseMs: LIMITS.schedule.rowLeaseMs,
    everyMs: SECOND_MS,
    channel: STREAMS_CHANNEL,
    // A stream is never given up: its receiver recovers, or somebody deletes the stream.
    attemptsMax: Number.MAX_SAFE_INTEGER,
    retryDelayMs: (attempts) => Math.min(attempts * SECOND_MS, MINUTE_MS),
    work: (row, claim) => sendNext(needs, row, claim),
    giveUp: (_row, claim) =>
      needs.metadata.transaction((unit) =>
        claim.settle(unit, { dueAt: needs.clock.now() + HOUR_MS }),
      ),
  };
}

async function sendNext(needs: StreamNeeds, row: AuditStreamRow, claim: Claim): Promise<void> {
  const range = await nextRange(needs, row);
  if (row.enabled === 0 || range === undefined) return settle(needs, row, claim, {});
  const batch = await readBatch(needs, row, range, claim.signal);
  if (batch.entries.length === 0) {
    return batch.keptFrom === undefined
      ? settleFailure(needs, row, claim, `Entry ${range.from} can't be read yet.`)
      : settle(needs, row, claim, skipTo(range, batch.keptFrom));
  }
  const to = batch.entries.at(-1)?.seq ?? range.to;
  if (row.batch_to !== null && to !== row.batch_to) {
    // A request that was started is repeated unchanged, or not at all.
    return settleFailure(needs, row, claim, `Entry ${to + 1} can't be read yet.`);
  }
  if (!range.isReplay) await needs.metadata.transaction((unit) => freezeBatch(unit, row, to));
  const error = await sendContent(needs, row, contentOf(row, batch), claim.signal);
  if (error !== undefined) return settleFailure(needs, row, claim, error);
  const isLast = row.removed_at !== null && batch.entries.some((entry) => isEndOf(row, entry));
  await settle(needs, row, claim, { ...WORKING, ...sentTo(range, to), isLast });
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly isReplay: boolean;
}

/** A started request comes first, then entries to replay, then new ones. */
async function nextRange(
  { metadata }: StreamNeeds,
  row: AuditStreamRow,
): Promise<Range | undefined> {
  const from = row.sent_to + 1;
  if (row.batch_to !== null) return { from, to: row.batch_to, isReplay: false };
  if (row.replay_from !== null && row.replay_to !== null) {
    return { from: row.replay_from, to: row.replay_to, isReplay: true };
  }
  const chain = await findChain(metadata, organizationId(row.organization_id));
  const head = chain?.seq ?? 0;
  return head < from ? undefined : { from, to: head, isReplay: false };
}

async function readBatch(
  needs: StreamNeeds,
  row: AuditStreamRow,
  { from, to }: Range,
  signal: AbortSignal,
): Promise<Batch & { readonly keptFrom?: number }> {
  const max = Math.min(to - from + 1, limits.streamEntriesMax);
  const organization = organizationId(row.organization_id);
  const found = await readNumberedEntries(needs, organization, from, max, signal);
  let bytes = 0;
  const end = found.entries.findIndex((entry, i) => {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    return i === max || (i > 0 && bytes > limits.streamBytesMax);
  });
  const entries = end === -1 ? found.entries : found.entries.slice(0, end);
  // The deletion of a stream is the last that it sends.
  const last = row.removed_at === null ? -1 : entries.findIndex((entry) => isEndOf(row, entry));
  return last === -1 ? { ...found, entries } : { ...found, entries: entries.slice(0, last + 1) };
}

function isEndOf({ id }: AuditStreamRow, { action, resource }: Batch['entries'][number]): boolean {
  return action === 'audit_stream.deleted' && resource === id;
}

type Settled = Partial<AuditStreamRow> & { readonly isLast?: boolean };

const WORKING = { failures: 0, failing_since: null, told_at: null, last_error: '' } as const;

function sentTo({ isReplay, to: end }: Range, to: number): Settled {
  if (!isReplay) return { sent_to: to, batch_to: null };
  return to < end ? { replay_from: to + 1 } : { replay_from: null, replay_to: null };
}

/** Entries at the end of their time are no longer there to be sent. */
function skipTo(range: Range, keptFrom: number): Settled {
  return sentTo(range, Math.min(keptFrom - 1, range.to));
}

/** Looks for more under the lock of the row, so that nothing is numbered unseen meanwhile. */
async function settle(
  needs: StreamNeeds,
  row: AuditStreamRow,
  claim: Claim,
  { isLast = false, ...set }: Settled,
): Promise<void> {
  const organization = organizationId(row.organization_id);
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    await unit.lockRow('audit_streams', { id: row.id });
    if (set.failures === 0) set.last_sent_at = now;
    await updateStream(unit, organization, row.id, set);
    const hasMore = !isLast && (await isWaiting(unit, row));
    await claim.settle(unit, { dueAt: hasMore ? now : null });
    if (hasMore) await unit.notify(STREAMS_CHANNEL, organization);
    if (isLast) await removeStream(unit, organization, row.id);
  });
}

async function isWaiting(unit: Unit, { organization_id, id }: AuditStreamRow): Promise<boolean> {
  const organization = organizationId(organization_id);
  const row = await findStream(unit, organization, id);
  if (row?.enabled !== 1) return false;
  if (row.replay_from !== null || row.batch_to !== null) return true;
  const chain = await findChain(unit, organization);
  return (chain?.seq ?? 0) > row.sent_to;
}

async function settleFailure(
  needs: StreamNeeds,
  row: AuditStreamRow,
  claim: Claim,
  error: string,
): Promise<void> {
  const organization = organizationId(row.organization_id);
  const now = needs.clock.now();
  const failures = row.failures + 1;
  const delayMs = AUDIT_STREAM_RETRY_DELAYS_MS[failures - 1] ?? HOUR_MS;
  const failing_since = row.failing_since ?? now;
  const isOver = row.removed_at !== null && now - row.removed_at >= limits.streamEndMsMax;
  await needs.metadata.transaction(async (unit) => {
    const set = { failures, failing_since, last_error: error };
    await updateStream(unit, organization, row.id, set);
    await claim.settle(unit, { dueAt: now + delayMs });
    if (isOver) await removeStream(unit, organization, row.id);
  });
}
