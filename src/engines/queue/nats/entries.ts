import { headers } from '@nats-io/transport-node';
import { randomBase62, type OrganizationId } from '../../../base/ids.ts';
import { KB } from '../../../spec/units.ts';
import { queueUnavailable } from '../queue-unavailable.ts';
import type { QueueEntry } from '../queue.ts';
import type { EntryFacts, LedgerEntry } from './ledger.ts';
import { entryRef, sequenceOf, type EntryRef, type KnownManifest } from './manifest.ts';
import { entryFacts, HEADERS, publish, rejectOnDisconnect, type NatsQueue } from './nats-queue.ts';

/** Room for subject and headers in a message; the server counts them. */
const HEADER_BYTES = 8 * KB;
/** Maximum number of concurrent requests. */
const PARALLEL_MAX = 32;
const CHUNK_ID_CHARACTERS = 8;
const MARK_CHARACTERS = 3;

/** Stores an entry and tells the ledger. A large one goes in chunks first; only the message after them makes it an entry. */
export async function storeEntry(queue: NatsQueue, entry: QueueEntry): Promise<number> {
  const { organization, events, payload } = entry;
  const head = headers();
  const mark = randomBase62(MARK_CHARACTERS);
  head.set(HEADERS.mark, mark);
  head.set(HEADERS.events, String(events));
  head.set(HEADERS.bytes, String(payload.byteLength));
  const chunkBytes = chunkBytesOf(queue);
  const chunks =
    payload.byteLength > chunkBytes
      ? await storeChunks(queue, organization, payload, chunkBytes)
      : undefined;
  if (chunks !== undefined) {
    head.set(HEADERS.chunkId, chunks.id);
    head.set(HEADERS.chunkSequences, chunks.sequences.join());
  }
  const body = chunks === undefined ? payload : new Uint8Array();
  const { seq } = await publish(queue, queue.subjects.entry(organization), body, { headers: head });
  const order = BigInt(queue.clock.now()) * 1_000_000n;
  const facts = { organization, events, bytes: payload.byteLength, chunks, order };
  queue.ledger.addEntry({ ref: entryRef(seq, mark), sequence: seq, ...facts });
  queue.wakeUp.wake();
  return seq;
}

/** What fits into one message of the server that is connected now; while none is, nothing can be stored. */
function chunkBytesOf({ connection, limits }: NatsQueue): number {
  const messageBytes = connection.info?.max_payload ?? 0;
  if (messageBytes <= HEADER_BYTES) {
    throw queueUnavailable(limits, new Error('NATS is not connected, or rejects messages.'));
  }
  return messageBytes - HEADER_BYTES;
}

async function storeChunks(
  queue: NatsQueue,
  organization: OrganizationId,
  payload: Uint8Array,
  chunkBytes: number,
): Promise<{ readonly id: string; readonly sequences: readonly number[] }> {
  const id = `${queue.clock.now()}-${randomBase62(CHUNK_ID_CHARACTERS)}`;
  const subject = queue.subjects.chunk(organization, id);
  const starts = Array.from(
    { length: Math.ceil(payload.byteLength / chunkBytes) },
    (_, number) => number * chunkBytes,
  );
  const acks = await Promise.all(
    starts.map((start) => publish(queue, subject, payload.subarray(start, start + chunkBytes))),
  );
  return { id, sequences: acks.map(({ seq }) => seq) };
}

/** When the chunks were written, in milliseconds since 1970; their entry follows within seconds or never. */
export function chunkTime(id: string): number {
  return Number(id.slice(0, id.indexOf('-')));
}

/** The payloads in the given order; undefined for an entry that does not exist any more. */
export async function readPayloads(
  queue: NatsQueue,
  entries: readonly LedgerEntry[],
): Promise<(Uint8Array | undefined)[]> {
  return rejectOnDisconnect(
    queue,
    inParallel(entries, (entry) => readPayload(queue, entry)),
  );
}

async function readPayload(
  queue: NatsQueue,
  { sequence, chunks }: LedgerEntry,
): Promise<Uint8Array | undefined> {
  if (chunks === undefined) return readMessage(queue, sequence);
  const parts = [];
  for (const part of chunks.sequences) parts.push(await readMessage(queue, part));
  const whole = parts.filter((part) => part !== undefined);
  return whole.length < parts.length ? undefined : Buffer.concat(whole);
}

async function readMessage(queue: NatsQueue, sequence: number): Promise<Uint8Array | undefined> {
  const { jsm, subjects } = queue;
  // Any replica may answer, even one that lags behind. Only the leader can confirm that a message does not exist.
  const message =
    (await jsm.direct.getMessage(subjects.entryStream, { seq: sequence })) ??
    (await jsm.streams.getMessage(subjects.entryStream, { seq: sequence }));
  return message?.data;
}

/**
 * Requests the entries of a manifest that this node has not received. An unknown entry must not be taken for settled:
 * there is no order between the messages of the two streams.
 */
export async function learnEntries(queue: NatsQueue, manifest: KnownManifest): Promise<void> {
  const { ledger } = queue;
  const unknown = manifest.entries.filter(
    (ref) => !ledger.entries.has(ref) && ledger.ownerOf(ref)?.token === manifest.token,
  );
  const found = await rejectOnDisconnect(
    queue,
    inParallel(unknown, (ref) => findEntry(queue, ref)),
  );
  for (const facts of found) if (facts !== undefined) ledger.addEntry(facts);
}

/** Undefined when there is no such entry, or the server has given its number to another one meanwhile. */
export async function findEntry(queue: NatsQueue, ref: EntryRef): Promise<EntryFacts | undefined> {
  const { jsm, subjects } = queue;
  const stored = await jsm.streams.getMessage(subjects.entryStream, { seq: sequenceOf(ref) });
  if (stored === null || !subjects.isEntry(stored.subject)) return undefined;
  const { seq, subject, header, time } = stored;
  const timestampNanos = BigInt(time.getTime()) * 1_000_000n;
  const facts = entryFacts(subjects, { seq, subject, headers: header, timestampNanos });
  return facts.ref === ref ? facts : undefined;
}

/** Works through a list with a bounded number of requests under way; the results keep the order. */
export async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const workers = Array.from({ length: Math.min(PARALLEL_MAX, items.length) }, async () => {
    for (const [at, item] of queue) results[at] = await work(item);
  });
  await Promise.all(workers);
  return results;
}
