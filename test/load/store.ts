/**
 * What the log store costs: `node test/load/store.ts [events]`. Prints figures and asserts nothing; CPU
 * figures are steadier than wall times on a machine that does other things, too.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { LogRecord } from '../../src/base/record.ts';
import { createBlockEncoder } from '../../src/engines/store/block-encoder.ts';
import { openEmbeddedStore } from '../../src/engines/store/embedded/open-embedded-store.ts';
import type { EmbeddedStore } from '../../src/engines/store/child/supervise-engine.ts';
import {
  attributeColumns,
  attributeEquals,
  bodyHasWord,
} from '../../src/engines/store/log-fields.ts';
import { createRowIds } from '../../src/engines/store/row-ids.ts';
import { instant, sql } from '../../src/engines/store/sql.ts';
import type { Sql } from '../../src/engines/store/sql.ts';
import { rowsOf } from '../../src/engines/store/store.ts';
import { LIMITS } from '../support/limits.ts';
import { DAY_MS, MB } from '../../src/spec/units.ts';
import { logCorpus } from '../support/patterns/log-corpus.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { inShort } from './bench-size.ts';

const EVENTS = Number(process.argv[2] ?? inShort(1_000_000, 2_000));
const PER_REQUEST = 1_000;
const REQUESTS_PER_INSERT = 20;
const WRITERS = 4;
const QUERY_RUNS = inShort(15, 1);
const QUIET_SECONDS = inShort(5, 0);

const end = Math.floor(Date.now() / 300_000) * 300_000;
const folder = mkdtempSync(join(tmpdir(), 'xplain-load-'));
try {
  await using store = await openEmbeddedStore(
    { clock: systemClock, limits: LIMITS, log: silentLog },
    folder,
  );
  await pushAll(store);
  await askAll(store);
  await restart(store);
} finally {
  removeFolder(folder);
}

async function pushAll(store: EmbeddedStore): Promise<void> {
  const encoder = createBlockEncoder(createRowIds(systemClock, 1));
  const cpuBefore = cpuSeconds(store.enginePid());
  let encodeSeconds = 0;
  let encodedBytes = 0;
  let jsonBytes = 0;
  let insertMs = 0;
  const encode = (records: readonly LogRecord[]): Uint8Array => {
    const json = JSON.stringify(records);
    jsonBytes += json.length;
    // As they come from a request: flat, fresh strings.
    const fresh = JSON.parse(json) as LogRecord[];
    const cpuAt = process.threadCpuUsage();
    const { bytes } = encoder.encode(fresh);
    encodeSeconds += process.threadCpuUsage(cpuAt).user / 1e6;
    encodedBytes += bytes.length;
    return bytes;
  };
  const corpus = logCorpus(EVENTS, 1, end);
  const writers = Array.from({ length: WRITERS }, async () => {
    for (;;) {
      const blocks: Uint8Array[] = [];
      for (let i = 0; i < REQUESTS_PER_INSERT; i++) {
        const records = takeFrom(corpus, PER_REQUEST);
        if (records.length > 0) blocks.push(encode(records));
      }
      if (blocks.length === 0) return;
      const startedAt = performance.now();
      await store.insert({ token: randomUUID(), blocks, events: PER_REQUEST * blocks.length });
      insertMs += performance.now() - startedAt;
    }
  });
  await Promise.all(writers);
  const perEvent = (seconds: number): string => `${((seconds * 1e6) / EVENTS).toFixed(2)} µs/event`;
  print('event as JSON', `${(jsonBytes / EVENTS).toFixed(0)} B`);
  print('event encoded', `${(encodedBytes / EVENTS).toFixed(0)} B`);
  print('encoding', perEvent(encodeSeconds));
  print('engine CPU while pushing', perEvent(cpuSeconds(store.enginePid()) - cpuBefore));
  const inserts = Math.ceil(EVENTS / PER_REQUEST / REQUESTS_PER_INSERT);
  print(
    `insert of ${PER_REQUEST * REQUESTS_PER_INSERT} events`,
    `${(insertMs / inserts).toFixed(0)} ms`,
  );
  await settle(store);
  await store.maintain(new AbortController().signal);
  print('engine CPU, settled', perEvent(cpuSeconds(store.enginePid()) - cpuBefore));
  const usage = await store.diskUsage();
  const [active] = rowsOf(
    await store.query(
      sql`SELECT sum(bytes_on_disk) AS bytes, count() AS parts FROM system.parts WHERE active AND table = 'logs'`,
    ),
  );
  print(
    'on disk',
    `${(Number(active?.['bytes']) / usage.rows).toFixed(1)} B/event, ${String(active?.['parts'])} parts`,
  );
  print('memory of the engine', `${(memoryBytes(store.enginePid()) / MB).toFixed(0)} MB`);
}

/** The next ones; the iterator stays open for the others. */
function takeFrom<T>(items: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const next = items.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}

/** Until nothing merges and the engine rests. */
async function settle(store: EmbeddedStore): Promise<void> {
  for (let quiet = 0; quiet < QUIET_SECONDS;) {
    const cpuBefore = cpuSeconds(store.enginePid());
    await sleep(1000);
    const [merges] = rowsOf(await store.query(sql`SELECT count() AS n FROM system.merges`));
    const isQuiet = merges?.['n'] === 0 && cpuSeconds(store.enginePid()) - cpuBefore < 0.1;
    quiet = isQuiet ? quiet + 1 : 0;
  }
}

async function askAll(store: EmbeddedStore): Promise<void> {
  const range = sql`organization = 'org_test' AND timestamp >= ${instant(end - DAY_MS)} AND timestamp < ${instant(end)}`;
  const minutes = sql`organization = 'org_test' AND toStartOfMinute(timestamp) >= ${instant(end - DAY_MS)} AND toStartOfMinute(timestamp) < ${instant(end)}`;
  const events = (condition: Sql): Sql =>
    sql`SELECT timestamp, row_id, body, level, source, ${attributeColumns()} FROM logs
      WHERE ${range} AND ${condition} ORDER BY timestamp DESC, row_id DESC LIMIT 100`;
  const [sample] = rowsOf(
    await store.query(sql`SELECT trace_id FROM logs WHERE ${range} ORDER BY row_id LIMIT 1`),
  );
  const trace = String(sample?.['trace_id']);
  const questions: Readonly<Record<string, Sql>> = {
    'count of a day': sql`SELECT count() AS n FROM logs WHERE ${range}`,
    'last 100 errors': events(sql`index_name = 'main' AND level = 'error'`),
    'a rare word': events(bodyHasWord(trace)),
    'count by service': sql`SELECT service, count() AS n FROM logs WHERE ${minutes} GROUP BY service`,
    'chart by level': sql`SELECT toStartOfFiveMinutes(toStartOfMinute(timestamp)) AS t, level, count() AS n FROM logs WHERE ${minutes} GROUP BY t, level ORDER BY t, level`,
    'last 100 of a phrase': events(
      sql`index_name = 'main' AND ${bodyHasWord('connection')} AND ${bodyHasWord('refused')} AND positionCaseInsensitive(body, 'connection refused') > 0`,
    ),
    'top users': sql`SELECT user_id, count() AS n FROM logs WHERE ${range} AND user_id != '' GROUP BY user_id ORDER BY n DESC LIMIT 10`,
    'count by regular expression': sql`SELECT count() AS n FROM logs WHERE ${range} AND match(body, '/orders/[0-9]*77/(items|lines)')`,
    'one trace': events(attributeEquals('trace_id', trace)),
    'an attribute among the others': events(attributeEquals('status', '418')),
  };
  for (const [name, statement] of Object.entries(questions)) {
    const times: number[] = [];
    let rows = 0;
    for (let i = 0; i <= QUERY_RUNS; i++) {
      const startedAt = performance.now();
      rows = (await store.query(statement)).rowCount;
      if (i > 0) times.push(performance.now() - startedAt);
    }
    times.sort((a, b) => a - b);
    print(
      name,
      `p50 ${times[QUERY_RUNS >> 1]?.toFixed(1)} ms, best ${times[0]?.toFixed(1)} ms (${rows} rows)`,
    );
  }
}

async function restart(store: EmbeddedStore): Promise<void> {
  const stopAt = performance.now();
  await store[Symbol.asyncDispose]();
  const startAt = performance.now();
  await using again = await openEmbeddedStore(
    { clock: systemClock, limits: LIMITS, log: silentLog },
    folder,
  );
  const usage = await again.diskUsage();
  print('stop', `${(startAt - stopAt).toFixed(0)} ms`);
  print(`start with ${usage.rows} rows`, `${(performance.now() - startAt).toFixed(0)} ms`);
}

function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function memoryBytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

function print(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(36)} ${value}\n`);
}
