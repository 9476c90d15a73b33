/**
 * Removes settled entries from the server in the background: first the entries, then their manifest, after every node
 * has had time to read it. If a node dies in between, others finish the removal.
 */
import { refresh } from './control.ts';
import { chunkTime, findEntry, inParallel, learnEntries } from './entries.ts';
import type { EntryFacts, Ledger } from './ledger.ts';
import type { EntryRef, KnownManifest } from './manifest.ts';
import type { NatsQueue } from './nats-queue.ts';

/** The facts required to remove an entry. */
type Removable = Pick<EntryFacts, 'ref' | 'sequence' | 'chunks'>;

/** Starts removing the entries of a settled manifest, including `known`. The next sweep retries what fails. */
export function removeSoon(
  queue: NatsQueue,
  manifest: KnownManifest,
  known: readonly Removable[],
): void {
  const { ledger } = queue;
  const removal = removeAll(queue, manifest, known)
    .then(() => noteRemoved(queue, ledger, manifest.token))
    .catch((error: unknown) => {
      queue.log.warn({ err: error }, 'removing stored entries failed, retrying');
    })
    .finally(() => queue.removals.delete(removal));
  queue.removals.add(removal);
}

async function removeAll(
  queue: NatsQueue,
  { entries }: KnownManifest,
  known: readonly Removable[],
): Promise<void> {
  await inParallel(known, (entry) => removeEntry(queue, entry));
  const done = new Set(known.map(({ ref }) => ref));
  await inParallel(
    entries.filter((ref) => !done.has(ref)),
    (ref) => removeByRef(queue, ref),
  );
}

/**
 * Removes one message after the other, the entry last, so that an interrupted removal can be continued. Never purge a
 * subject: some servers then move every reader past the messages of other subjects.
 */
async function removeEntry(queue: NatsQueue, { sequence, chunks }: Removable): Promise<void> {
  for (const part of [...(chunks?.sequences ?? []), sequence]) {
    await removeMessage(queue, queue.subjects.entryStream, part);
  }
}

/** For an entry that this node does not know: the server may have given its number to another one meanwhile. */
async function removeByRef(queue: NatsQueue, ref: EntryRef): Promise<void> {
  const entry = await findEntry(queue, ref);
  if (entry !== undefined) await removeEntry(queue, entry);
}

async function removeMessage({ jsm }: NatsQueue, stream: string, sequence: number): Promise<void> {
  try {
    await jsm.streams.deleteMessage(stream, sequence, false);
  } catch (error) {
    const isThere = await jsm.streams.getMessage(stream, { seq: sequence });
    if (isThere !== null) throw error;
  }
}

/** Unless the node has reloaded since: then the server may have lost part of it. */
function noteRemoved(queue: NatsQueue, ledger: Ledger, token: string): void {
  if (queue.ledger === ledger) queue.removed.set(token, performance.now());
}

/** Removes manifests that are no longer needed; called periodically. */
export async function sweep(queue: NatsQueue): Promise<void> {
  for (const manifest of queue.ledger.manifests.values()) {
    const ageMs = queue.clock.now() - Number(manifest.time / 1_000_000n);
    if (ageMs > queue.limits.recordMsMin) await sweepManifest(queue, manifest, ageMs);
  }
}

async function sweepManifest(
  queue: NatsQueue,
  manifest: KnownManifest,
  ageMs: number,
): Promise<void> {
  const { ledger } = queue;
  const { token, fate, entries, sequence } = manifest;
  const isDone = fate === 'gone' ? isForgettable(queue, token) : await ownsNothing(queue, manifest);
  if (isDone) {
    await removeMessage(queue, queue.subjects.controlStream, sequence);
    ledger.drop(token);
    queue.removed.delete(token);
    return;
  }
  if (fate !== 'gone' || queue.removed.has(token)) return;
  // Another node had its time to do it: either it has, and this one missed that, or it died.
  if (ageMs > 2 * queue.limits.recordMsMin) {
    await refresh(queue, token);
    if (!ledger.manifests.has(token)) return;
    await inParallel(entries, (ref) => removeByRef(queue, ref));
    noteRemoved(queue, ledger, token);
  }
}

/** A server that is killed forgets its last removals: it must have written them down before the manifest goes. */
function isForgettable({ removed, limits }: NatsQueue, token: string): boolean {
  const removedAt = removed.get(token);
  return removedAt !== undefined && performance.now() - removedAt > limits.recordMsMin;
}

/** Dead letters that were all replayed or discarded, or a replay that was all claimed. */
async function ownsNothing(queue: NatsQueue, manifest: KnownManifest): Promise<boolean> {
  const { token, fate, entries } = manifest;
  const owns = (ref: EntryRef): boolean =>
    queue.ledger.entries.has(ref) && queue.ledger.ownerOf(ref)?.token === token;
  if ((fate !== 'dead' && fate !== 'waiting') || entries.some(owns)) return false;
  await learnEntries(queue, manifest);
  return !entries.some(owns);
}

/** Removes chunks without an entry: their writer died before writing the last message. */
export async function sweepChunks(queue: NatsQueue): Promise<void> {
  const { looseChunks, clock, limits } = queue;
  for (const [id, sequences] of looseChunks) {
    if (clock.now() - chunkTime(id) < limits.chunkMsMax) continue;
    await inParallel(sequences, (sequence) => removeChunk(queue, id, sequence));
    looseChunks.delete(id);
  }
}

/** Long after it was written: its number may be another message's by now. */
async function removeChunk(queue: NatsQueue, id: string, sequence: number): Promise<void> {
  const { jsm, subjects } = queue;
  const stored = await jsm.streams.getMessage(subjects.entryStream, { seq: sequence });
  const isOurs = stored !== null && !subjects.isEntry(stored.subject);
  if (isOurs && subjects.tokenOf(stored.subject) === id) {
    await removeMessage(queue, subjects.entryStream, sequence);
  }
}
