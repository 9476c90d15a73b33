/** Program of a worker thread: receives a body and returns the batch for the queue. */
import { freeMemory } from '../../../base/free-memory.ts';
import { FOOTER_BYTES } from '../../../base/queue-payload.ts';
import { createBlockEncoder } from '../../../engines/store/block-encoder.ts';
import { lowerPriority } from '../../../engines/threads/lower-priority.ts';
import { ownedMemory } from '../../../engines/threads/owned-memory.ts';
import { serveJobs } from '../../../engines/threads/serve-jobs.ts';
import type { PassedEvents, PipelineRunner, PortablePipelines } from '../../pipelines/index.ts';
import type { DraftRecord } from '../normalise-event.ts';
import { placesOf } from './event-places.ts';
import type { Answer, Job, UnnumberedBatch } from './jobs.ts';
import { readEvents } from './read-events.ts';
import { timesOf } from './times-of.ts';

/** Small requests are answered by a thread that never waits for this one. */
const NICENESS = 10;

lowerPriority(NICENESS);
// Row IDs come from the thread that handles requests: all IDs of a node form one sequence.
const encoder = createBlockEncoder({ node: 0, take: () => 0 });
let runner: PipelineRunner | undefined;
serveJobs(run, ({ batch, unread }) => {
  const moved = batch?.block?.bytes ?? unread;
  return moved === undefined ? [] : ownedMemory(moved);
});

async function run(job: Job): Promise<Answer> {
  const { form, body, indexes, limits, organization, index, source, now } = job;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const {
    records,
    bytes: readBytes,
    refusals,
    items,
  } = readEvents(limits, form, bytes, {
    organization,
    index,
    source,
    now,
    limits: limits.events,
    retentionOf: (name) => indexes.get(name),
  });
  const passed =
    job.pipelines === undefined
      ? { kept: records, grownBytes: 0 }
      : await pass(job, job.pipelines, records);
  if (passed === undefined) return { ...NOTHING_READ, unread: body };
  freeMemory(bytes);
  if (records.length === 0) return { refusals, items, batch: undefined };
  const sentBytes = readBytes + Math.max(0, passed.grownBytes);
  return { refusals, items, batch: batchOf(records, passed.kept, sentBytes) };
}

const NOTHING_READ: Answer = { batch: undefined, refusals: [], items: [] };

/** Most threads never see one, so what they are made with is loaded with the first. */
async function pass(
  { indexes, limits }: Job,
  pipelines: PortablePipelines,
  records: readonly DraftRecord[],
): Promise<PassedEvents<DraftRecord> | undefined> {
  const { createPipelineRunner, passedEvents } = await import('../../pipelines/index.ts');
  const { pipelineSetsMax, pipelinesMsMax } = limits.reading;
  runner ??= createPipelineRunner(pipelineSetsMax);
  const passage = runner.pass(pipelines, records, indexes, pipelinesMsMax);
  return passage === undefined ? undefined : passedEvents(passage);
}

function batchOf(
  records: readonly DraftRecord[],
  kept: readonly DraftRecord[],
  sentBytes: number,
): UnnumberedBatch {
  const facts = { accepted: records.length, sentBytes, places: placesOf(records, kept) };
  if (kept.length === 0) return { ...facts, block: undefined, from: 0, to: 0 };
  return { ...facts, block: encoder.encodeUnnumbered(kept, FOOTER_BYTES), ...timesOf(kept) };
}
