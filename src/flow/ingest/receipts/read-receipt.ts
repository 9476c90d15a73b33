import type { Actor } from '../../../base/actor.ts';
import { type Clock, isoTime } from '../../../base/clock.ts';
import { notFound } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Receipt } from '../../../contract/receipts.ts';
import { deadLetterId, type IngestQueue } from '../../../engines/queue/queue.ts';
import { instant, sql, string, uint32, uint64 } from '../../../engines/store/sql.ts';
import { type LogStore, rowsOf } from '../../../engines/store/store.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { ReceiptFacts, ReceiptIds } from './receipt-ids.ts';

export interface ReceiptNeeds {
  readonly receipts: Pick<ReceiptIds, 'read'>;
  readonly queue: Pick<IngestQueue, 'listDeadLetters'>;
  readonly store: Pick<LogStore, 'query'>;
  /** When this node stored what stood at a position; undefined when another one did, or too long ago. */
  readonly storedAt: (queue: 'ingest' | 'holding', position: bigint) => number | undefined;
  readonly clock: Clock;
  readonly limits: Pick<Limits['ingest'], 'receiptMsMax' | 'quotaHoldMsMax'>;
}

export async function readReceipt(
  needs: ReceiptNeeds,
  { organization }: Actor,
  id: string,
): Promise<Receipt> {
  const facts = needs.receipts.read(organization, id);
  const age = needs.clock.now() - (facts?.acceptedAt ?? 0);
  if (facts === undefined || age > needs.limits.receiptMsMax) throw notFound('receipt');
  const { accepted, queued, acceptedAt } = facts;
  const stored = queued === 0 ? 0 : await countStored(needs, organization, facts);
  const isMissing = stored < queued;
  const isInHold = facts.isHeld && age <= needs.limits.quotaHoldMsMax;
  const storedAt = needs.storedAt(facts.isHeld ? 'holding' : 'ingest', facts.position);
  return {
    id,
    acceptedAt: isoTime(acceptedAt),
    accepted,
    dropped: accepted - queued,
    stored,
    deadLettered:
      isMissing && !facts.isHeld ? await countDead(needs, organization, facts.position) : 0,
    held: isMissing && isInHold ? queued - stored : 0,
    queryableSince: stored === 0 || storedAt === undefined ? null : isoTime(storedAt),
  };
}

/** The lower 16 bits of a row id name the node, the upper ones count; see `row-ids.ts`. */
const NODE_BITS = 16n;
const NODE_MASK = 0xffffn;

async function countStored(
  { store }: ReceiptNeeds,
  organization: OrganizationId,
  { firstRow, queued, from, to }: ReceiptFacts,
): Promise<number> {
  const lastRow = firstRow + (BigInt(queued - 1) << NODE_BITS);
  const answer = await store.query(sql`
    SELECT count() AS events
    FROM logs
    WHERE organization = ${string(organization)}
      AND timestamp >= ${instant(from)} AND timestamp <= ${instant(to)}
      AND row_id >= ${uint64(firstRow)} AND row_id <= ${uint64(lastRow)}
      AND bitAnd(row_id, 65535) = ${uint32(Number(firstRow & NODE_MASK))}`);
  return Number(rowsOf(answer)[0]?.['events'] ?? 0);
}

async function countDead(
  { queue }: ReceiptNeeds,
  organization: OrganizationId,
  position: bigint,
): Promise<number> {
  const ids = [deadLetterId(position)];
  const letters = await queue.listDeadLetters({ organization, ids }, { limit: 1 });
  return letters[0]?.events ?? 0;
}
