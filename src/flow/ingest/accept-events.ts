import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { AppError, type ErrorDetail } from '../../base/errors.ts';
import type { LogRecord } from '../../base/record.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { AccessCache } from '../../guard/access/index.ts';
import type { Limits } from '../../spec/limits.ts';
import { type IndexFacts, indexFacts } from './index-facts.ts';
import { type EventDefaults, normaliseEvent } from './normalise-event.ts';
import { requireQueueRoom } from './queue-room.ts';
import type { SentEvents } from './read-json-events.ts';

export interface IngestNeeds {
  readonly queue: Pick<IngestQueue, 'append' | 'depth'>;
  readonly metadata: Pick<Metadata, 'db'>;
  readonly cache: Pick<AccessCache, 'get'>;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Turns records into the bytes the store takes, once. */
  readonly encode: (records: readonly LogRecord[]) => EncodedEvents;
  /** Told the depth of the queue before each append. */
  readonly noteDepth: (depth: { readonly events: number }) => void;
  /** Since when the store is away, as the writer of this node knows it. */
  readonly outageSince: () => number | undefined;
}

export interface EncodedEvents {
  readonly bytes: Uint8Array;
  /** The `_id` of the record at a position. */
  idOf(position: number): string;
}

export interface AcceptedEvents {
  readonly accepted: number;
  readonly ids?: string[];
}

/** Beyond this many events an answer with their ids would be longer than it is worth. */
const IDS_MAX = 100;

/** Resolves once the events would survive a power cut. All or nothing. */
export async function acceptEvents(
  needs: IngestNeeds,
  actor: Actor,
  sent: SentEvents,
  index: string,
): Promise<AcceptedEvents> {
  const facts = indexFacts(needs, actor.organization);
  const indexes = facts instanceof Promise ? await facts : facts;
  const records = normaliseAll(sent, defaultsFor(needs, actor, index, indexes), needs.limits);
  const encoded = needs.encode(records);
  const accepted = records.length;
  const room = { ...needs, limits: needs.limits.ingest, now: () => needs.clock.now() };
  requireQueueRoom(room, actor.organization, accepted, encoded.bytes.length);
  needs.noteDepth(needs.queue.depth());
  await needs.queue.append({
    organization: actor.organization,
    events: accepted,
    payload: encoded.bytes,
  });
  if (accepted > IDS_MAX) return { accepted };
  return { accepted, ids: records.map((_, position) => encoded.idOf(position)) };
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
function normaliseAll(sent: SentEvents, defaults: EventDefaults, limits: Limits): LogRecord[] {
  const details: ErrorDetail[] = [];
  const unknown: ErrorDetail[] = [];
  const problems = {
    add: (detail: ErrorDetail) => details.push(detail),
    addUnknownIndex: (path: string, index: string) =>
      unknown.push({ path, message: `There is no index named ${JSON.stringify(index)}.` }),
  };
  const records: LogRecord[] = [];
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
