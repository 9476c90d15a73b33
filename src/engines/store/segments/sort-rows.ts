/**
 * The order of rows in a part: first by organization and index, since a group only contains rows of one; within them by
 * service and source, whose lines are similar and compress well; then by time.
 */
import type { FewValuesName, PartRows } from './part-rows.ts';

const TOGETHER: readonly FewValuesName[] = ['organization', 'index_name'];
const ALIKE: readonly FewValuesName[] = ['service', 'source'];

export interface SortedRows {
  /** Positions of rows, in order. */
  readonly order: Uint32Array;
  /** Where in it the rows of an organization and index begin, and where the last of them end. */
  readonly starts: readonly number[];
}

/** Sorts the rows for which `isKept` returns true, or all. */
export function sortRows(rows: PartRows, isKept?: (row: number) => boolean): SortedRows {
  const together = rankRows(rows, TOGETHER);
  const alike = rankRows(rows, ALIKE);
  const all = inPlace(rows.rows);
  const kept = isKept === undefined ? all : all.filter((row) => isKept(row));
  const order = byRank(byRank(kept, alike), together);
  const { timestamp, row_sequence: sequence } = rows.numbers;
  const merger = createMerger(order, timestamp, sequence);
  const starts: number[] = [];
  for (let from = 0; from < order.length;) {
    const first = order[from] ?? 0;
    const [owner, kind] = [together.ofRow[first], alike.ofRow[first]];
    if (from === 0 || owner !== together.ofRow[order[from - 1] ?? 0]) starts.push(from);
    let to = from + 1;
    for (; to < order.length; to++) {
      const row = order[to] ?? 0;
      if (together.ofRow[row] !== owner || alike.ofRow[row] !== kind) break;
    }
    merger.sort(from, to);
    from = to;
  }
  return { order, starts: [...starts, order.length] };
}

interface Merger {
  /** Sorts rows by time, from one position up to but excluding another. */
  sort(from: number, to: number): void;
}

/** Rows come from a few requests or parts, each in time order: so runs are merged, two at a time. */
function createMerger(order: Uint32Array, timestamp: Float64Array, sequence: Float64Array): Merger {
  const scratch = new Uint32Array(order.length);
  const isBefore = (a: number, b: number): boolean => {
    const [first, second] = [timestamp[a] ?? 0, timestamp[b] ?? 0];
    return first === second ? (sequence[a] ?? 0) < (sequence[b] ?? 0) : first < second;
  };
  const join = (
    source: Uint32Array,
    target: Uint32Array,
    from: number,
    middle: number,
    to: number,
  ): void => {
    let [left, right] = [from, middle];
    for (let at = from; at < to; at++) {
      const isRight =
        left === middle || (right < to && isBefore(source[right] ?? 0, source[left] ?? 0));
      target[at] = (isRight ? source[right++] : source[left++]) ?? 0;
    }
  };
  return {
    sort(from, to) {
      let ends: number[] = [];
      for (let at = from + 1; at < to; at++) {
        if (isBefore(order[at] ?? 0, order[at - 1] ?? 0)) ends.push(at);
      }
      ends.push(to);
      let [source, target]: [Uint32Array, Uint32Array] = [order, scratch];
      while (ends.length > 1) {
        const joined: number[] = [];
        let start = from;
        for (let i = 0; i < ends.length; i += 2) {
          const middle = ends[i] ?? to;
          const end = ends[i + 1] ?? middle;
          join(source, target, start, middle, end);
          joined.push(end);
          start = end;
        }
        ends = joined;
        [source, target] = [target, source];
      }
      if (source === scratch) order.set(scratch.subarray(from, to), from);
    },
  };
}

function inPlace(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}

interface Ranks {
  readonly ofRow: Uint32Array;
  readonly count: number;
}

/** Rows with equal values in all columns have equal ranks, in the order of the values. */
function rankRows(rows: PartRows, names: readonly FewValuesName[]): Ranks {
  let ranks: Ranks = { ofRow: new Uint32Array(rows.rows), count: 1 };
  for (const name of names) {
    const { values, numbers } = rows.few[name];
    if (values.length < 2) continue;
    const order = values.map((_, i) => i).sort((a, b) => compare(values[a], values[b]));
    const places = new Uint32Array(values.length);
    for (const [place, value] of order.entries()) places[value] = place;
    const before = ranks.ofRow;
    const wide = new Float64Array(rows.rows);
    for (let row = 0; row < wide.length; row++) {
      wide[row] = (before[row] ?? 0) * values.length + (places[numbers[row] ?? 0] ?? 0);
    }
    const size = ranks.count * values.length;
    ranks = size <= TABLE_SIZE_MAX ? denseByTable(wide, size) : denseByOrder(wide);
  }
  return ranks;
}

function compare(a: Buffer = NOTHING, b: Buffer = NOTHING): number {
  return Buffer.compare(a, b);
}

const NOTHING = Buffer.alloc(0);

/** A table of all possible ranks up to this size takes less time than sorting them. */
const TABLE_SIZE_MAX = 1 << 20;

/** The same order with numbers that follow each other, so that they never grow too large. */
function denseByTable(ranks: Float64Array, size: number): Ranks {
  const isUsed = new Uint8Array(size);
  for (let row = 0; row < ranks.length; row++) isUsed[ranks[row] ?? 0] = 1;
  const next = new Uint32Array(size);
  let count = 0;
  for (let rank = 0; rank < size; rank++) {
    next[rank] = count;
    count += isUsed[rank] ?? 0;
  }
  const ofRow = new Uint32Array(ranks.length);
  for (let row = 0; row < ofRow.length; row++) ofRow[row] = next[ranks[row] ?? 0] ?? 0;
  return { ofRow, count };
}

function denseByOrder(ranks: Float64Array): Ranks {
  const numbers = new Map<number, number>();
  for (const rank of ranks.toSorted()) if (!numbers.has(rank)) numbers.set(rank, numbers.size);
  return { ofRow: Uint32Array.from(ranks, (rank) => numbers.get(rank) ?? 0), count: numbers.size };
}

/** Keeps the order of rows with equal ranks. */
function byRank(order: Uint32Array, { ofRow, count }: Ranks): Uint32Array {
  if (count < 2) return order;
  const places = new Uint32Array(count + 1);
  for (let i = 0; i < order.length; i++) {
    const rank = ofRow[order[i] ?? 0] ?? 0;
    places[rank + 1] = (places[rank + 1] ?? 0) + 1;
  }
  for (let rank = 0; rank < count; rank++) {
    places[rank + 1] = (places[rank + 1] ?? 0) + (places[rank] ?? 0);
  }
  const sorted = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const row = order[i] ?? 0;
    const rank = ofRow[row] ?? 0;
    const place = places[rank] ?? 0;
    sorted[place] = row;
    places[rank] = place + 1;
  }
  return sorted;
}
