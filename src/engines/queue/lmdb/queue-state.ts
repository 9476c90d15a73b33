import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { createDepthCount, type DepthCount } from '../depth-count.ts';
import { queueUnavailable } from '../queue-unavailable.ts';
import { createWaitingLines, type WaitingLines } from '../waiting-lines.ts';
import { createWakeUp, type WakeUp } from '../wake-up.ts';
import { type FreeSpace, watchFreeSpace } from './free-space.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import {
  decodeClaim,
  decodeEntry,
  encodeClaim,
  numberKey,
  openTables,
  readNumberKey,
  type Operation,
  type StoredEntry,
  type Tables,
} from './tables.ts';

export interface LmdbNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits['queue'];
}

/** A claim that is not settled yet. */
export interface OpenClaim {
  readonly number: bigint;
  readonly token: string;
  readonly entries: readonly StoredEntry[];
  readonly attempts: number;
  readonly notBefore: number;
  readonly isHeld: boolean;
  /** Always resolves, once the pending change succeeds or fails. */
  readonly change: Promise<void> | undefined;
}

/**
 * In-memory state of the queue. Changes that make something available are applied after they are on disk; changes that
 * remove something are applied before, and reverted if the write fails. So nothing is handed out that a power cut could
 * undo, and nothing is handed out twice.
 */
export interface QueueState extends LmdbNeeds {
  readonly tables: Tables;
  readonly group: GroupCommit;
  readonly space: FreeSpace;
  readonly lines: WaitingLines<StoredEntry>;
  readonly depthCount: DepthCount;
  /** By token, oldest first. */
  readonly claims: Map<string, OpenClaim>;
  readonly wakeUp: WakeUp;
  /** Increasing numbers for positions, payloads and claims; never one that an earlier process used. */
  readonly nextNumber: () => bigint;
  /** The last one that was given. */
  readonly lastNumber: () => bigint;
  /** In a queue opened from a copy: entries up to this position, inclusive, may have been stored since. */
  readonly copiedUpTo: bigint;
  /** Copies under way: the file stays where it is meanwhile. */
  copies: number;
  /** One change of the dead letters at a time, so that none is replayed twice. */
  letterTurn: Promise<void>;
  isSpilling: boolean;
  /** When events did not fit, by the steady clock of this process. */
  fullAt: number;
  isClosed: boolean;
}

export const QUEUE_FILE = 'queue.mdb';
/** The last position of the queue that this one is a copy of. */
export const COPIED_FACT = 'copied';
/** The layout of the tables; a later program that changes it must bring the file along. */
const FORMAT = 1n;
/** A process can count for ten years at 50,000 a second, and there can be a million processes. */
const NUMBER_BITS = 44n;

export async function loadState(needs: LmdbNeeds, directory: string): Promise<QueueState> {
  const path = join(directory, QUEUE_FILE);
  // Only this process uses the directory, so a lock file of LMDB left by an earlier process is stale.
  rmSync(`${path}-lock`, { force: true });
  const tables = openTables(path);
  const group = createGroupCommit(needs, tables);
  const numbers = await startNumbers(tables, group);
  const state: QueueState = {
    ...needs,
    tables,
    group,
    space: await watchFreeSpace(needs, directory),
    lines: createWaitingLines(needs.limits, (entry) => entry.position),
    depthCount: createDepthCount(),
    claims: new Map(),
    wakeUp: createWakeUp(),
    ...numbers,
    copies: 0,
    letterTurn: Promise.resolve(),
    isSpilling: false,
    fullAt: -Infinity,
    isClosed: false,
  };
  loadEntries(state);
  return state;
}

async function startNumbers(
  tables: Tables,
  group: GroupCommit,
): Promise<Pick<QueueState, 'nextNumber' | 'lastNumber' | 'copiedUpTo'>> {
  const read = (name: string): bigint | undefined => {
    const value = tables.facts.getBinary(Buffer.from(name));
    return value === undefined ? undefined : readNumberKey(value);
  };
  const write = (name: string, value: bigint): Operation => ({
    table: tables.facts,
    key: Buffer.from(name),
    value: numberKey(value),
  });
  const format = read('format') ?? FORMAT;
  if (format !== FORMAT) {
    throw new Error(`The queue's file has format ${format}; this release reads format ${FORMAT}.`);
  }
  const run = (read('run') ?? 0n) + 1n;
  await group.commit([write('format', FORMAT), write('run', run)]);
  let last = run << NUMBER_BITS;
  const copiedUpTo = read(COPIED_FACT) ?? 0n;
  return { nextNumber: () => ++last, lastNumber: () => last, copiedUpTo };
}

function loadEntries(state: QueueState): void {
  const { tables, log } = state;
  const unclaimed = new Map<bigint, StoredEntry>();
  for (const { key, value } of tables.entries.getRange({})) {
    const entry = decodeEntry(key, value);
    unclaimed.set(entry.position, entry);
    state.depthCount.add(entry);
  }
  for (const { key, value } of tables.claims.getRange({})) {
    const { positions, ...claim } = decodeClaim(key, value);
    const entries = positions.flatMap((position) => unclaimed.get(position) ?? []);
    for (const position of positions) unclaimed.delete(position);
    if (entries.length < positions.length) {
      const missing = positions.length - entries.length;
      log.error({ token: claim.token, missing }, 'a claim names entries that are not there');
    }
    state.claims.set(claim.token, { ...claim, entries, isHeld: false, change: undefined });
  }
  for (const entry of unclaimed.values()) state.lines.add(entry);
}

export function assertOpen(state: QueueState): void {
  if (state.isClosed) throw queueUnavailable(state.limits, new Error('The queue is closed.'));
}

export function putEntry(tables: Tables, entry: StoredEntry, encoded: Uint8Array): Operation {
  return { table: tables.entries, key: numberKey(entry.position), value: encoded };
}

/** Removes an entry and what it carries. */
export function removeEntry(tables: Tables, entry: StoredEntry): Operation[] {
  return [
    { table: tables.entries, key: numberKey(entry.position) },
    { table: tables.payloads, key: numberKey(entry.payload) },
  ];
}

export function putClaim(tables: Tables, claim: Omit<OpenClaim, 'isHeld' | 'change'>): Operation {
  const positions = claim.entries.map((entry) => entry.position);
  return {
    table: tables.claims,
    key: numberKey(claim.number),
    value: encodeClaim({ ...claim, positions }),
  };
}

export function removeClaim(tables: Tables, claim: OpenClaim): Operation {
  return { table: tables.claims, key: numberKey(claim.number) };
}
