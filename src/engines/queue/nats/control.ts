import { queueUnavailable } from '../queue-unavailable.ts';
import { decodeManifest, encodeManifest, type KnownManifest, type Manifest } from './manifest.ts';
import {
  assertOpen,
  isConflict,
  publish,
  reloadView,
  rejectOnDisconnect,
  writeMarker,
  type NatsQueue,
} from './nats-queue.ts';

/** Another node can be faster many times; so often only if something is wrong. */
const ATTEMPTS_MAX = 100;

/**
 * Writes a new manifest about entries that this node has seen in some state. The server accepts it only if nothing was
 * written since, so two nodes never move the same entry. After each conflict, `undo` is called and `draft` is called
 * again. Undefined if there is nothing to write.
 */
export async function createManifest(
  queue: NatsQueue,
  draft: () => Manifest | undefined,
  undo: () => void = () => {},
): Promise<KnownManifest | undefined> {
  return inTurn(queue, async () => {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const manifest = draft();
      if (manifest === undefined) return undefined;
      try {
        return await write(queue, manifest, { lastSequence: queue.controlTail.sequence });
      } catch (error) {
        undo();
        if (!isConflict(error)) throw error;
        await catchUp(queue);
      }
    }
    throw queueUnavailable(queue.limits, new Error('Other nodes were faster every time.'));
  });
}

/**
 * Updates a manifest. The server accepts it only if the manifest is unchanged since this node read it. Undefined if
 * `change` returns undefined or the manifest no longer exists.
 */
export async function changeManifest(
  queue: NatsQueue,
  token: string,
  change: (known: KnownManifest) => Manifest | undefined,
): Promise<KnownManifest | undefined> {
  return inTurn(queue, async () => {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const known = queue.ledger.manifests.get(token);
      const manifest = known === undefined ? undefined : change(known);
      if (known === undefined || manifest === undefined) return undefined;
      try {
        return await write(queue, manifest, { lastSubjectSequence: known.sequence });
      } catch (error) {
        if (!isConflict(error)) throw error;
        await refresh(queue, token);
      }
    }
    throw queueUnavailable(queue.limits, new Error('Other nodes were faster every time.'));
  });
}

async function write(
  queue: NatsQueue,
  manifest: Manifest,
  expect: { lastSequence: number } | { lastSubjectSequence: number },
): Promise<KnownManifest> {
  const subject = queue.subjects.manifest(manifest.token);
  const { seq } = await publish(queue, subject, encodeManifest(manifest), { expect });
  const time = BigInt(queue.clock.now()) * 1_000_000n;
  const known: KnownManifest = { ...manifest, sequence: seq, time };
  queue.ledger.apply(known);
  queue.controlTail.advance(seq);
  return known;
}

/** Waits until this node has seen everything that the others wrote. */
async function catchUp(queue: NatsQueue): Promise<void> {
  const at = await writeMarker(queue);
  // A server that lost its last writes in a power cut reuses their sequence numbers.
  if (at <= queue.controlTail.sequence) await reloadView(queue);
  else await queue.controlTail.reached(at);
}

/**
 * Reloads everything, serialized with other changes: the entries for which a manifest is being written must not change
 * meanwhile.
 */
export async function startOver(queue: NatsQueue): Promise<void> {
  await inTurn(queue, () => reloadView(queue));
}

/** Reads the current state of a manifest from the server. */
export async function refresh(queue: NatsQueue, token: string): Promise<void> {
  const { jsm, subjects, ledger } = queue;
  const query = { last_by_subj: subjects.manifest(token) };
  const stored = await rejectOnDisconnect(
    queue,
    jsm.streams.getMessage(subjects.controlStream, query),
  );
  if (stored === null) ledger.drop(token);
  else {
    const time = BigInt(stored.time.getTime()) * 1_000_000n;
    ledger.apply({ ...decodeManifest(stored.string()), sequence: stored.seq, time });
  }
}

async function inTurn<T>(queue: NatsQueue, work: () => Promise<T>): Promise<T> {
  assertOpen(queue);
  const before = queue.controlTurn;
  const { promise, resolve } = Promise.withResolvers<void>();
  queue.controlTurn = promise;
  await before;
  try {
    await queue.reloading;
    return await work();
  } finally {
    resolve();
  }
}
