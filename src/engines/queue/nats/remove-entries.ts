/**
 * What is gone is removed from the server behind the scenes: first the entries, and their manifest only
 * once every node has had the time to read it. Whoever dies in between leaves the rest to the others.
 */
import { refresh } from './control.ts';
import { chunkTime, inParallel } from './entries.ts';
import type { LedgerEntry } from './ledger.ts';
import { entryRef, sequenceOf, type EntryRef, type KnownManifest } from './manifest.ts';
import { HEADERS, type NatsQueue } from './nats-queue.ts';

/** What has to be known of an entry to remove it. */
export type Removable = Pick<LedgerEntry, 'sequence' | 'organization' | 'chunks'>;

/** Starts removing the entries of a manifest that is gone. What fails is done by the next sweep. */
export function removeSoon(queue: NatsQueue, token: string, entries: readonly Removable[]): void {
  const removal = removeEntries(queue, entries)
    .then(() => {
      queue.removed.add(token);
    })
    .catch((error: unknown) => {
      queue.log.warn({ err: error }, 'removing stored entries will be tried again');
    })
    .finally(() => queue.removals.delete(removal));
  queue.removals.add(removal);
}

async function removeEntries(queue: NatsQueue, entries: readonly Removable[]): Promise<void> {
  const { jsm, subjects } = queue;
  await inParallel(entries, async ({ sequence, organization, chunks }) => {
    if (chunks !== undefined) {
      // Never purge a subject that a tail follows: the server moves the tail past other messages then.
      const filter = subjects.chunk(organization, chunks.id);
      await jsm.streams.purge(subjects.entryStream, { filter });
    }
    await removeMessage(queue, subjects.entryStream, sequence);
  });
}

async function removeMessage({ jsm }: NatsQueue, stream: string, sequence: number): Promise<void> {
  try {
    await jsm.streams.deleteMessage(stream, sequence, false);
  } catch (error) {
    const isThere = await jsm.streams.getMessage(stream, { seq: sequence });
    if (isThere !== null) throw error;
  }
}

/** Removes what has done its work; called from time to time. */
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
  const { token, fate, entries, sequence } = manifest;
  const isDone = fate === 'gone' ? queue.removed.has(token) : ownsNothing(queue, manifest);
  if (isDone) {
    await removeMessage(queue, queue.subjects.controlStream, sequence);
    queue.ledger.drop(token);
    queue.removed.delete(token);
    return;
  }
  // Another node had its time to do it: either it has, and this one missed that, or it died.
  if (fate === 'gone' && ageMs > 2 * queue.limits.recordMsMin) {
    await refresh(queue, token);
    if (!queue.ledger.manifests.has(token)) return;
    await inParallel(entries, (ref) => removeByRef(queue, ref));
    queue.removed.add(token);
  }
}

/** Long after it was written: the server may have given its number to another entry meanwhile. */
async function removeByRef(queue: NatsQueue, ref: EntryRef): Promise<void> {
  const { jsm, subjects } = queue;
  const sequence = sequenceOf(ref);
  const message = await jsm.streams.getMessage(subjects.entryStream, { seq: sequence });
  if (message === null || entryRef(sequence, message.header.get(HEADERS.mark)) !== ref) return;
  await removeMessage(queue, subjects.entryStream, sequence);
}

/** Dead letters that were all replayed or discarded, or a replay that was all claimed. */
function ownsNothing({ ledger }: NatsQueue, { token, fate, entries }: KnownManifest): boolean {
  if (fate !== 'dead' && fate !== 'waiting') return false;
  return !entries.some((ref) => ledger.entries.has(ref) && ledger.ownerOf(ref)?.token === token);
}

/** Chunks of an entry that never came to be: whoever wrote them died before the last message. */
export async function sweepChunks(queue: NatsQueue): Promise<void> {
  const { jsm, subjects, ledger, clock, limits } = queue;
  const info = await jsm.streams.info(subjects.entryStream, {
    subjects_filter: subjects.allChunks,
  });
  const known = new Set(ledger.entries.values().map(({ chunks }) => chunks?.id));
  for (const filter of Object.keys(info.state.subjects ?? {})) {
    const id = subjects.tokenOf(filter);
    if (known.has(id) || clock.now() - chunkTime(id) < limits.chunkMsMax) continue;
    await jsm.streams.purge(subjects.entryStream, { filter });
  }
}
