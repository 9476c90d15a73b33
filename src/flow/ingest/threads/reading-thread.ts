/** The program of a thread: a body comes in, and what goes into the queue comes out. */
import { freeMemory } from '../../../base/free-memory.ts';
import { FOOTER_BYTES, sealInPlace } from '../../../base/queue-payload.ts';
import { createBlockEncoder } from '../../../engines/store/block-encoder.ts';
import { giveWay } from '../../../engines/threads/give-way.ts';
import { ownedMemory } from '../../../engines/threads/owned-memory.ts';
import { serveJobs } from '../../../engines/threads/serve-jobs.ts';
import { readEvents } from '../read-events.ts';
import { timesOf } from '../times-of.ts';
import type { Answer, Job } from './jobs.ts';

/** Small requests are answered by a thread that never waits for this one. */
const NICENESS = 10;

giveWay(NICENESS);
// Row ids come from the thread that answers requests: all of a node are one sequence.
const encoder = createBlockEncoder({ node: 0, take: () => 0 });
serveJobs(run, ({ batch }) => (batch === undefined ? [] : ownedMemory(batch.payload)));

function run(job: Job): Answer {
  const { form, body, indexes, limits, organization, index, source, now } = job;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const { records, ...read } = readEvents(limits, form, bytes, {
    organization,
    index,
    source,
    now,
    limits: limits.events,
    retentionOf: (name) => indexes.get(name),
  });
  freeMemory(bytes);
  if (records.length === 0) return { ...read, batch: undefined };
  const block = encoder.encodeUnnumbered(records, FOOTER_BYTES);
  const payload = sealInPlace({ block: block.bytes, sentBytes: read.bytes, acceptedAt: 0 });
  return { ...read, batch: { block, payload, ...timesOf(records) } };
}
