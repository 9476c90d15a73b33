import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { freeMemory } from '../../base/free-memory.ts';
import type { OrganizationId } from '../../base/ids.ts';
import { sealPayload } from '../../base/queue-payload.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { AccessCache } from '../../guard/access/index.ts';
import type { QuotaMeter } from '../../guard/limits/index.ts';
import type { Limits } from '../../spec/limits.ts';
import { indexFacts } from '../indexes/index.ts';
import type { Backpressure } from './create-backpressure.ts';
import type { GapNotes } from './gaps/gap-notes.ts';
import type { HeldRoom } from './held-room.ts';
import { requireQueueRoom, requireStore, type RoomNeeds } from './queue-room.ts';
import type { EventBatch, EventReader, ReadBody } from './reading/event-reader.ts';
import { isSmall } from './reading/open-event-reader.ts';
import type { BodyForm } from './reading/read-events.ts';
import type { ReceiptIds } from './receipts/receipt-ids.ts';

export interface IngestNeeds {
  readonly queue: Pick<IngestQueue, 'append' | 'depth' | 'nodes' | 'isSpilling' | 'noteFull'>;
  readonly metadata: Pick<Metadata, 'db'>;
  readonly cache: Pick<AccessCache, 'get'>;
  readonly clock: Clock;
  readonly limits: Pick<Limits, 'ingest'>;
  readonly reader: EventReader;
  /** How long large bodies wait while events pile up. */
  readonly backpressure: Backpressure;
  /** Called with this node's part of the queue depth before each append. */
  readonly noteDepth: (depth: { readonly events: number }) => void;
  /** Where events over the daily quota wait. */
  readonly holding: Pick<IngestQueue, 'append'>;
  readonly heldRoom: Pick<HeldRoom, 'require'>;
  readonly quota: Pick<QuotaMeter, 'verdict' | 'note'>;
  readonly receipts: Pick<ReceiptIds, 'write'>;
  /** Called with the accepted events and their size in bytes as sent. */
  readonly noteAccepted?: (events: number, bytes: number) => void;
  /** Records rejected events. */
  readonly gaps?: Pick<GapNotes, 'refused'>;
}

/** Events of a request that are on disk, after the organization's pipelines. */
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

/** Above this number of events, a response with their IDs would be too long to be useful. */
const IDS_MAX = 100;

/** A body as it came, and what the endpoint knows about it. */
export interface SentBody {
  readonly form: BodyForm;
  readonly body: Buffer;
  /** For events that name none. */
  readonly index: string;
}

export interface TakenEvents extends Pick<ReadBody, 'refusals' | 'items'> {
  /** Undefined when all events were refused. */
  readonly queued: QueuedEvents | undefined;
}

/**
 * Read, quota, room, append. Resolves once the events would survive a power failure. While it waits for the disk, it
 * keeps no reference to large objects: under load this halves the work of the garbage collector.
 */
export async function takeEvents(
  needs: IngestNeeds,
  actor: Actor,
  sent: SentBody,
): Promise<TakenEvents> {
  const { organization } = actor;
  const waitMs = isSmall(sent.body) ? 0 : needs.backpressure(organization);
  if (waitMs > 0) await sleep(waitMs);
  const reading = readBody(needs, actor, sent);
  const { batch, refusals, items } = reading instanceof Promise ? await reading : reading;
  if (batch === undefined) return { queued: undefined, refusals, items };
  const verdict = needs.quota.verdict(organization);
  const isHeld = (verdict instanceof Promise ? await verdict : verdict) === 'held';
  const { length } = sent.body;
  const queued = await append(needs, organization, batch, isHeld);
  needs.noteAccepted?.(queued.accepted, length);
  return { queued, refusals, items };
}

/** On the endpoints where all events are taken or none. */
export async function acceptEvents(
  needs: IngestNeeds,
  actor: Actor,
  sent: SentBody,
): Promise<AcceptedEvents> {
  return takeEvents(needs, actor, sent).then(({ queued }) => {
    assert(queued !== undefined, 'these endpoints refuse a request without events');
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

/** Synchronous if the body is small and the facts about its organization are cached. */
function readBody(
  needs: IngestNeeds,
  { organization, who }: Actor,
  sent: SentBody,
): ReadBody | Promise<ReadBody> {
  const read = (indexes: ReadonlyMap<string, number>): ReadBody | Promise<ReadBody> =>
    needs.reader.read({
      ...sent,
      organization,
      source: who.kind === 'api_key' ? who.name : 'web',
      now: needs.clock.now(),
      indexes,
    });
  const facts = indexFacts(needs, organization);
  return facts instanceof Promise ? facts.then(read) : read(facts);
}

async function append(
  needs: IngestNeeds,
  organization: OrganizationId,
  batch: EventBatch,
  isHeld: boolean,
): Promise<QueuedEvents> {
  try {
    return await appendBatch(needs, organization, batch, isHeld);
  } catch (error) {
    needs.gaps?.refused(organization);
    throw error;
  }
}

async function appendBatch(
  needs: IngestNeeds,
  organization: OrganizationId,
  batch: EventBatch,
  isHeld: boolean,
): Promise<QueuedEvents> {
  const queue = isHeld ? needs.holding : needs.queue;
  const { payload, sentBytes, idOf, ...facts } = batch;
  const { accepted, queued: events } = facts;
  requireStore(needs.queue);
  const bytes = payload.length;
  if (isHeld) needs.heldRoom.require(organization, { events, sentBytes, bytes });
  else requireQueueRoom(roomOf(needs), organization, events, bytes);
  needs.noteDepth({ events: needs.queue.depth().events / needs.queue.nodes() });
  const acceptedAt = needs.clock.now();
  sealPayload(payload, { sentBytes, acceptedAt });
  const position = await queue.append({ organization, events, payload });
  // It is on disk now, and was made for nothing else.
  freeMemory(payload);
  // Held events count once they are released.
  if (!isHeld) needs.quota.note(organization, sentBytes);
  const receipt = needs.receipts.write(organization, { acceptedAt, ...facts, position, isHeld });
  return { accepted, events, isHeld, receipt, idOf };
}

function roomOf({ queue, limits }: IngestNeeds): RoomNeeds {
  return { queue, limits: limits.ingest };
}
