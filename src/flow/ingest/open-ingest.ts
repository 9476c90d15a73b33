/** What every way in works with, put together once: all of them share its threads and its room on the disk. */
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { IngestNeeds } from './accept-events.ts';
import { createBackpressure } from './create-backpressure.ts';
import { createHeldRoom, type HeldRoom, type HeldRoomNeeds } from './held-room.ts';
import { createDepthWarning } from './queue-room.ts';
import { openEventReader, type ReaderNeeds } from './reading/open-event-reader.ts';

export type OpenIngestNeeds = Omit<
  IngestNeeds,
  'limits' | 'reader' | 'noteDepth' | 'backpressure' | 'heldRoom'
> &
  Pick<HeldRoomNeeds, 'quota' | 'diskBytes'> &
  ReaderNeeds & {
    readonly queue: IngestQueue;
    readonly holding: IngestQueue;
    readonly log: Log;
    readonly metrics: Metrics;
    readonly opened: Pick<AsyncDisposableStack, 'use'>;
  };

export function openIngest(needs: OpenIngestNeeds): IngestNeeds {
  const { limits, log, metrics } = needs;
  return {
    ...needs,
    reader: needs.opened.use(openEventReader(needs)),
    noteDepth: createDepthWarning(log, limits.ingest),
    backpressure: createBackpressure({ ...needs, limits: limits.ingest }),
    noteAccepted: countAccepted(metrics),
    heldRoom: openHeldRoom(needs),
  };
}

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

function openHeldRoom(needs: OpenIngestNeeds): HeldRoom {
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
