import * as deadLetters from '../../contract/dead-letters.ts';
import * as elasticsearch from '../../contract/elasticsearch.ts';
import * as hec from '../../contract/hec.ts';
import * as ingest from '../../contract/ingest.ts';
import * as loki from '../../contract/loki.ts';
import * as otlp from '../../contract/otlp.ts';
import * as receipts from '../../contract/receipts.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { Room } from '../../room.ts';
import type { IngestNeeds } from './accept-events.ts';
import { createBackpressure } from './create-backpressure.ts';
import { deadLetterRoutes } from './dead-letters/dead-letter-routes.ts';
import type { DeadLetterNeeds } from './dead-letters/manage-dead-letters.ts';
import { createHeldRoom, type HeldRoom, type HeldRoomNeeds } from './held-room.ts';
import { createDepthWarning } from './queue-room.ts';
import type { ReceiptNeeds } from './receipts/read-receipt.ts';
import { receiptRoutes } from './receipts/receipt-routes.ts';
import { ingestRoutes } from './routes.ts';
import { openEventReader, type ReaderNeeds } from './reading/open-event-reader.ts';

type Needs = Omit<IngestNeeds, 'limits' | 'reader' | 'noteDepth' | 'backpressure' | 'heldRoom'> &
  Pick<HeldRoomNeeds, 'quota' | 'diskBytes'> &
  ReaderNeeds &
  DeadLetterNeeds &
  Omit<ReceiptNeeds, 'limits'> & {
    readonly queue: IngestQueue;
    readonly holding: IngestQueue;
    readonly log: Log;
    readonly metrics: Metrics;
    readonly opened: Pick<AsyncDisposableStack, 'use'>;
  };

function countAccepted(metrics: Metrics): NonNullable<IngestNeeds['noteAccepted']> {
  const accepted = metrics.counter(
    'xplain_ingest_events_total',
    'Accepted events, on disk in the queue. Includes events over quota and events dropped by pipelines.',
  );
  const sent = metrics.counter(
    'xplain_ingest_bytes_total',
    'Bytes of request bodies after decompression.',
  );
  return (events, bytes) => {
    accepted.add(events);
    sent.add(bytes);
  };
}

function openHeldRoom(needs: Needs): HeldRoom {
  const { holding, metrics } = needs;
  const refused = metrics.counter(
    'xplain_held_refused_events_total',
    'Events over quota that were refused because the holding queue was full.',
  );
  const noteRefused = (events: number): void => refused.add(events);
  const room = createHeldRoom({ ...needs, limits: needs.limits.ingest, noteRefused });
  metrics.gauge(
    'xplain_held_events',
    'Events over quota in the holding queue.',
    () => holding.depth().events,
  );
  metrics.gauge(
    'xplain_held_bytes',
    'Bytes of events over quota in the holding queue.',
    () => holding.depth().bytes,
  );
  metrics.gauge('xplain_held_bytes_max', 'Maximum bytes of the holding queue on disk.', () =>
    room.bytesMax(),
  );
  return room;
}

export const ingestRoom = {
  contract: [ingest, otlp, hec, elasticsearch, loki, receipts, deadLetters],
  open: (needs) => {
    const { queue, holding, limits, log } = needs;
    const reader = needs.opened.use(openEventReader(needs));
    return {
      routes: (app) => {
        const noteDepth = createDepthWarning(log, limits.ingest);
        const backpressure = createBackpressure({ ...needs, limits: limits.ingest });
        const noteAccepted = countAccepted(needs.metrics);
        const heldRoom = openHeldRoom(needs);
        ingestRoutes(app, { ...needs, reader, noteDepth, backpressure, noteAccepted, heldRoom });
        deadLetterRoutes(app, needs);
        receiptRoutes(app, { ...needs, limits: limits.ingest });
      },
      erase: async (organization) => {
        await queue.forgetOrganization(organization);
        await holding.forgetOrganization(organization);
      },
    };
  },
} as const satisfies Room<Needs>;
