import assert from 'node:assert/strict';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { freeMemory } from '../../base/free-memory.ts';
import { sealPayload, stampPayload } from '../../base/queue-payload.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { LogRecord } from '../../base/record.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { UnnumberedBlock } from '../../engines/store/block-encoder.ts';
import type { AccessCache } from '../../guard/access/index.ts';
import type { QuotaMeter } from '../../guard/limits/index.ts';
import type { Limits } from '../../spec/limits.ts';
import { type IndexFacts, indexFacts } from '../indexes/index.ts';
import { applyPipelines, type Carriage, carriageOf } from '../pipelines/index.ts';
import { idsAt, placesOf } from './event-places.ts';
import type { DraftRecord } from './normalise-event.ts';
import { requireQueueRoom } from './queue-room.ts';
import { type BodyForm, type ReadEvents, readEvents } from './read-events.ts';
import type { ReceiptFacts, ReceiptIds } from './receipts/receipt-ids.ts';
import type { ReadBatch } from './threads/jobs.ts';
import type { EventReader } from './threads/open-event-reader.ts';
import { timesOf } from './times-of.ts';

export interface IngestNeeds {
  readonly queue: Pick<IngestQueue, 'append' | 'depth' | 'nodes' | 'isSpilling' | 'noteFull'>;
  readonly metadata: Pick<Metadata, 'db'>;
  readonly cache: Pick<AccessCache, 'get'>;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Turns records into the bytes the store takes, once. */
  readonly encode: (records: readonly LogRecord[]) => EncodedEvents;
  /** Gives row ids to what another thread has encoded. */
  readonly number: (block: UnnumberedBlock) => EncodedEvents['idOf'];
  /** Reads large bodies on another thread; without it all are read here. */
  readonly reader?: Pick<EventReader, 'isFor' | 'read'>;
  /** Told this node's part of the depth of the queue before each append. */
  readonly noteDepth: (depth: { readonly events: number }) => void;
  /** Where events over the daily quota wait. */
  readonly holding: Pick<IngestQueue, 'append' | 'depth' | 'nodes' | 'noteFull'>;
  readonly quota: QuotaMeter;
  readonly receipts: Pick<ReceiptIds, 'write'>;
}

export interface EncodedEvents {
  readonly bytes: Uint8Array;
  /** The `_id` of the record at a position. */
  readonly idOf: (position: number) => string;
}

/** What is on disk: the events that the organization's pipelines have left. */
export interface QueuedEvents {
  /** Events of the request. */
  readonly accepted: number;
  /** How many of them the pipelines have left. */
  readonly events: number;
  /** They wait until the quota has room for them, or are discarded. */
  readonly isHeld: boolean;
  /** Under this id people can see what becomes of them. */
  readonly receipt: string;
  /** The `_id` of the event at a position of the request; empty when a pipeline has dropped it. */
  readonly idOf: (position: number) => string;
}

export interface AcceptedEvents {
  readonly accepted: number;
  /** How many of them a pipeline has thrown away, as it should. */
  readonly dropped?: number;
  /** They are over the daily quota and held back. */
  readonly throttled?: true;
  readonly receipt: string;
  readonly ids?: string[];
}

/** Beyond this many events an answer with their ids would be longer than it is worth. */
const IDS_MAX = 100;

/** A body as it came, and what the door knows about it. */
export interface SentBody {
  readonly form: BodyForm;
  readonly body: Buffer;
  /** For events that name none. */
  readonly index: string;
}

export interface TakenEvents extends Pick<ReadEvents, 'refusals' | 'items'> {
  /** Undefined when all events were refused. */
  readonly queued: QueuedEvents | undefined;
}

/**
 * Resolves once the events would survive a power cut. Whoever waits for the disk holds on to nothing large:
 * under load that halves what the garbage collector has to move.
 */
export async function takeEvents(
  needs: IngestNeeds,
  actor: Actor,
  sent: SentBody,
): Promise<TakenEvents> {
  const facts = indexFacts(needs, actor.organization);
  const indexes = facts instanceof Promise ? await facts : facts;
  const { reader } = needs;
  if (!reader?.isFor(sent.body.length)) return takeHere(needs, actor, sent, indexes);
  const known = carriageOf(needs, actor.organization);
  const carriage = known instanceof Promise ? await known : known;
  if (carriage.kind === 'slow') return takeHere(needs, actor, sent, indexes);
  return takeBeside(needs, reader, actor, sent, indexes, carriage);
}

/** On the doors where all events are taken or none. */
export async function acceptEvents(
  needs: IngestNeeds,
  actor: Actor,
  sent: SentBody,
): Promise<AcceptedEvents> {
  return takeEvents(needs, actor, sent).then(({ queued }) => {
    assert(queued !== undefined, 'these doors refuse a request without events');
    return acceptedAnswer(queued);
  });
}

function acceptedAnswer({ accepted, events, isHeld, receipt, idOf }: QueuedEvents): AcceptedEvents {
  const facts = { accepted, receipt, ...(isHeld ? ({ throttled: true } as const) : {}) };
  const dropped = accepted - events;
  if (dropped > 0) return { ...facts, dropped };
  if (accepted > IDS_MAX) return facts;
  return { ...facts, ids: Array.from({ length: accepted }, (_, position) => idOf(position)) };
}

function takeHere(
  needs: IngestNeeds,
  actor: Actor,
  { form, body, index }: SentBody,
  indexes: IndexFacts,
): Promise<TakenEvents> {
  const defaults = {
    ...sharedFacts(needs, actor, index),
    limits: needs.limits.events,
    retentionOf: (name: string) => indexes.get(name),
  };
  const { records, bytes, refusals, items } = readEvents(needs.limits, form, body, defaults);
  const queued =
    records.length === 0
      ? Promise.resolve(undefined)
      : queueRecords(needs, actor, records, bytes, indexes);
  return queued.then((events) => ({ queued: events, refusals, items }));
}

async function takeBeside(
  needs: IngestNeeds,
  reader: NonNullable<IngestNeeds['reader']>,
  actor: Actor,
  { form, body, index }: SentBody,
  indexes: IndexFacts,
  carriage: Exclude<Carriage, { readonly kind: 'slow' }>,
): Promise<TakenEvents> {
  const { events, http, reading } = needs.limits;
  const { batch, bytes, refusals, items, unread } = await reader.read({
    ...sharedFacts(needs, actor, index),
    form,
    body,
    indexes,
    ...(carriage.kind === 'carried' ? { pipelines: carriage.pipelines } : {}),
    limits: { events, http, reading },
  });
  if (unread !== undefined) {
    if (carriage.kind === 'carried') carriage.noteSlow();
    const again = Buffer.from(unread.buffer, unread.byteOffset, unread.byteLength);
    return takeHere(needs, actor, { form, body: again, index }, indexes);
  }
  if (batch === undefined) return { queued: undefined, refusals, items };
  const isHeld = await isOverQuota(needs, actor.organization);
  const prepared = prepareRead(needs, batch);
  const queued = await append(needs, actor.organization, prepared, { sentBytes: bytes, isHeld });
  // It is on disk now, and was made for nothing else.
  freeMemory(batch.payload);
  return { queued, refusals, items };
}

/** What holds for all events of a request. */
function sharedFacts(needs: IngestNeeds, actor: Actor, index: string) {
  return {
    organization: actor.organization,
    index,
    source: actor.who.kind === 'api_key' ? actor.who.name : 'web',
    now: needs.clock.now(),
  };
}

/** Takes all of the records or none. What pipelines add to them is counted with what was sent. */
async function queueRecords(
  needs: IngestNeeds,
  { organization }: Actor,
  records: readonly DraftRecord[],
  bytes: number,
  indexes: IndexFacts,
): Promise<QueuedEvents> {
  const passed = applyPipelines(needs, organization, records, indexes);
  const { kept, grownBytes } = passed instanceof Promise ? await passed : passed;
  const counted = bytes + Math.max(0, grownBytes);
  const over = isOverQuota(needs, organization);
  const isHeld = over instanceof Promise ? await over : over;
  return append(needs, organization, prepare(needs, records, kept, counted), {
    sentBytes: counted,
    isHeld,
  });
}

function isOverQuota(
  { quota }: IngestNeeds,
  organization: OrganizationId,
): boolean | Promise<boolean> {
  const verdict = quota.verdict(organization);
  if (verdict instanceof Promise) return verdict.then((answer) => answer === 'held');
  return verdict === 'held';
}

/** What is left to do needs no records any more. */
interface PreparedEvents {
  readonly blockBytes: number;
  /** What goes into the queue, once it is known when it was accepted. */
  readonly seal: (acceptedAt: number) => Uint8Array;
  readonly facts: Pick<ReceiptFacts, 'accepted' | 'queued' | 'firstRow' | 'from' | 'to'>;
  readonly idOf: QueuedEvents['idOf'];
}

/** Events that a pipeline drops count as accepted, too: then a batch without events carries their size. */
const NOTHING_QUEUED = { queued: 0, firstRow: 0n, from: 0, to: 0 } as const;

function prepare(
  needs: IngestNeeds,
  records: readonly DraftRecord[],
  kept: readonly DraftRecord[],
  sentBytes: number,
): PreparedEvents {
  const accepted = records.length;
  if (kept.length === 0) {
    const facts = { accepted, ...NOTHING_QUEUED };
    return { ...sealing(new Uint8Array(), sentBytes), facts, idOf: () => '' };
  }
  const encoded = needs.encode(kept);
  const firstRow = BigInt(`0x${encoded.idOf(0)}`);
  const facts = { accepted, queued: kept.length, firstRow, ...timesOf(kept) };
  const idOf = idsAt(placesOf(records, kept), encoded.idOf);
  return { ...sealing(encoded.bytes, sentBytes), facts, idOf };
}

function sealing(
  block: Uint8Array,
  sentBytes: number,
): Pick<PreparedEvents, 'blockBytes' | 'seal'> {
  return {
    blockBytes: block.length,
    seal: (acceptedAt) => sealPayload({ block, sentBytes, acceptedAt }),
  };
}

/** The same for what another thread has read and encoded. */
function prepareRead(needs: IngestNeeds, batch: ReadBatch): PreparedEvents {
  const { block, payload, accepted, places, from, to } = batch;
  const blockBytes = block.bytes.length;
  const seal = (acceptedAt: number): Uint8Array => stampPayload(payload, acceptedAt);
  if (block.rows === 0) {
    return { blockBytes, seal, facts: { accepted, ...NOTHING_QUEUED }, idOf: () => '' };
  }
  const idOf = needs.number(block);
  const firstRow = BigInt(`0x${idOf(0)}`);
  const facts = { accepted, queued: block.rows, firstRow, from, to };
  return { blockBytes, seal, facts, idOf: idsAt(places, idOf) };
}

async function append(
  needs: IngestNeeds,
  organization: OrganizationId,
  { blockBytes, seal, facts, idOf }: PreparedEvents,
  { sentBytes, isHeld }: { readonly sentBytes: number; readonly isHeld: boolean },
): Promise<QueuedEvents> {
  const queue = isHeld ? needs.holding : needs.queue;
  const isSpilling = needs.queue.isSpilling();
  const room = { queue, limits: needs.limits.ingest, isSpilling };
  const { accepted, queued: events } = facts;
  requireQueueRoom(room, organization, events, blockBytes);
  needs.noteDepth({ events: needs.queue.depth().events / needs.queue.nodes() });
  const acceptedAt = needs.clock.now();
  const position = await queue.append({ organization, events, payload: seal(acceptedAt) });
  // What is held counts once it is released.
  if (!isHeld) needs.quota.note(organization, sentBytes);
  const receipt = needs.receipts.write(organization, { acceptedAt, ...facts, position, isHeld });
  return { accepted, events, isHeld, receipt, idOf };
}
