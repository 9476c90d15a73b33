import { randomBase62 } from '../../../base/ids.ts';
import type { Claim, ClaimBounds } from '../queue.ts';
import { isAdmitted } from '../waiting-lines.ts';
import { changeManifest, createManifest } from './control.ts';
import { learnEntries, readPayloads } from './entries.ts';
import type { LedgerEntry } from './ledger.ts';
import { newManifest, type KnownManifest, type Manifest } from './manifest.ts';
import { assertOpen, type NatsQueue } from './nats-queue.ts';
import { removeSoon } from './remove-entries.ts';

const TOKEN_CHARACTERS = 22;

export function cutReason({ limits }: NatsQueue, reason: string): string {
  return reason.slice(0, limits.reasonCharactersMax);
}

export function newToken(): string {
  return randomBase62(TOKEN_CHARACTERS);
}

export async function claimEntries(
  queue: NatsQueue,
  bounds: ClaimBounds,
): Promise<Claim | undefined> {
  for (;;) {
    assertOpen(queue);
    const taken = (await takeAbandoned(queue, bounds)) ?? (await takeWaiting(queue, bounds));
    if (taken === undefined) return undefined;
    const { manifest } = taken;
    try {
      const claim = await handOut(queue, taken);
      if (claim !== undefined) return claim;
    } catch (error) {
      // It stays this node's claim, and is handed out the next time.
      queue.handedOut.delete(manifest.token);
      throw error;
    }
    // Every entry of it was settled by another node while this one looked away.
    await acknowledge(queue, manifest.token);
  }
}

type Taken = Pick<Claim, 'isRepeated'> & { readonly manifest: KnownManifest };

/** Takes over the oldest claim that no node holds. */
async function takeAbandoned(queue: NatsQueue, bounds: ClaimBounds): Promise<Taken | undefined> {
  for (;;) {
    const abandoned = [...queue.ledger.openClaims.values()].filter(
      (one) => isDue(queue, one) && isAdmitted(entriesOf(queue, one), bounds),
    );
    const [oldest] = abandoned.sort((one, other) => one.createdAt - other.createdAt);
    if (oldest === undefined) return undefined;
    const held = await changeManifest(queue, oldest.token, (known) => {
      if (!isDue(queue, known)) return undefined;
      queue.handedOut.add(known.token);
      return { ...known, fate: 'held', holder: queue.node };
    }).catch((error: unknown) => {
      queue.handedOut.delete(oldest.token);
      throw error;
    });
    if (held !== undefined) return { manifest: held, isRepeated: true };
  }
}

function entriesOf(queue: NatsQueue, { entries }: Manifest): LedgerEntry[] {
  return entries.flatMap((ref) => queue.ledger.entries.get(ref) ?? []);
}

function isDue(queue: NatsQueue, manifest: KnownManifest): boolean {
  return isAbandoned(queue, manifest) && manifest.notBefore <= queue.clock.now();
}

/** Free, or held by a node that is dead, or by this one without anybody knowing: its answer was lost. */
function isAbandoned(queue: NatsQueue, { fate, token, holder }: Manifest): boolean {
  if (queue.handedOut.has(token)) return false;
  if (fate !== 'held') return fate === 'free';
  return holder === queue.node || !isAlive(queue, holder);
}

/** Those that gave a sign of life lately, and this one. */
export function countNodes(queue: NatsQueue): number {
  let others = 0;
  for (const node of queue.signs.keys()) {
    if (node !== queue.node && isAlive(queue, node)) others++;
  }
  return others + 1;
}

/** Whether any live node reports that it spills events. */
export function isAnySpilling(queue: NatsQueue): boolean {
  return queue.spilling.values().some((node) => isAlive(queue, node));
}

function isAlive(queue: NatsQueue, node: string): boolean {
  return performance.now() - (queue.signs.get(node) ?? 0) < queue.limits.claimLeaseMs;
}

async function takeWaiting(queue: NatsQueue, bounds: ClaimBounds): Promise<Taken | undefined> {
  let taken: readonly LedgerEntry[] = [];
  let token = '';
  let isRepeated = false;
  const manifest = await createManifest(
    queue,
    () => {
      taken = queue.ledger.take(bounds);
      if (taken.length === 0) return undefined;
      // A manifest that names what waits is that of a replay.
      isRepeated = taken.some(({ ref }) => queue.ledger.ownerOf(ref) !== undefined);
      token = newToken();
      queue.handedOut.add(token);
      return newManifest({
        token,
        fate: 'held',
        holder: queue.node,
        entries: taken.map(({ ref }) => ref),
        createdAt: queue.clock.now(),
      });
    },
    () => {
      queue.handedOut.delete(token);
      queue.ledger.putBack(taken);
    },
  );
  return manifest === undefined ? undefined : { manifest, isRepeated };
}

/** Undefined when nothing of it exists any more. */
async function handOut(
  queue: NatsQueue,
  { manifest, isRepeated }: Taken,
): Promise<Claim | undefined> {
  await learnEntries(queue, manifest);
  const known = entriesOf(queue, manifest);
  const payloads = await readPayloads(queue, known);
  const entries = known.flatMap(({ ref, sequence, organization, events }, at) => {
    const payload = payloads[at];
    if (payload !== undefined) return { position: BigInt(sequence), organization, events, payload };
    queue.ledger.miss(ref);
    return [];
  });
  if (entries.length === 0) return undefined;
  return {
    token: manifest.token,
    entries,
    events: entries.reduce((sum, entry) => sum + entry.events, 0),
    bytes: entries.reduce((sum, entry) => sum + entry.payload.byteLength, 0),
    attempts: manifest.attempts,
    isRepeated,
  };
}

export async function waitForWork(queue: NatsQueue, signal: AbortSignal): Promise<void> {
  if (queue.isClosed || queue.ledger.hasWaiting) return;
  const now = queue.clock.now();
  let waitMs = Infinity;
  for (const manifest of queue.ledger.openClaims.values()) {
    if (isAbandoned(queue, manifest)) waitMs = Math.min(waitMs, manifest.notBefore - now);
    else if (manifest.fate === 'held' && manifest.holder !== queue.node) {
      // Its holder may die meanwhile.
      waitMs = Math.min(waitMs, queue.limits.claimLeaseMs);
    }
  }
  if (waitMs <= 0) return;
  await queue.wakeUp.wait(signal, waitMs === Infinity ? undefined : waitMs);
}

/** Any node that stored the claim may acknowledge it, even if another node has taken over the claim meanwhile. */
export async function acknowledge(queue: NatsQueue, token: string): Promise<void> {
  let entries: readonly LedgerEntry[] = [];
  try {
    const gone = await changeManifest(queue, token, (manifest) => {
      if (manifest.fate !== 'held' && manifest.fate !== 'free') return undefined;
      entries = entriesOf(queue, manifest);
      return { ...manifest, fate: 'gone' };
    });
    if (gone !== undefined) removeSoon(queue, gone, entries);
  } finally {
    queue.handedOut.delete(token);
  }
}

export async function retryLater(queue: NatsQueue, token: string, delayMs: number): Promise<void> {
  await giveBack(queue, token, (manifest) => ({
    ...manifest,
    fate: 'free',
    holder: '',
    attempts: manifest.attempts + 1,
    notBefore: queue.clock.now() + delayMs,
  }));
}

export async function release(queue: NatsQueue, token: string): Promise<void> {
  await giveBack(queue, token, (manifest) => ({ ...manifest, fate: 'free', holder: '' }));
}

export async function deadLetter(queue: NatsQueue, token: string, reason: string): Promise<void> {
  await giveBack(queue, token, (manifest) => ({
    ...manifest,
    fate: 'dead',
    holder: '',
    reason: cutReason(queue, reason),
    deadAt: queue.clock.now(),
  }));
}

/** Only the holder decides what happens to a claim that is not stored. */
async function giveBack(
  queue: NatsQueue,
  token: string,
  change: (manifest: KnownManifest) => Manifest,
): Promise<void> {
  try {
    await changeManifest(queue, token, (manifest) => {
      const isOurs = manifest.fate === 'held' && manifest.holder === queue.node;
      return isOurs ? change(manifest) : undefined;
    });
  } finally {
    queue.handedOut.delete(token);
    queue.wakeUp.wake();
  }
}
