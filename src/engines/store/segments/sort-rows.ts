/**
 * The order of rows in a part: those of an organization and index together, since a group of rows holds nobody else's;
 * within them those of a service and source, whose lines are alike and pack well; then by time.
 */
import type { FewValuesName, PartRows } from './part-rows.ts';

const TOGETHER: readonly FewValuesName[] = ['organization', 'index_name'];
const ALIKE: readonly FewValuesName[] = ['service', 'source'];

export interface SortedRows {
  /** Places of rows, in order. */
  readonly order: Uint32Array;
  /** Where in it the rows of an organization and index begin, and where the last of them end. */
  readonly starts: readonly number[];
}

/** Of those rows that `isKept` says, or of all. */
export function sortRows(rows: PartRows, isKept?: (row: number) => boolean): SortedRows {
  const together = rankRows(rows, TOGETHER);
  const alike = rankRows(rows, ALIKE);
  const { timestamp, row_sequence: sequence } = rows.numbers;
  const all = inPlace(rows.rows);
  const kept = isKept === undefined ? all : all.filter((row) => isKept(row));
  const order = byRank(byRank(kept, alike), together);
  const starts: number[] = [];
  for (let from = 0; from < order.length;) {
    const first = order[from] ?? 0;
    if (from === 0 || together[first] !== together[order[from - 1] ?? 0]) starts.push(from);
    const isSame = (row: number): boolean =>
      together[row] === together[first] && alike[row] === alike[first];
    let to = from + 1;
    let isInOrder = true;
    for (; to < order.length && isSame(order[to] ?? 0); to++) {
      const [before, after] = [order[to - 1] ?? 0, order[to] ?? 0];
      if ((timestamp[before] ?? 0) > (timestamp[after] ?? 0)) isInOrder = false;
    }
    // Rows mostly arrive in the order of their times.
    if (!isInOrder) {
      order
        .subarray(from, to)
        .sort(
          (a, b) =>
            (timestamp[a] ?? 0) - (timestamp[b] ?? 0) || (sequence[a] ?? 0) - (sequence[b] ?? 0),
        );
    }
    from = to;
  }
  return { order, starts: [...starts, order.length] };
}

function inPlace(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, row) => row);
}

interface Ranks {
  readonly ofRow: Uint32Array;
  readonly count: number;
}

/** Rows with equal values in all columns have equal ranks, in the order of the values. */
function rankRows(rows: PartRows, names: readonly FewValuesName[]): Uint32Array {
  let ranks: Ranks = { ofRow: new Uint32Array(rows.rows), count: 1 };
  for (const name of names) {
    const { values, numbers } = rows.few[name];
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
  return ranks.ofRow;
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
  for (const rank of ranks) isUsed[rank] = 1;
  const next = new Uint32Array(size);
  let count = 0;
  for (let rank = 0; rank < size; rank++) {
    next[rank] = count;
    count += isUsed[rank] ?? 0;
  }
  return { ofRow: Uint32Array.from(ranks, (rank) => next[rank] ?? 0), count };
}

function denseByOrder(ranks: Float64Array): Ranks {
  const numbers = new Map<number, number>();
  for (const rank of ranks.toSorted()) if (!numbers.has(rank)) numbers.set(rank, numbers.size);
  return { ofRow: Uint32Array.from(ranks, (rank) => numbers.get(rank) ?? 0), count: numbers.size };
}

/** Keeps the order of rows with equal ranks. */
function byRank(order: Uint32Array, ranks: Uint32Array): Uint32Array {
  const most = ranks.reduce((max, rank) => Math.max(max, rank), 0);
  const places = new Uint32Array(most + 2);
  for (const row of order) {
    const rank = ranks[row] ?? 0;
    places[rank + 1] = (places[rank + 1] ?? 0) + 1;
  }
  for (let rank = 0; rank <= most; rank++) {
    places[rank + 1] = (places[rank + 1] ?? 0) + (places[rank] ?? 0);
  }
  const sorted = new Uint32Array(order.length);
  for (const row of order) {
    const rank = ranks[row] ?? 0;
    const place = places[rank] ?? 0;
    sorted[place] = row;
    places[rank] = place + 1;
  }
  return sorted;
}
