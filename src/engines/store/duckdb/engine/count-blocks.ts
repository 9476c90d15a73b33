/** Counts the rows of blocks that are about to be stored, as `minute-counts.ts` keeps them. */
import {
  BIGINT,
  DuckDBDataChunk,
  DuckDBTimestampMillisecondsValue,
  TIMESTAMP_MS,
  VARCHAR,
  type DuckDBAppender,
} from '@duckdb/node-api';
import { MINUTE_MS } from '../../../../spec/units.ts';
import { CHUNK_ROWS_MAX } from './block-chunks.ts';
import { readInstant, type Block, type BlockColumn } from './block-reader.ts';
import { COUNTED_COLUMNS } from './minute-counts.ts';

export interface BlockCounts {
  add(bytes: Buffer, block: Block): void;
  append(appender: DuckDBAppender): void;
}

interface Counted {
  /** Milliseconds since 1970 of its start. */
  readonly minute: number;
  /** In the order of the columns. */
  readonly values: readonly string[];
  events: number;
}

export function createBlockCounts(): BlockCounts {
  const all = new Map<string, Counted>();
  return {
    add(bytes, block) {
      for (const each of countBlock(bytes, block)) {
        // With their lengths: any character may stand in a value.
        const key = `${each.minute} ${each.values.map((value) => `${value.length} ${value}`).join('')}`;
        const known = all.get(key);
        if (known === undefined) all.set(key, each);
        else known.events += each.events;
      }
    },
    append(appender) {
      const counts = [...all.values()];
      for (let first = 0; first < counts.length; first += CHUNK_ROWS_MAX) {
        appender.appendDataChunk(chunkOf(counts.slice(first, first + CHUNK_ROWS_MAX)));
      }
    },
  };
}

const TYPES = [TIMESTAMP_MS, ...COUNTED_COLUMNS.map(() => VARCHAR), BIGINT];

function chunkOf(counts: readonly Counted[]): DuckDBDataChunk {
  const chunk = DuckDBDataChunk.create(TYPES, counts.length);
  chunk.setColumns([
    counts.map(({ minute }) => new DuckDBTimestampMillisecondsValue(BigInt(minute))),
    ...COUNTED_COLUMNS.map((_, place) => counts.map(({ values }) => values[place] ?? '')),
    counts.map(({ events }) => BigInt(events)),
  ]);
  return chunk;
}

/** The rows that differ in nothing that is counted. */
interface Alike {
  /** The first of them. */
  readonly row: number;
  readonly minute: number;
  events: number;
}

function countBlock(bytes: Buffer, block: Block): Counted[] {
  const columns = COUNTED_COLUMNS.map((name) => dictionaryOf(bytes, block.columns[name]));
  const minuteOf = minutesOf(bytes, block.columns.timestamp);
  const alike = new Map<number | string, Alike>();
  const combinations = columns.reduce((product, { texts }) => product * texts.length, 1);
  for (let row = 0; row < block.rows; row++) {
    const minute = minuteOf(row);
    let place = 0;
    for (const { rows, texts } of columns) place = place * texts.length + (rows[row] ?? 0);
    const key =
      combinations <= COMBINATIONS_MAX
        ? minute * combinations + place
        : `${minute} ${columns.map(({ rows }) => rows[row] ?? 0).join(' ')}`;
    const known = alike.get(key);
    if (known === undefined) alike.set(key, { row, minute, events: 1 });
    else known.events++;
  }
  return Array.from(alike.values(), ({ row, minute, events }) => ({
    minute: minute * MINUTE_MS,
    values: columns.map(({ rows, texts }) => texts[rows[row] ?? 0] ?? ''),
    events,
  }));
}

/** So many of them for each minute are still told apart by one number. */
const COMBINATIONS_MAX = 2 ** 20;

interface Dictionary {
  readonly texts: readonly string[];
  /** Which of the texts each row has. */
  readonly rows: Uint32Array;
}

function dictionaryOf(bytes: Buffer, column: BlockColumn): Dictionary {
  if (column.kind !== 'dictionary') throw new Error('A counted column has few values.');
  const { starts, lengths } = column.keys;
  const texts = Array.from(starts, (start, i) =>
    bytes.toString('utf8', start, start + (lengths[i] ?? 0)),
  );
  return { texts, rows: column.rows };
}

function minutesOf(bytes: Buffer, column: BlockColumn): (row: number) => number {
  if (column.kind !== 'numbers') throw new Error('A time is a number.');
  const { start, width } = column;
  return (row) => Math.floor(readInstant(bytes, start + row * width) / MINUTE_MS);
}
