/**
 * Stores batches, each once. Batches that arrive while a part is being written share the next one: most of the cost of
 * a part is its sync. The queue keeps a batch until its part is safe, so no separate log is needed.
 */
import type { Clock } from '../../../base/clock.ts';
import { HOUR_MS, MB } from '../../../spec/units.ts';
import type { ThreadPool } from '../../threads/threads.ts';
import { boundsOf } from '../duckdb/engine/block-bounds.ts';
import { readBlocks } from '../duckdb/engine/block-reader.ts';
import { NO_ROOM, NumberedFault } from '../duckdb/engine/faults.ts';
import { hasRoomFor } from '../duckdb/engine/free-space.ts';
import { createStamps } from '../duckdb/engine/stamps.ts';
import { groupsOf, type PartAnswer, type PartJob, type PartSummary } from './part-jobs.ts';
import { ownersOf } from './part-rows.ts';
import type { Parts } from './parts.ts';

export interface Batch {
  readonly token: string;
  readonly blocks: readonly Uint8Array[];
  /** It may have been stored before, perhaps as part of another batch. */
  readonly isRepeated: boolean;
}

export interface PartInserter {
  /** Resolves when the rows can be found and would survive a crash. */
  insert(batch: Batch): Promise<void>;
  /** Rows stored from now on are stamped with this time or a later one; rows stamped earlier are visible. */
  frontier(): number;
}

interface InserterNeeds {
  readonly parts: Parts;
  readonly clock: Clock;
  readonly thread: Pick<ThreadPool<PartJob, PartAnswer>, 'run'>;
}

/** More in one part would keep those that wait for it for too long. */
const SHARED_BYTES_MAX = 32 * MB;
/** A writer that does not know how its insert ended repeats it soon, or marks it as a possible repetition. */
export const TOKENS_KEPT_MS = HOUR_MS;

interface Waiting {
  readonly batch: Batch;
  readonly bytes: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createPartInserter(needs: InserterNeeds): PartInserter {
  const { parts, clock } = needs;
  const newest = parts
    .all()
    .flatMap(({ groups }) => groups.map(({ bounds }) => bounds.stored_at[1]))
    .reduce((most, at) => Math.max(most, at), -Infinity);
  const stamps = createStamps(clock, newest);
  const tokens = createKnownTokens(parts, clock);
  const waiting: Waiting[] = [];
  let isBusy = false;

  const store = async (batches: readonly Batch[]): Promise<void> => {
    const fresh = tokens.fresh(batches);
    if (fresh.length === 0) return;
    const bytes = joinBlocks(fresh);
    if (!(await hasRoomFor(parts.folder, bytes.length))) {
      throw new NumberedFault(NO_ROOM, 'The disk of the log store is full.');
    }
    using stamp = stamps.take();
    const before = fresh.some(({ isRepeated }) => isRepeated) ? partsWith(parts, bytes) : [];
    // Parts merged in the meantime stay until they have been read.
    using held = new DisposableStack();
    held.defer(parts.hold(before));
    const job = {
      kind: 'store',
      folder: parts.folder,
      name: parts.nextName(clock.now()),
      bytes,
      storedAt: stamp.storedAt,
      tokens: fresh.map(({ token }) => [token, clock.now()] as const),
      before: before.map(({ name }) => name),
    } as const;
    const { part } = await needs.thread.run(() => ({ job, moved: [bytes.buffer] }));
    if (part !== undefined) parts.add(part);
    tokens.note(fresh);
  };

  /** A batch that cannot be stored doesn't block the others: after a failure, each is tried alone. */
  const storeTogether = async (share: readonly Waiting[]): Promise<void> => {
    try {
      await store(share.map(({ batch }) => batch));
      for (const { resolve } of share) resolve();
    } catch (error) {
      const [only] = share;
      if (share.length === 1) only?.reject(error);
      else for (const each of share) await storeTogether([each]);
    }
  };

  const work = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) await storeTogether(takeShare(waiting));
    isBusy = false;
  };

  return {
    insert(batch) {
      const bytes = batch.blocks.reduce((sum, block) => sum + block.length, 0);
      return new Promise<void>((resolve, reject) => {
        waiting.push({ batch, bytes, resolve, reject });
        void work();
      });
    },
    frontier: () => stamps.frontier(),
  };
}

/** A possible repetition is stored alone: it is compared with stored rows, not with rows being stored. */
function takeShare(waiting: Waiting[]): Waiting[] {
  let bytes = 0;
  let count = 0;
  for (const { batch, bytes: own } of waiting) {
    if (count > 0 && (batch.isRepeated || bytes >= SHARED_BYTES_MAX)) break;
    bytes += own;
    count += 1;
    if (batch.isRepeated) break;
  }
  return waiting.splice(0, count);
}

/** In memory that can be handed to the thread. */
function joinBlocks(batches: readonly Batch[]): Uint8Array<ArrayBuffer> {
  const blocks = batches.flatMap((batch) => batch.blocks);
  const bytes = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    bytes.set(block, at);
    at += block.length;
  }
  return bytes;
}

const NODE_BITS = 16n;

/** Parts that may contain rows with the same IDs. The ID of a row occurs in one organization only. */
function partsWith(parts: Parts, joined: Uint8Array): PartSummary[] {
  const bytes = Buffer.from(joined.buffer, joined.byteOffset, joined.byteLength);
  const blocks = readBlocks(bytes);
  const bounds = blocks.map((block) => boundsOf(bytes, block));
  const from = Math.min(...bounds.map(({ rowIdFrom }) => Number(rowIdFrom >> NODE_BITS)));
  const to = Math.max(...bounds.map(({ rowIdTo }) => Number(rowIdTo >> NODE_BITS)));
  const owners = ownersOf(blocks.map((block) => ({ bytes, block })));
  return parts
    .all()
    .filter((part) =>
      owners
        .flatMap((owner) => groupsOf(part, owner))
        .some(({ bounds: { row_sequence: ids } }) => ids[1] >= from && ids[0] <= to),
    );
}

interface KnownTokens {
  /** Those that are not known; of several with one token, the first. */
  fresh(batches: readonly Batch[]): Batch[];
  note(batches: readonly Batch[]): void;
}

function createKnownTokens(parts: Parts, clock: Clock): KnownTokens {
  const known = new Map<string, number>();
  for (const { tokens } of parts.all()) for (const [token, at] of tokens) known.set(token, at);
  const forget = (): void => {
    const from = clock.now() - TOKENS_KEPT_MS;
    for (const [token, at] of known) {
      // The oldest come first.
      if (at >= from) return;
      known.delete(token);
    }
  };
  return {
    fresh(batches) {
      const fresh = new Map<string, Batch>();
      for (const batch of batches) {
        if (!known.has(batch.token) && !fresh.has(batch.token)) fresh.set(batch.token, batch);
      }
      return [...fresh.values()];
    },
    note(batches) {
      for (const { token } of batches) known.set(token, clock.now());
      forget();
    },
  };
}
