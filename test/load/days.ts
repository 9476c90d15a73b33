/**
 * What many days of data cost on the segment store: `npm run bench:days [-- events a day] [days]`. Each day has as many
 * parts as a day of 2 million events. Prints figures and asserts nothing.
 */
import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { organizationId } from '../../src/base/ids.ts';
import { silentLog } from '../../src/base/log.ts';
import { rowsFolder } from '../../src/engines/store/child/engine-of-folder.ts';
import { bindValues } from '../../src/engines/store/duckdb/engine/run-select.ts';
import { openDatabase } from '../../src/engines/store/duckdb/engine/database.ts';
import { openSegmentStore } from '../../src/engines/store/segments/open-segment-store.ts';
import type { PartRows } from '../../src/engines/store/segments/part-rows.ts';
import { openParts } from '../../src/engines/store/segments/parts.ts';
import { planRead } from '../../src/engines/store/segments/reader/plan-reads.ts';
import { translateStatement } from '../../src/engines/store/segments/reader/translated-statement.ts';
import { writePart } from '../../src/engines/store/segments/write-part.ts';
import { attributeEquals, bodyHasWord } from '../../src/engines/store/log-fields.ts';
import { bind, instant, sql, type Sql, string, uint32 } from '../../src/engines/store/sql.ts';
import { type LogStore, rowsOf } from '../../src/engines/store/store.ts';
import { DAY_MS, MB } from '../../src/spec/units.ts';
import { LIMITS } from '../support/limits.ts';
import { partRowsOf } from '../support/part-rows.ts';
import { logCorpus } from '../support/patterns/log-corpus.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { inShort } from './bench-size.ts';

const PER_DAY = Number(process.argv[2] ?? inShort(200_000, 1_600));
const DAYS = Number(process.argv[3] ?? inShort(30, 2));
const PARTS_OF_DAY = 16;
const RUNS = inShort(41, 3);
/** Until V8 and the engine have seen the statement. */
const WARM_RUNS = inShort(10, 1);
const END = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const SHOWN = 100;
const OWNER = organizationId('org_a');

const directory = mkdtempSync(join(tmpdir(), 'xplain-days-'));
try {
  const trace = writeAll(rowsFolder(directory, 'segments'));
  await planAll(rowsFolder(directory, 'segments'));
  const openedAt = performance.now();
  await using store = await openSegmentStore(
    { clock: systemClock, limits: LIMITS, log: silentLog },
    directory,
  );
  say(`opened in ${(performance.now() - openedAt).toFixed(0)} ms`);
  await askAll(store, trace);
} finally {
  removeFolder(directory);
}

/** Returns a trace of a day in the middle, which one row has. */
function writeAll(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const startedAt = performance.now();
  const records = logCorpus(PER_DAY, 1, END)
    .map((record) => ({ ...record, organization: OWNER }))
    .toArray();
  const size = Math.ceil(PER_DAY / PARTS_OF_DAY);
  const parts = Array.from({ length: PARTS_OF_DAY }, (_, i) =>
    partRowsOf(records.slice(i * size, (i + 1) * size)),
  );
  for (let day = DAYS - 1; day >= 0; day--) {
    for (const [i, rows] of parts.entries()) {
      const part = writePart(onDay(rows, day), { tokens: [], replaces: [] });
      const date = new Date(END - (day + 1) * DAY_MS).toISOString().slice(0, 10);
      const number = (DAYS - day) * PARTS_OF_DAY + i;
      const name = `${date.replaceAll('-', '')}-${String(number).padStart(10, '0')}.parquet`;
      writeFileSync(join(folder, name), Buffer.concat(part?.pieces ?? []));
    }
  }
  const files = readdirSync(folder);
  const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  say(
    `${DAYS} days of ${PER_DAY} events in ${files.length} parts, ${(bytes / MB).toFixed(0)} MB, ` +
      `written in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`,
  );
  const attributes = new Map(records[records.length >> 1]?.attributes);
  const day = DAYS >> 1;
  return letterOf(day) + (attributes.get('trace_id') ?? '').slice(1);
}

/** The same events so many days earlier, with ids and traces of their own. */
function onDay({ numbers, texts, ...rest }: PartRows, day: number): PartRows {
  const earlier = (values: Float64Array): Float64Array =>
    values.map((value) => value - day * DAY_MS);
  const { timestamp, received_at: received, stored_at: stored, row_sequence: ids } = numbers;
  return {
    ...rest,
    numbers: {
      ...numbers,
      timestamp: earlier(timestamp),
      received_at: earlier(received),
      stored_at: earlier(stored),
      row_sequence: earlier(ids),
    },
    texts: { ...texts, trace_id: withLetter(texts.trace_id, letterOf(day)) },
  };
}

/** No hexadecimal digit, so that only the column has it. */
function letterOf(day: number): string {
  return String.fromCharCode('G'.charCodeAt(0) + day);
}

function withLetter(column: PartRows['texts']['trace_id'], letter: string) {
  const buffers = column.buffers.map((buffer) => Buffer.from(buffer));
  for (const [row, source] of column.sources.entries()) {
    if ((column.lengths[row] ?? 0) > 0) buffers[source]?.write(letter, column.starts[row] ?? 0);
  }
  return { ...column, buffers };
}

function within(days: number): Sql {
  const [from, to] = [END - days * DAY_MS, END];
  return sql`organization = ${string(OWNER)} AND index_name = ${string('main')} AND timestamp >= ${instant(from)} AND timestamp < ${instant(to)}`;
}

function newest(range: Sql, condition: Sql): Sql {
  return sql`SELECT body, level, service FROM logs PREWHERE (${range}) AND (${condition}) ORDER BY timestamp DESC, row_id DESC LIMIT ${uint32(SHOWN)}`;
}

/** Until files are chosen and the statement is written, and until the engine has planned it. */
async function planAll(folder: string): Promise<void> {
  const parts = openParts(folder);
  const database = await openDatabase({
    folder,
    memoryBytesMax: 1_024 * MB,
    threads: 2,
    connections: 1,
  });
  try {
    for (const days of [1, DAYS]) {
      const range = within(days);
      const { text, parameters } = bind(
        sql`SELECT user_id, count() AS n FROM logs WHERE ${range} GROUP BY user_id`,
      );
      const translated = translateStatement({ text, parameters, sentTables: new Set() });
      const ours = await medianMs(() => planRead(translated, parts, 0));
      const [statement] = planRead(translated, parts, 0).plan.statements;
      const theirs = await medianMs(() =>
        database.use(async (connection) => {
          const prepared = await connection.prepare(`EXPLAIN ${statement?.text}`);
          try {
            bindValues(prepared, statement?.values ?? new Map());
            await prepared.run();
          } finally {
            prepared.destroySync();
          }
        }),
      );
      tell(`plan ${days} days`, `ours ${ours.toFixed(2)} ms, engine ${theirs.toFixed(1)} ms`);
    }
  } finally {
    database.close();
  }
}

async function askAll(store: LogStore, trace: string): Promise<void> {
  for (const days of [1, DAYS]) {
    const range = within(days);
    const statements: Readonly<Record<string, Sql>> = {
      count: sql`SELECT toFloat64(count()) AS n FROM logs WHERE ${range}`,
      'count by service': sql`SELECT k, n FROM (SELECT service AS k, toFloat64(count()) AS n FROM logs WHERE ${range} GROUP BY k) ORDER BY n DESC LIMIT ${uint32(SHOWN)}`,
      'trace id': newest(range, attributeEquals('trace_id', trace)),
      'rare word': newest(range, bodyHasWord('returns')),
      'last 100 errors': newest(range, sql`lowerUTF8(level) = lowerUTF8(${string('error')})`),
      'top users by the engine': sql`SELECT user_id, uniqExact(service) AS n FROM logs WHERE ${range} GROUP BY user_id ORDER BY n DESC LIMIT 10`,
    };
    for (const [what, statement] of Object.entries(statements)) {
      let found = 0;
      const ms = await medianMs(async () => {
        found = rowsOf(await store.query(statement)).length;
      });
      tell(`${what}, ${days} days`, `${ms.toFixed(2)} ms, ${found} rows`);
    }
  }
}

async function medianMs(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = -WARM_RUNS; run < RUNS; run++) {
    const startedAt = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}

function tell(what: string, figures: string): void {
  say(`${what.padEnd(34)} ${figures}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
