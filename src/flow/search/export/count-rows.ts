import { Transform } from 'node:stream';
import type { ExportFormat } from '../../../engines/store/store.ts';
import { parquetRowCount } from './parquet-row-count.ts';

/** A file that passes through, and how many rows it had once it has ended. */
export interface CountedFile {
  readonly stream: Transform;
  /** Undefined before the end, and when the file does not tell. */
  rows(): number | undefined;
}

interface Counter {
  see(chunk: Buffer): void;
  rows(): number | undefined;
}

export function countRows(format: ExportFormat): CountedFile {
  const counter = COUNTERS[format]();
  let hasEnded = false;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      counter.see(chunk);
      done(null, chunk);
    },
    flush(done) {
      hasEnded = true;
      done();
    },
  });
  return { stream, rows: () => (hasEnded ? counter.rows() : undefined) };
}

const COUNTERS: Readonly<Record<ExportFormat, () => Counter>> = {
  jsonl: countLines,
  csv: countRecords,
  parquet: readFooter,
};

const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** Inside a value a line feed is written as two characters. */
function countLines(): Counter {
  let lines = 0;
  return {
    see(chunk) {
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) {
        lines += 1;
      }
    },
    rows: () => lines,
  };
}

/** A newline within quotes belongs to the value; a quote within a value is doubled, so it changes nothing. */
function countRecords(): Counter {
  let records = 0;
  let isQuoted = false;
  return {
    see(chunk) {
      for (const byte of chunk) {
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (byte === LINE_FEED && !isQuoted) records += 1;
      }
    },
    // The first one names the columns.
    rows: () => Math.max(0, records - 1),
  };
}

/** Beyond what the directory of any file takes: some hundred bytes for each million rows and column. */
const FOOTER_BYTES_MAX = 8 * 1024 * 1024;

/** Parquet has its row count at the end, so the end of the file is kept. */
function readFooter(): Counter {
  let chunks: Buffer[] = [];
  let bytes = 0;
  return {
    see(chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
      const [oldest] = chunks;
      if (oldest !== undefined && bytes - oldest.length >= FOOTER_BYTES_MAX) {
        chunks = chunks.slice(1);
        bytes -= oldest.length;
      }
    },
    rows: () => parquetRowCount(Buffer.concat(chunks)),
  };
}
