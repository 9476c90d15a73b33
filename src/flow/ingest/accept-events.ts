import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { AppError, type ErrorDetail } from '../../base/errors.ts';
import { sealPayload } from '../../base/queue-payload.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { LogRecord } from '../../base/record.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { AccessCache } from '../../guard/access/index.ts';
import type { QuotaMeter } from '../../guard/limits/index.ts';
import type { Limits } from '../../spec/limits.ts';
import { applyPipelines } from '../pipelines/index.ts';
import { type IndexFacts, indexFacts } from './index-facts.ts';
import { type DraftRecord, type EventDefaults, normaliseEvent } from './normalise-event.ts';
import { requireQueueRoom } from './queue-room.ts';
import type { SentEvents } from './read-json-events.ts';
import type { ReceiptFacts, ReceiptIds } from './receipts/receipt-ids.ts';

export interface IngestNeeds {
  readonly queue: Pick<IngestQueue, 'append' | 'depth' | 'nodes'>;
  readonly metadata: Pick<Metadata, 'db'>;
  readonly cache: Pick<AccessCache, 'get'>;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Turns records into the bytes the store takes, once. */
  readonly encode: (records: readonly LogRecord[]) => EncodedEvents;
  /** Told this node's part of the depth of the queue before each append. */
  readonly noteDepth: (depth: { readonly events: number }) => void;
  /** Where events over the daily quota wait. */
  readonly holding: Pick<IngestQueue, 'append' | 'depth' | 'nodes'>;
  readonly quota: QuotaMeter;
  readonly receipts: Pick<ReceiptIds, 'write'>;
  /** Since when the store is away, as the writer of this node knows it. */
  readonly outageSince: () => number | undefined;
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

/**
 * Resolves once the events would survive a power cut. All or nothing. Whoever waits for the disk holds on
 * to nothing large: under load that halves what the garbage collector has to move.
 */
export async function acceptEvents(
  needs: IngestNeeds,
  actor: Actor,
  sent: SentEvents,
  index: string,
): Promise<AcceptedEvents> {
  const known = eventDefaults(needs, actor, index);
  const defaults = known instanceof Promise ? await known : known;
  const records = normaliseAll(sent, defaults, needs.limits);
  return queueRecords(needs, actor, records, sent.bytes).then(acceptedAnswer);
}

function acceptedAnswer({ accepted, events, isHeld, receipt, idOf }: QueuedEvents): AcceptedEvents {
  const facts = { accepted, receipt, ...(isHeld ? ({ throttled: true } as const) : {}) };
  const dropped = accepted - events;
  if (dropped > 0) return { ...facts, dropped };
  if (accepted > IDS_MAX) return facts;
  return { ...facts, ids: Array.from({ length: accepted }, (_, position) => idOf(position)) };
}

/**
 * The half that all doors share: resolves once the records would survive a power cut, and takes all of
 * them or none. `sentBytes` is the size of the events as they were sent.
 */
export async function queueRecords(
  needs: IngestNeeds,
  { organization }: Actor,
  records: readonly DraftRecord[],
  sentBytes: number,
): Promise<QueuedEvents> {
  const indexes = indexFacts(needs, organization);
  const known = indexes instanceof Promise ? await indexes : indexes;
  const passed = applyPipelines(needs, organization, records, known);
  const kept = passed instanceof Promise ? await passed : passed;
  const verdict = needs.quota.verdict(organization);
  const isHeld = (verdict instanceof Promise ? await verdict : verdict) === 'held';
  return append(needs, organization, prepare(needs, records, kept), {
    sentBytes,
    isHeld,
  });
}

/** What is left to do needs no records any more. */
interface PreparedEvents {
  readonly block: Uint8Array;
  readonly facts: Pick<ReceiptFacts, 'accepted' | 'queued' | 'firstRow' | 'from' | 'to'>;
  readonly idOf: QueuedEvents['idOf'];
}

/** Events that a pipeline drops count as accepted, too: then a batch without events carries their size. */
const NOTHING_QUEUED = { queued: 0, firstRow: 0n, from: 0, to: 0 } as const;

function prepare(
  needs: IngestNeeds,
  records: readonly DraftRecord[],
  kept: readonly DraftRecord[],
): PreparedEvents {
  const accepted = records.length;
  if (kept.length === 0) {
    return { block: new Uint8Array(), facts: { accepted, ...NOTHING_QUEUED }, idOf: () => '' };
  }
  const encoded = needs.encode(kept);
  const firstRow = BigInt(`0x${encoded.idOf(0)}`);
  const facts = { accepted, queued: kept.length, firstRow, ...timesOf(kept) };
  return { block: encoded.bytes, facts, idOf: idsFor(records, kept, encoded) };
}

async function append(
  needs: IngestNeeds,
  organization: OrganizationId,
  { block, facts, idOf }: PreparedEvents,
  { sentBytes, isHeld }: { readonly sentBytes: number; readonly isHeld: boolean },
): Promise<QueuedEvents> {
  const queue = isHeld ? needs.holding : needs.queue;
  const room = { ...needs, queue, limits: needs.limits.ingest, now: () => needs.clock.now() };
  const { accepted, queued: events } = facts;
  requireQueueRoom(room, organization, events, block.length);
  needs.noteDepth({ events: needs.queue.depth().events / needs.queue.nodes() });
  const acceptedAt = needs.clock.now();
  const payload = sealPayload({ block, sentBytes, acceptedAt });
  const position = await queue.append({ organization, events, payload });
  // What is held counts once it is released.
  if (!isHeld) needs.quota.note(organization, sentBytes);
  const receipt = needs.receipts.write(organization, { acceptedAt, ...facts, position, isHeld });
  return { accepted, events, isHeld, receipt, idOf };
}

/** Oldest and newest: the store finds events by their time. */
function timesOf(records: readonly DraftRecord[]): { readonly from: number; readonly to: number } {
  let from = Infinity;
  let to = -Infinity;
  for (const { timestamp } of records) {
    if (timestamp < from) from = timestamp;
    if (timestamp > to) to = timestamp;
  }
  return { from, to };
}

/** Positions are those of the request; an event that a pipeline dropped has no id. */
function idsFor(
  records: readonly DraftRecord[],
  kept: readonly DraftRecord[],
  { idOf }: EncodedEvents,
): EncodedEvents['idOf'] {
  if (kept.length === records.length) return idOf;
  const placeOf = new Map(kept.map((record, place) => [record, place]));
  const places = records.map((record) => placeOf.get(record));
  return (position) => {
    const place = places[position];
    return place === undefined ? '' : idOf(place);
  };
}

/** What holds for all events of a request; at once when the organization's indexes are known already. */
export function eventDefaults(
  needs: IngestNeeds,
  actor: Actor,
  index: string,
): EventDefaults | Promise<EventDefaults> {
  const facts = indexFacts(needs, actor.organization);
  return facts instanceof Promise
    ? facts.then((indexes) => defaultsFor(needs, actor, index, indexes))
    : defaultsFor(needs, actor, index, facts);
}

function defaultsFor(
  needs: IngestNeeds,
  actor: Actor,
  index: string,
  indexes: IndexFacts,
): EventDefaults {
  return {
    organization: actor.organization,
    index,
    source: actor.who.kind === 'api_key' ? actor.who.name : 'web',
    now: needs.clock.now(),
    limits: needs.limits.events,
    retentionOf: (name) => indexes.get(name),
  };
}

/** Every bad event is named, up to a bound; one is enough to refuse the request. */
function normaliseAll(sent: SentEvents, defaults: EventDefaults, limits: Limits): DraftRecord[] {
  const details: ErrorDetail[] = [];
  const unknown: ErrorDetail[] = [];
  const problems = {
    add: (detail: ErrorDetail) => details.push(detail),
    addUnknownIndex: (path: string, index: string) =>
      unknown.push({ path, message: `There is no index named ${JSON.stringify(index)}.` }),
  };
  const records: DraftRecord[] = [];
  for (let position = 0; position < sent.events.length; position++) {
    const record = normaliseEvent(sent.events[position], sent.pathOf(position), defaults, problems);
    if (record !== undefined) records.push(record);
    else if (details.length + unknown.length >= limits.http.detailsMax) break;
  }
  if (details.length > 0) {
    throw new AppError('VALIDATION_ERROR', 'Some events are not valid; none was taken.', {
      details: [...details, ...unknown],
    });
  }
  if (unknown.length > 0) {
    throw new AppError('UNKNOWN_INDEX', 'Some events name an index that does not exist.', {
      details: unknown,
    });
  }
  return records;
}
