import type { OrganizationId } from '../../../base/ids.ts';
import { deadLetterId, type DeadLetter, type DeadLetterFilter } from '../queue.ts';
import { cutReason, newToken } from './claims.ts';
import { createManifest } from './control.ts';
import { readPayloads } from './entries.ts';
import type { LedgerEntry } from './ledger.ts';
import { newManifest, type Fate, type Manifest } from './manifest.ts';
import { assertOpen, type NatsQueue } from './nats-queue.ts';
import { removeSoon } from './remove-entries.ts';

export async function spillOldest(
  queue: NatsQueue,
  events: number,
  reason: string,
): Promise<number> {
  let spilled = 0;
  while (spilled < events) {
    const step = Math.min(events - spilled, queue.limits.stepEntriesMax);
    let taken: readonly LedgerEntry[] = [];
    const manifest = await createManifest(
      queue,
      () => {
        taken = queue.ledger.takeOldest(step);
        if (taken.length === 0) return undefined;
        const facts = {
          reason: cutReason(queue, reason),
          deadAt: queue.clock.now(),
          isSpilled: true,
        };
        return manifestOf(queue, 'dead', taken, facts);
      },
      () => queue.ledger.putBack(taken),
    );
    if (manifest === undefined) break;
    spilled += taken.reduce((sum, entry) => sum + entry.events, 0);
  }
  return spilled;
}

export async function listDeadLetters(
  queue: NatsQueue,
  filter: DeadLetterFilter,
  page: { readonly limit: number; readonly after?: string },
): Promise<readonly DeadLetter[]> {
  assertOpen(queue);
  const after = page.after === undefined ? 0 : sequenceOfId(page.after);
  if (after === undefined) return [];
  const letters = matchingLetters(queue, filter).filter(({ sequence }) => sequence > after);
  return letters.slice(0, page.limit).flatMap((entry) => describe(queue, entry) ?? []);
}

export async function readDeadLetter(
  queue: NatsQueue,
  organization: OrganizationId,
  id: string,
): Promise<Uint8Array | undefined> {
  assertOpen(queue);
  const [letter] = matchingLetters(queue, { organization, ids: [id] });
  return letter === undefined ? undefined : (await readPayloads(queue, [letter]))[0];
}

/** Back to the queue in one message per step: never in both, never in neither, and never by two nodes. */
export async function replayDeadLetters(
  queue: NatsQueue,
  filter: DeadLetterFilter,
): Promise<number> {
  const replayed = await moveLetters(queue, filter, 'waiting');
  queue.wakeUp.wake();
  return replayed.length;
}

export async function discardDeadLetters(
  queue: NatsQueue,
  filter: DeadLetterFilter,
): Promise<number> {
  return (await moveLetters(queue, filter, 'gone')).length;
}

export async function forgetOrganization(
  queue: NatsQueue,
  organization: OrganizationId,
): Promise<void> {
  const isConcerned = (entry: LedgerEntry): boolean => entry.organization === organization;
  await moveEntries(queue, 'gone', () => [...queue.ledger.entries.values()].filter(isConcerned));
  await Promise.all(queue.removals);
}

async function moveLetters(
  queue: NatsQueue,
  filter: DeadLetterFilter,
  fate: Fate,
): Promise<readonly LedgerEntry[]> {
  return moveEntries(queue, fate, () => matchingLetters(queue, filter));
}

/** Step by step, all entries that are found at the time of each step. */
async function moveEntries(
  queue: NatsQueue,
  fate: Fate,
  find: () => readonly LedgerEntry[],
): Promise<readonly LedgerEntry[]> {
  const moved: LedgerEntry[] = [];
  for (;;) {
    let step: readonly LedgerEntry[] = [];
    const manifest = await createManifest(queue, () => {
      step = find().slice(0, queue.limits.claimEntriesMax);
      return step.length === 0 ? undefined : manifestOf(queue, fate, step);
    });
    if (manifest === undefined) return moved;
    if (fate === 'gone') removeSoon(queue, manifest, step);
    moved.push(...step);
  }
}

function manifestOf(
  queue: NatsQueue,
  fate: Fate,
  entries: readonly LedgerEntry[],
  facts: Partial<Manifest> = {},
): Manifest {
  return newManifest({
    token: newToken(),
    fate,
    entries: entries.map(({ ref }) => ref),
    createdAt: queue.clock.now(),
    ...facts,
  });
}

/** Oldest first. */
function matchingLetters({ ledger }: NatsQueue, filter: DeadLetterFilter): LedgerEntry[] {
  const { organization, spilledOnly } = filter;
  const ids = filter.ids === undefined ? undefined : new Set(filter.ids.map(sequenceOfId));
  return [...ledger.entries.values()]
    .filter((entry) => entry.place === 'dead')
    .filter((entry) => organization === undefined || entry.organization === organization)
    .filter(({ sequence }) => ids === undefined || ids.has(sequence))
    .filter(({ ref }) => spilledOnly !== true || ledger.ownerOf(ref)?.isSpilled === true)
    .sort((one, other) => one.sequence - other.sequence);
}

function describe({ ledger }: NatsQueue, entry: LedgerEntry): DeadLetter | undefined {
  const owner = ledger.ownerOf(entry.ref);
  if (owner === undefined) return undefined;
  const { organization, events, bytes, sequence } = entry;
  const { reason, attempts, deadAt, isSpilled } = owner;
  const id = deadLetterId(BigInt(sequence));
  return { id, organization, events, bytes, reason, attempts, deadAt, isSpilled };
}

/** Undefined for a text that is no id of ours. */
function sequenceOfId(id: string): number | undefined {
  return /^dl_[0-9a-f]{16}$/.test(id) ? Number(`0x${id.slice(3)}`) : undefined;
}
