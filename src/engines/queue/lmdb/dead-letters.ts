import type { OrganizationId } from '../../../base/ids.ts';
import { deadLetterId, type DeadLetter, type DeadLetterFilter } from '../queue.ts';
import { assertOpen, putEntry, type QueueState } from './queue-state.ts';
import {
  decodeLetter,
  encodeEntry,
  encodeLetter,
  numberKey,
  organizationKey,
  readNumberKey,
  readOrganizationKey,
  type Operation,
  type StoredEntry,
  type StoredLetter,
} from './tables.ts';

/** Turns an entry into a dead letter. Its payload stays where it is. */
export function letterOperations(
  state: QueueState,
  entry: StoredEntry,
  fate: { readonly reason: string; readonly attempts: number; readonly isSpilled: boolean },
): Operation[] {
  const { entries, letters, lettersByOrganization } = state.tables;
  const key = numberKey(entry.position);
  const reason = fate.reason.slice(0, state.limits.reasonCharactersMax);
  const letter = encodeLetter({ ...entry, ...fate, reason, deadAt: state.clock.now() });
  return [
    { table: entries, key },
    { table: letters, key, value: letter },
    {
      table: lettersByOrganization,
      key: organizationKey(entry.organization, entry.position),
      value: Buffer.alloc(0),
    },
  ];
}

function removeLetter(state: QueueState, letter: StoredLetter): Operation[] {
  const { letters, lettersByOrganization } = state.tables;
  return [
    { table: letters, key: numberKey(letter.position) },
    {
      table: lettersByOrganization,
      key: organizationKey(letter.organization, letter.position),
    },
  ];
}

export async function spillOldest(
  state: QueueState,
  events: number,
  reason: string,
): Promise<number> {
  assertOpen(state);
  const fate = { reason, attempts: 0, isSpilled: true };
  let spilled = 0;
  while (spilled < events) {
    const step = Math.min(events - spilled, state.limits.stepEntriesMax);
    const entries = state.lines.takeOldest(step);
    if (entries.length === 0) break;
    try {
      await state.group.commit(entries.flatMap((entry) => letterOperations(state, entry, fate)));
    } catch (error) {
      state.lines.putBack(entries);
      throw error;
    }
    for (const entry of entries) {
      state.depthCount.subtract(entry);
      spilled += entry.events;
    }
  }
  return spilled;
}

export async function readDeadLetter(
  state: QueueState,
  organization: OrganizationId,
  id: string,
): Promise<Uint8Array | undefined> {
  assertOpen(state);
  const position = positionOf(id);
  if (position === undefined) return undefined;
  const key = numberKey(position);
  const value = state.tables.letters.getBinary(key);
  if (value === undefined) return undefined;
  const letter = decodeLetter(key, value);
  if (letter.organization !== organization) return undefined;
  const stored = state.tables.payloads.getBinary(numberKey(letter.payload));
  return stored === undefined
    ? undefined
    : new Uint8Array(stored.buffer, stored.byteOffset, letter.bytes);
}

export async function listDeadLetters(
  state: QueueState,
  filter: DeadLetterFilter,
  page: { readonly limit: number; readonly after?: string },
): Promise<readonly DeadLetter[]> {
  assertOpen(state);
  const found: DeadLetter[] = [];
  const after = page.after === undefined ? 0n : positionOf(page.after);
  if (after === undefined) return [];
  for await (const letters of matchingLetters(state, filter, after)) {
    found.push(...letters.map(describe));
    if (found.length >= page.limit) break;
  }
  return found.slice(0, page.limit);
}

export async function replayDeadLetters(
  state: QueueState,
  filter: DeadLetterFilter,
): Promise<number> {
  return changeLetters(state, filter, async (letters) => {
    const entries = letters.map((letter) => ({ ...letter, position: state.nextNumber() }));
    // Out of the dead letters and into the queue in one transaction: never in both, never in neither.
    await state.group.commit([
      ...letters.flatMap((letter) => removeLetter(state, letter)),
      ...entries.map((entry) => putEntry(state.tables, entry, encodeEntry(entry))),
    ]);
    for (const { position, payload, organization, events, bytes } of entries) {
      const entry = { position, payload, organization, events, bytes };
      state.lines.add(entry);
      state.depthCount.add(entry);
    }
    state.wakeUp.wake();
  });
}

export async function discardDeadLetters(
  state: QueueState,
  filter: DeadLetterFilter,
): Promise<number> {
  return changeLetters(state, filter, (letters) =>
    state.group.commit(
      letters.flatMap((letter) => [
        ...removeLetter(state, letter),
        { table: state.tables.payloads, key: numberKey(letter.payload) },
      ]),
    ),
  );
}

/** Step by step, and one caller at a time: two replays side by side must not both see a letter. */
async function changeLetters(
  state: QueueState,
  filter: DeadLetterFilter,
  change: (letters: readonly StoredLetter[]) => Promise<void>,
): Promise<number> {
  assertOpen(state);
  const before = state.letterTurn;
  const { promise, resolve } = Promise.withResolvers<void>();
  state.letterTurn = promise;
  await before;
  try {
    let changed = 0;
    for await (const letters of matchingLetters(state, filter, 0n)) {
      await change(letters);
      changed += letters.length;
    }
    return changed;
  } finally {
    resolve();
  }
}

/**
 * Yields the matching dead letters after a position, in steps. Each step examines a bounded number of records, then
 * yields to the event loop.
 */
async function* matchingLetters(
  state: QueueState,
  filter: DeadLetterFilter,
  after: bigint,
): AsyncGenerator<readonly StoredLetter[]> {
  // What dies while we look is for the next time: so the walk ends.
  const end = state.nextNumber();
  const ids = filter.ids?.map(positionOf).filter((id) => id !== undefined);
  let last = after;
  for (;;) {
    const positions = nextPositions(state, filter.organization, ids, last, end);
    const seen = positions.at(-1);
    if (seen === undefined) return;
    last = seen;
    const found = positions.flatMap((position) => {
      const key = numberKey(position);
      const value = state.tables.letters.getBinary(key);
      return value === undefined ? [] : decodeLetter(key, value);
    });
    const matching = found.filter((letter) => matches(letter, filter));
    if (matching.length > 0) yield matching;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

function nextPositions(
  state: QueueState,
  organization: OrganizationId | undefined,
  ids: readonly bigint[] | undefined,
  after: bigint,
  end: bigint,
): bigint[] {
  const limit = state.limits.stepEntriesMax;
  if (ids !== undefined) {
    const rest = [...new Set(ids)].filter((id) => id > after);
    return rest.sort((one, other) => (one < other ? -1 : 1)).slice(0, limit);
  }
  const { letters, lettersByOrganization } = state.tables;
  if (organization !== undefined) {
    const start = organizationKey(organization, after + 1n);
    const range = { start, end: organizationKey(organization, end), limit };
    return [...lettersByOrganization.getKeys(range)].map(readOrganizationKey);
  }
  const range = { start: numberKey(after + 1n), end: numberKey(end), limit };
  return [...letters.getKeys(range)].map(readNumberKey);
}

function matches(letter: StoredLetter, filter: DeadLetterFilter): boolean {
  const isOfOrganization =
    filter.organization === undefined || filter.organization === letter.organization;
  return isOfOrganization && (filter.spilledOnly !== true || letter.isSpilled);
}

function describe(letter: StoredLetter): DeadLetter {
  const { organization, events, bytes, reason, attempts, deadAt, isSpilled } = letter;
  const id = deadLetterId(letter.position);
  return { id, organization, events, bytes, reason, attempts, deadAt, isSpilled };
}

/** Undefined for a text that is no id of ours. */
function positionOf(id: string): bigint | undefined {
  return /^dl_[0-9a-f]{16}$/.test(id) ? BigInt(`0x${id.slice(3)}`) : undefined;
}
