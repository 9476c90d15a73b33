import type { Limits } from '../../../spec/limits.ts';
import { applyPipelines, type PassedEvents, type PipelineNeeds } from '../../pipelines/index.ts';
import type { DraftRecord } from '../normalise-event.ts';
import type { EventEncoder } from './create-encoder.ts';
import { placesOf } from './event-places.ts';
import type { BodyToRead, EventBatch, EventReader, ReadBody } from './event-reader.ts';
import { emptyBatch, makeBatch } from './make-batch.ts';
import { readEvents } from './read-events.ts';
import { timesOf } from './times-of.ts';

export interface LocalReaderNeeds extends PipelineNeeds {
  readonly limits: Limits;
  readonly encoder: Pick<EventEncoder, 'encode'>;
}

/** Reads on the thread that handles requests; slow pipelines yield to other work. */
export function createLocalReader(needs: LocalReaderNeeds): EventReader {
  return { read: (body) => readHere(needs, body) };
}

function readHere(needs: LocalReaderNeeds, read: BodyToRead): ReadBody | Promise<ReadBody> {
  const { form, body, indexes, organization, ...facts } = read;
  const defaults = {
    ...facts,
    organization,
    limits: needs.limits.events,
    retentionOf: (name: string) => indexes.get(name),
  };
  const { records, bytes, refusals, items } = readEvents(needs.limits, form, body, defaults);
  if (records.length === 0) return { batch: undefined, refusals, items };
  const passed = applyPipelines(needs, organization, records, indexes);
  const finish = (left: PassedEvents<DraftRecord>): ReadBody => ({
    batch: batchOf(needs.encoder, records, bytes, left),
    refusals,
    items,
  });
  return passed instanceof Promise ? passed.then(finish) : finish(passed);
}

function batchOf(
  encoder: LocalReaderNeeds['encoder'],
  records: readonly DraftRecord[],
  bytes: number,
  { kept, grownBytes }: PassedEvents<DraftRecord>,
): EventBatch {
  const accepted = records.length;
  const sentBytes = bytes + Math.max(0, grownBytes);
  if (kept.length === 0) return emptyBatch(accepted, sentBytes);
  const facts = { accepted, sentBytes, places: placesOf(records, kept), ...timesOf(kept) };
  return makeBatch(facts, kept.length, encoder.encode(kept));
}
