/**
 * The queue of one machine: a single LMDB file, every acknowledged change synced. See
 * docs/decisions/0011-queue.md for what that costs.
 */
import { mkdirSync, rmSync } from 'node:fs';
import type { EngineHealth } from '../../../base/health.ts';
import { oldestPositions } from '../oldest-positions.ts';
import { queueUnavailable } from '../queue-unavailable.ts';
import type { IngestQueue, QueueEntry, QueueFront, QueuePosition } from '../queue.ts';
import {
  acknowledge,
  claimEntries,
  deadLetter,
  release,
  retryLater,
  waitForWork,
} from './claims.ts';
import { compactFile } from './compact-file.ts';
import {
  discardDeadLetters,
  listDeadLetters,
  readDeadLetter,
  replayDeadLetters,
  spillOldest,
} from './dead-letters.ts';
import { lockDirectory } from './directory-lock.ts';
import { forgetOrganization } from './forget-organization.ts';
import {
  assertOpen,
  loadState,
  putEntry,
  type LmdbNeeds,
  type QueueState,
  COPIED_FACT,
} from './queue-state.ts';
import { refuseWhileFailing } from './refuse-while-failing.ts';
import { shrinkWhileIdle } from './shrink-while-idle.ts';
import { syncPath } from './sync-path.ts';
import { encodeEntry, numberKey, openTables } from './tables.ts';

export async function openLmdbQueue(
  needs: LmdbNeeds,
  options: { readonly directory: string },
): Promise<IngestQueue> {
  const { directory } = options;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = lockDirectory(directory);
  try {
    await compactFile(needs, directory);
    const state = await loadState(needs, directory);
    // The name of a new file must survive a power cut as well as its content.
    syncPath(directory);
    return queueOn(state, lock, shrinkWhileIdle(state, directory));
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

function queueOn(state: QueueState, lock: Disposable, shrinking: AsyncDisposable): IngestQueue {
  return {
    append: (entry) => append(state, entry),
    claim: (bounds) => claimEntries(state, bounds),
    waitForWork: (signal) => waitForWork(state, signal),
    acknowledge: ({ token }) => acknowledge(state, token),
    retryLater: ({ token }, delayMs) => retryLater(state, token, delayMs),
    release: ({ token }) => release(state, token),
    deadLetter: ({ token }, reason) => deadLetter(state, token, reason),
    spillOldest: (events, reason) => spillOldest(state, events, reason),
    listDeadLetters: (filter, page) => listDeadLetters(state, filter, page),
    replayDeadLetters: (filter) => replayDeadLetters(state, filter),
    discardDeadLetters: (filter) => discardDeadLetters(state, filter),
    readDeadLetter: (organization, id) => readDeadLetter(state, organization, id),
    forgetOrganization: (organization) => forgetOrganization(state, organization),
    depth: () => state.depthCount.depth,
    entries: (organization) => state.depthCount.entries(organization),
    front: () => frontOf(state),
    nodes: () => 1,
    noteSpilling: (isSpilling) => void (state.isSpilling = isSpilling),
    isSpilling: () => state.isSpilling,
    noteFull: () => void (state.fullAt = performance.now()),
    sinceFullMs: () => performance.now() - state.fullAt,
    health: () => health(state),
    copyTo: (file) => copyQueue(state, file),
    [Symbol.asyncDispose]: () => close(state, lock, shrinking),
  };
}

function frontOf({ lines, claims, lastNumber }: QueueState): QueueFront {
  const claimed = claims.values().flatMap(({ entries }) => entries);
  const entries = [...lines.fronts(), ...claimed];
  return { oldest: oldestPositions(entries, ({ position }) => position), last: lastNumber() };
}

async function append(state: QueueState, entry: QueueEntry): Promise<QueuePosition> {
  assertOpen(state);
  refuseWhileFailing(state.limits, state.group, state.clock.now());
  if (state.space.isShort()) {
    throw queueUnavailable(state.limits, new Error('The disk is nearly full.'));
  }
  const { organization, events, payload } = entry;
  const position = state.nextNumber();
  const stored = { position, payload: position, organization, events, bytes: payload.byteLength };
  const written = state.group
    .commit([
      { table: state.tables.payloads, key: numberKey(position), value: payload },
      putEntry(state.tables, stored, encodeEntry(stored)),
    ])
    .then(() => {
      state.lines.add(stored);
      state.depthCount.add(stored);
      state.wakeUp.wake();
    });
  await withinPatience(state, written);
  return position;
}

/**
 * A client does not wait for a hanging disk. Its entry may still be written: then a retry stores it twice, but it is
 * not lost.
 */
async function withinPatience({ limits }: QueueState, written: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(queueUnavailable(limits, new Error('The disk did not respond in time.')));
  }, limits.appendMsMax);
  try {
    await Promise.race([written, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const NEARLY_FULL =
  'The disk of the ingest queue is nearly full. Events are refused until there is space.';

/** After a failure, writes to the disk itself, since there may be no other writes while the node is not ready. */
async function health(state: QueueState): Promise<EngineHealth> {
  if (state.isClosed) return { state: 'down', note: 'The queue is closed.' };
  if (state.group.failedAt === undefined) {
    if (!state.space.isShort()) return { state: 'up' };
    return { state: 'degraded', note: NEARLY_FULL };
  }
  const probe = {
    table: state.tables.facts,
    key: Buffer.from('probe'),
    value: Buffer.from('probe'),
  };
  try {
    await withinPatience(state, state.group.commit([probe]));
    return { state: 'up' };
  } catch {
    return { state: 'down', note: 'Writing to the disk of the ingest queue fails.' };
  }
}

async function close(
  state: QueueState,
  lock: Disposable,
  shrinking: AsyncDisposable,
): Promise<void> {
  if (state.isClosed) return;
  state.isClosed = true;
  state.wakeUp.wake();
  await shrinking[Symbol.asyncDispose]();
  await state.group.idle();
  if (!state.group.isStuck) await state.tables.root.close();
  lock[Symbol.dispose]();
}

/** LMDB reads a snapshot of the file while writes continue. The copy is marked as a copy. */
async function copyQueue(state: QueueState, file: string): Promise<void> {
  assertOpen(state);
  for (const old of [file, `${file}-lock`]) rmSync(old, { force: true });
  state.copies++;
  try {
    await state.tables.root.backup(file, true);
  } finally {
    state.copies--;
  }
  const copy = openTables(file);
  try {
    await copy.facts.put(Buffer.from(COPIED_FACT), numberKey(state.lastNumber()));
  } finally {
    await copy.root.close();
  }
  rmSync(`${file}-lock`, { force: true });
  syncPath(file);
}
