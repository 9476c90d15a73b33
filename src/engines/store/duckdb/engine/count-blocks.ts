/** Counts the rows of blocks that are about to be stored, as `minute-counts.ts` keeps them. */
import { BIGINT, TIMESTAMP_MS, VARCHAR, type DuckDBAppender } from '@duckdb/node-api';
import { MINUTE_MS } from '../../../../spec/units.ts';
import { CHUNK_ROWS_MAX, chunkOf, holdBytes } from './block-chunks.ts';
import { readInstant, type Block, type BlockColumn, type Texts } from './block-reader.ts';
import { COUNTED_COLUMNS } from './minute-counts.ts';

export interface BlockCounts {
  add(bytes: Buffer, block: Block): void;
  /** What was added to others. */
  addAll(others: BlockCounts): void;
  append(appender: DuckDBAppender): void;
  /** The texts of all combinations, and how many rows of which minute have which of them. */
  all(): { readonly texts: readonly (readonly Buffer[])[]; readonly counts: readonly Alike[] };
}

/** Rows of one minute that have the same values. */
interface Alike {
  readonly minute: number;
  /** Which of all combinations of values they have. */
  readonly combination: number;
  events: number;
}

export function createBlockCounts(): BlockCounts {
  /** By their texts. Few differ, and each has a number. */
  const combinations = new Map<string, number>();
  const texts: (readonly Buffer[])[] = [];
  /** By minute, then by combination. */
  const counts = new Map<number, Map<number, Alike>>();
  const countsOf = (minute: number): Map<number, Alike> => {
    const known = counts.get(minute);
    if (known !== undefined) return known;
    const fresh = new Map<number, Alike>();
    counts.set(minute, fresh);
    return fresh;
  };
  const numberOf = (values: readonly Buffer[]): number => {
    // With their lengths, because a value may contain any character.
    const name = values.map((value) => `${value.length} ${value.toString('latin1')}`).join('');
    const known = combinations.get(name) ?? texts.push(values) - 1;
    combinations.set(name, known);
    return known;
  };
  const all = (): Alike[] => [...counts.values()].flatMap((ofMinute) => [...ofMinute.values()]);
  return {
    add(bytes, block) {
      const columns = COUNTED_COLUMNS.map((name) => dictionaryOf(block.columns[name]));
      const minuteOf = minutesOf(bytes, block.columns.timestamp);
      const combinationOf = combinationsOf(columns, (row) =>
        numberOf(columns.map(({ keys, rows }) => textAt(bytes, keys, rows[row] ?? 0))),
      );
      // Rows of one minute are usually adjacent.
      let minute = Number.NaN;
      let ofMinute = new Map<number, Alike>();
      for (let row = 0; row < block.rows; row++) {
        const next = minuteOf(row);
        if (next !== minute) {
          minute = next;
          ofMinute = countsOf(minute);
        }
        countAlike(ofMinute, minute, combinationOf(row), 1);
      }
    },
    addAll(others) {
      const theirs = others.all();
      const numbers = theirs.texts.map(numberOf);
      for (const { minute, combination, events } of theirs.counts) {
        countAlike(countsOf(minute), minute, numbers[combination] ?? 0, events);
      }
    },
    append(appender) {
      const found = all();
      if (found.length > 0) appendAll(appender, found, texts);
    },
    all: () => ({ texts, counts: all() }),
  };
}

function countAlike(
  ofMinute: Map<number, Alike>,
  minute: number,
  combination: number,
  events: number,
): void {
  const known = ofMinute.get(combination);
  if (known === undefined) ofMinute.set(combination, { minute, combination, events });
  else known.events += events;
}

/** Up to this many possible combinations in a block, one number identifies each, computed from its text positions. */
const PLACES_MAX = 2 ** 20;

/** Returns the combination number of a row; calls `numberOf` once for each combination in the block. */
function combinationsOf(
  columns: readonly Dictionary[],
  numberOf: (row: number) => number,
): (row: number) => number {
  const places = columns.reduce((product, { keys }) => product * keys.starts.length, 1);
  const known = new Map<number | string, number>();
  const placeOf =
    places > PLACES_MAX
      ? (row: number) => columns.map(({ rows }) => rows[row] ?? 0).join(' ')
      : (row: number) => {
          let place = 0;
          for (const { keys, rows } of columns) {
            place = place * keys.starts.length + (rows[row] ?? 0);
          }
          return place;
        };
  return (row) => {
    const place = placeOf(row);
    let found = known.get(place);
    if (found === undefined) {
      found = numberOf(row);
      known.set(place, found);
    }
    return found;
  };
}

const NUMBER_BYTES = 8;

/** As columns of a block, whose texts need no call of the engine for each. */
function appendAll(
  appender: DuckDBAppender,
  counts: readonly Alike[],
  texts: readonly (readonly Buffer[])[],
): void {
  const pieces: Buffer[] = [];
  let size = 0;
  const put = (bytes: Buffer): number => {
    pieces.push(bytes);
    size += bytes.length;
    return size - bytes.length;
  };
  const numbers = (read: (each: Alike) => number): BlockColumn => {
    const list = BigInt64Array.from(counts, (each) => BigInt(read(each)));
    return { kind: 'numbers', start: put(Buffer.from(list.buffer)), width: NUMBER_BYTES };
  };
  const rows = Uint32Array.from(counts, ({ combination }) => combination);
  const columns = [
    [TIMESTAMP_MS, numbers(({ minute }) => minute * MINUTE_MS)] as const,
    ...COUNTED_COLUMNS.map((_, place) => {
      const values = texts.map((each) => each[place] ?? Buffer.alloc(0));
      const keys = {
        starts: Uint32Array.from(values, put),
        lengths: Uint32Array.from(values, ({ length }) => length),
      };
      return [VARCHAR, { kind: 'dictionary', keys, rows }] as const;
    }),
    [BIGINT, numbers(({ events }) => events)] as const,
  ];
  using held = holdBytes(Buffer.concat(pieces));
  for (let first = 0; first < counts.length; first += CHUNK_ROWS_MAX) {
    const count = Math.min(CHUNK_ROWS_MAX, counts.length - first);
    appender.appendDataChunk(chunkOf(held, columns, first, count));
  }
}

type Dictionary = Extract<BlockColumn, { kind: 'dictionary' }>;

function dictionaryOf(column: BlockColumn): Dictionary {
  if (column.kind !== 'dictionary') throw new Error('A counted column has few values.');
  return column;
}

function textAt(bytes: Buffer, { starts, lengths }: Texts, at: number): Buffer {
  const start = starts[at] ?? 0;
  return bytes.subarray(start, start + (lengths[at] ?? 0));
}

function minutesOf(bytes: Buffer, column: BlockColumn): (row: number) => number {
  if (column.kind !== 'numbers') throw new Error('A time is a number.');
  const { start, width } = column;
  return (row) => Math.floor(readInstant(bytes, start + row * width) / MINUTE_MS);
}
