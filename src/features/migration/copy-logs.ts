/**
 * Makes one store contain the rows of another. Rows that both contain are not touched, so a copy may be interrupted and
 * restarted at any time: it continues where the stores differ.
 */
import { randomUUID } from 'node:crypto';
import { createBlockEncoder } from '../../engines/store/block-encoder.ts';
import { sql, string, uint64, uint64s } from '../../engines/store/sql.ts';
import { type LogStore, rowsOf } from '../../engines/store/store.ts';
import {
  type Bounds,
  type Group,
  idsOfSecond,
  isWithin,
  isOf,
  sumGroups,
  type Sums,
  sumSeconds,
  WHOLE,
} from './log-sums.ts';
import { BATCH, readStored, type Slice } from './read-stored.ts';

export interface CopyNeeds {
  readonly from: LogStore;
  readonly to: LogStore;
  /**
   * Stores drop what comes under a token that they know, also when its rows were removed since: who finds rows missing after a
   * copy copies again under other tokens.
   */
  readonly isAnew?: boolean;
  /** Called occasionally with the rows copied so far and in total. */
  readonly tell: (done: number, rows: number) => void;
}

export interface CopiedLogs {
  /** Rows that were sent, some of them perhaps for the second time. */
  readonly copied: number;
  /** Rows of an earlier copy that the source no longer contains. */
  readonly removed: number;
}

export async function copyLogs(needs: CopyNeeds, bounds: Bounds): Promise<CopiedLogs> {
  const source = await sumGroups(needs.from, bounds);
  const target = await sumGroups(needs.to, bounds);
  const all = [...source.values()].reduce((sum, { sums }) => sum + sums.rows, 0);
  let [done, copied, removed] = [0, 0, 0];
  for (const [key, group] of new Map([...target, ...source])) {
    const wanted = source.get(key)?.sums;
    if (wanted?.text !== target.get(key)?.sums.text) {
      const part = await copyGroup(needs, group, bounds);
      copied += part.copied;
      removed += part.removed;
    }
    done += wanted?.rows ?? 0;
    needs.tell(done, all);
  }
  return { copied, removed };
}

async function copyGroup(needs: CopyNeeds, group: Group, bounds: Bounds): Promise<CopiedLogs> {
  const source = await sumSeconds(needs.from, group, bounds);
  const target = await sumSeconds(needs.to, group, bounds);
  let [copied, removed] = [0, 0];
  for (const [second, { text }] of target) {
    if (source.get(second)?.text === text) continue;
    removed += await removeStrangers(needs, group, idsOfSecond(second), bounds);
  }
  const encoder = createBlockEncoder({ node: 0, take: () => 0 });
  const suffix = needs.isAnew === true ? `-${randomUUID()}` : '';
  const reading = { store: needs.from, encoder, suffix };
  for (const slice of slicesOf(source, target)) {
    for await (const batch of readStored(reading, group, slice, bounds)) {
      await needs.to.insert(batch);
      copied += batch.events;
    }
  }
  return { copied, removed };
}

/** Neighbouring seconds that differ, together as long as they are few rows. */
function slicesOf(source: ReadonlyMap<number, Sums>, target: ReadonlyMap<number, Sums>): Slice[] {
  const slices: Slice[] = [];
  let open: { from: bigint; to: bigint; rows: number } | undefined;
  const close = (): void => {
    if (open !== undefined) slices.push({ from: open.from, to: open.to });
    open = undefined;
  };
  for (const [second, { rows, text }] of source) {
    const { from, to } = idsOfSecond(second);
    if (target.get(second)?.text === text) close();
    else if (open !== undefined && open.rows + rows <= BATCH.rowsMax) {
      open = { from: open.from, to, rows: open.rows + rows };
    } else {
      close();
      open = { from, to, rows };
    }
  }
  close();
  return slices;
}

/** Ids in one statement. */
const REMOVED_AT_ONCE_MAX = 1_000;

/** Copied earlier, then deleted in the source; or stored there with another retention, and copied again. */
async function removeStrangers(
  { from, to }: CopyNeeds,
  group: Group,
  slice: Slice,
  bounds: Bounds,
): Promise<number> {
  const wanted = await keptOf(from, group, slice, bounds);
  const there = await keptOf(to, group, slice, bounds);
  const strangers = [...there].filter(([id, days]) => wanted.get(id) !== days).map(([id]) => id);
  for (let at = 0; at < strangers.length; at += REMOVED_AT_ONCE_MAX) {
    const ids = strangers.slice(at, at + REMOVED_AT_ONCE_MAX).map(BigInt);
    const { organization, index } = group;
    await to.command(
      sql`DELETE FROM logs WHERE organization = ${string(organization)} AND index_name = ${string(index)} AND row_id IN ${uint64s(ids)}`,
    );
  }
  return strangers.length;
}

/** Retention of each row, by row id. */
async function keptOf(
  store: LogStore,
  group: Group,
  { from, to }: Slice,
  bounds: Bounds,
): Promise<Map<string, number>> {
  const answer = await store.query(
    sql`SELECT toString(row_id) AS id, retention_days FROM logs WHERE ${isOf(group)}
        AND row_id >= ${uint64(from)} AND row_id < ${uint64(to)} AND ${isWithin(bounds)}`,
    WHOLE,
  );
  return new Map(rowsOf(answer).map(({ id, retention_days: days }) => [String(id), Number(days)]));
}
