/** The program of a thread: a body comes in, and what goes into the queue comes out. */
import { freeMemory } from '../../../base/free-memory.ts';
import { FOOTER_BYTES, sealInPlace, sealPayload } from '../../../base/queue-payload.ts';
import { createBlockEncoder } from '../../../engines/store/block-encoder.ts';
import { giveWay } from '../../../engines/threads/give-way.ts';
import { ownedMemory } from '../../../engines/threads/owned-memory.ts';
import { serveJobs } from '../../../engines/threads/serve-jobs.ts';
import type { CarriedPipelines, PassedEvents, PipelineCarriage } from '../../pipelines/index.ts';
import { placesOf } from '../event-places.ts';
import type { DraftRecord } from '../normalise-event.ts';
import { readEvents } from '../read-events.ts';
import { timesOf } from '../times-of.ts';
import type { Answer, Job, ReadBatch } from './jobs.ts';

/** Small requests are answered by a thread that never waits for this one. */
const NICENESS = 10;

giveWay(NICENESS);
// Row ids come from the thread that answers requests: all of a node are one sequence.
const encoder = createBlockEncoder({ node: 0, take: () => 0 });
let carriage: PipelineCarriage | undefined;
serveJobs(run, ({ batch, unread }) => {
  const moved = batch?.payload ?? unread;
  return moved === undefined ? [] : ownedMemory(moved);
});

async function run(job: Job): Promise<Answer> {
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
  const passed =
    job.pipelines === undefined
      ? { kept: records, grownBytes: 0 }
      : await pass(job, job.pipelines, records);
  if (passed === undefined) return { ...NOTHING_READ, unread: body };
  freeMemory(bytes);
  if (records.length === 0) return { ...read, batch: undefined };
  const counted = read.bytes + Math.max(0, passed.grownBytes);
  return { ...read, bytes: counted, batch: batchOf(records, passed.kept, counted) };
}

const NOTHING_READ: Answer = { batch: undefined, bytes: 0, refusals: [], items: [] };

/** Most threads never see one, so what they are made with is loaded with the first. */
async function pass(
  { indexes, limits }: Job,
  pipelines: CarriedPipelines,
  records: readonly DraftRecord[],
): Promise<PassedEvents<DraftRecord> | undefined> {
  const { createPipelineCarriage, passedEvents } = await import('../../pipelines/index.ts');
  const { pipelineSetsMax, pipelinesMsMax } = limits.reading;
  carriage ??= createPipelineCarriage(pipelineSetsMax);
  const passage = carriage.pass(pipelines, records, indexes, pipelinesMsMax);
  return passage === undefined ? undefined : passedEvents(passage);
}

function batchOf(
  records: readonly DraftRecord[],
  kept: readonly DraftRecord[],
  sentBytes: number,
): ReadBatch {
  const accepted = records.length;
  const places = placesOf(records, kept);
  if (kept.length === 0) {
    const block = { bytes: new Uint8Array(), rows: 0, idsAt: 0 };
    const payload = sealPayload({ block: block.bytes, sentBytes, acceptedAt: 0 });
    return { accepted, places, block, payload, from: 0, to: 0 };
  }
  const block = encoder.encodeUnnumbered(kept, FOOTER_BYTES);
  const payload = sealInPlace({ block: block.bytes, sentBytes, acceptedAt: 0 });
  return { accepted, places, block, payload, ...timesOf(kept) };
}
