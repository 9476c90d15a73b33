import type { Clock } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import { sealPayload } from '../../base/queue-payload.ts';
import type { LogRecord } from '../../base/record.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import { reservedIndex, type ReservedWriter } from '../../spec/reserved-indexes.ts';
import type { EventEncoder } from './reading/create-encoder.ts';

interface AppendNeeds {
  readonly queue: Pick<IngestQueue, 'append'>;
  readonly encoder: Pick<EventEncoder, 'encode'>;
  readonly clock: Clock;
}

/**
 * Appends the platform's own events to the queue, outside of quotas; resolves once they are durable there. A room can
 * only write to its own reserved index.
 */
export async function appendReserved(
  { queue, encoder, clock }: AppendNeeds,
  writer: ReservedWriter,
  organization: OrganizationId,
  records: readonly LogRecord[],
): Promise<void> {
  for (const { index } of records) {
    if (reservedIndex(index)?.writer === writer) continue;
    throw new Error(`the index ${index} is not written by ${writer}`);
  }
  const { payload } = encoder.encode(records);
  sealPayload(payload, { sentBytes: 0, acceptedAt: clock.now() });
  await queue.append({ organization, events: records.length, payload });
}
