/**
 * How fast searches answer, over HTTP and with everything in place:
 * `npm run bench:search [-- events] [--runs n] [--ingest events/s]`, on the engine that
 * XPLAIN_EMBEDDED_STORE names. Prints figures and asserts nothing. Where the engine takes statements, every
 * search is also run as its bare statement on the store, turn by turn, so that the difference is what the
 * program adds. `--ingest` keeps sending events while the searches run.
 */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DAY_MS } from '../../src/spec/units.ts';
import { logCorpus } from '../support/patterns/log-corpus.ts';
import { inShort } from './bench-size.ts';
import { type EngineDoor, openEngineDoor } from './engine-endpoint.ts';
import { exchange } from './exchange.ts';
import { openRawConnection, rawPost } from './raw-client.ts';
import { type BenchApp, startBenchApp } from './start-bench-app.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, ingest: { type: 'string' } },
});
const EVENTS = Number(positionals[0] ?? inShort(2_000_000, 1_000));
const RUNS = Number(values.runs ?? inShort(21, 1));
const INGEST_PER_SECOND = Number(values.ingest ?? 0);
const PER_REQUEST = 1_000;
const CONNECTIONS = 4;
const SETTLE_SECONDS_MAX = 900;
const QUIET_SECONDS = inShort(5, 0);

/** As the store is asked, so that the difference is the program’s. */
const agent = new Agent({ keepAlive: true });
const end = Math.floor(Date.now() / 300_000) * 300_000;
await using app = await startBenchApp();
using endpoint = await openEngineDoor(app);
const sample = await load(app);
await settle(app, endpoint);
await tellStore(app, endpoint);
const stop = new AbortController();
const sending = INGEST_PER_SECOND > 0 ? keepSending(app, stop.signal) : undefined;
await askAll(app, endpoint);
stop.abort();
await sending;
agent.destroy();

/** An event's trace id that stands in its body, too. */
interface Sample {
  readonly traceId: string;
}

async function load(target: BenchApp): Promise<Sample> {
  const startedAt = performance.now();
  const corpus = logCorpus(EVENTS, 1, end);
  let traceId = '';
  let seen = 0;
  const next = (): Buffer | undefined => {
    const batch: unknown[] = [];
    while (batch.length < PER_REQUEST) {
      const step = corpus.next();
      if (step.done === true) break;
      const record = step.value;
      const attributes = Object.fromEntries(record.attributes);
      const trace = attributes['trace_id'] ?? '';
      if (traceId === '' && seen > EVENTS * 0.4 && record.body.includes(trace)) traceId = trace;
      seen++;
      const { body: event, level, source, timestamp } = record;
      batch.push({
        event,
        level,
        source,
        timestamp: new Date(timestamp).toISOString(),
        attributes,
      });
    }
    return batch.length === 0 ? undefined : Buffer.from(JSON.stringify(batch));
  };
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      using connection = await openRawConnection(target.url);
      for (let body = next(); body !== undefined; body = next()) {
        const request = rawPost({ ...target, path: '/api/v1/logs/batch', body });
        while ((await connection.ask(request)) !== 202) await sleep(50);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  say(`${EVENTS} events sent in ${seconds.toFixed(0)} s`);
  return { traceId };
}

/** Until every event is there, nothing merges and the processes rest. */
async function settle(target: BenchApp, engine: EngineDoor | undefined): Promise<void> {
  let before = await target.cpuSeconds();
  for (let quiet = 0, waited = 0; waited < SETTLE_SECONDS_MAX; waited++) {
    const isThere = (await rowsOf(target)) >= EVENTS;
    if (isThere && quiet >= QUIET_SECONDS) return;
    await sleep(1_000);
    const now = await target.cpuSeconds();
    const isQuiet = isThere && !(await isMerging(engine)) && now - before < 0.1;
    quiet = isQuiet ? quiet + 1 : 0;
    before = now;
  }
}

async function rowsOf(target: BenchApp): Promise<number> {
  const { rows = [] } = await search(target, '* | stats count');
  return Number(rows[0]?.['count'] ?? 0);
}

/** What other engines rewrite shows in their processor time alone. */
async function isMerging(engine: EngineDoor | undefined): Promise<boolean> {
  if (engine?.engine !== 'clickhouse') return false;
  const { data } = await engine.ask('SELECT count() AS merges FROM system.merges');
  return Number(data['merges']?.[0]) > 0;
}

async function tellStore(target: BenchApp, engine: EngineDoor | undefined): Promise<void> {
  if (engine?.engine === 'clickhouse') return tellParts(engine);
  const bytes = (await target.diskBytes()) / (await rowsOf(target));
  say(`${bytes.toFixed(1)} bytes/event of the whole data folder`);
}

async function tellParts(engine: EngineDoor): Promise<void> {
  const { data } = await engine.ask(
    `SELECT count() AS parts, countIf(secondary_indices_compressed_bytes = 0) AS bare, sum(marks) AS granules,
      round(sum(bytes_on_disk) / sum(rows), 1) AS bytes
     FROM system.parts WHERE active AND database = 'xplain' AND table = 'logs'`,
  );
  const { parts, bare, granules, bytes } = data;
  say(
    `${String(parts?.[0])} parts (${String(bare?.[0])} without indexes), ${String(granules?.[0])} granules, ${String(bytes?.[0])} bytes/event`,
  );
}

/** Fresh events at a steady rate, with times of now. */
async function keepSending(target: BenchApp, signal: AbortSignal): Promise<void> {
  using connection = await openRawConnection(target.url);
  const events = Math.max(1, Math.round(INGEST_PER_SECOND / 10));
  for (let seed = 2; !signal.aborted; seed++) {
    const startedAt = performance.now();
    const batch = [...logCorpus(events, seed, Date.now())].map(
      ({ body: event, level, source, attributes }) => ({
        event,
        level,
        source,
        attributes: Object.fromEntries(attributes),
      }),
    );
    const body = Buffer.from(JSON.stringify(batch));
    await connection.ask(rawPost({ ...target, path: '/api/v1/logs/batch', body }));
    await sleep(Math.max(0, 100 - (performance.now() - startedAt)));
  }
}

function questions(): Readonly<Record<string, string>> {
  const { traceId } = sample;
  return {
    'count of a day': '* | stats count',
    'last 100 errors': 'level=error | head 100',
    'a rare word': `"${traceId}" | head 100`,
    'count by service': '* | stats count by service',
    'chart by level': '* | timechart span=5m count by level',
    'last 100 of a phrase': '"connection refused" | head 100',
    'top 10 users': 'user_id=* | top limit=10 user_id',
    'count by regex': '* | regex event="/orders/[0-9]*77/(items|lines)" | stats count',
    'one trace': `trace_id="${traceId}" | head 100`,
    'last 100 of all': '* | head 100',
    'key and value, last 100': 'status=503 | head 100',
  };
}

async function askAll(target: BenchApp, engine: EngineDoor | undefined): Promise<void> {
  const head = [
    '',
    'p50 ms',
    'p95 ms',
    'store p50',
    'program',
    'rows read',
    'MB read',
    'parts',
    'granules',
  ];
  say(head.map((text, i) => (i === 0 ? text.padEnd(26) : text.padStart(10))).join(''));
  for (const [name, query] of Object.entries(questions())) {
    await askOne(target, engine, name, query);
  }
}

async function askOne(
  target: BenchApp,
  engine: EngineDoor | undefined,
  name: string,
  query: string,
): Promise<void> {
  const { explain } = await search(target, query, { explain: 'true' });
  const { sql: text = '', parameters = {} } = explain ?? {};
  const estimate = await engine?.ask(`EXPLAIN ESTIMATE ${text}`, parameters);
  const total = (column: string): string =>
    estimate === undefined
      ? '-'
      : String((estimate.data[column] ?? []).reduce<number>((sum, each) => sum + Number(each), 0));
  const whole: number[] = [];
  const bare: number[] = [];
  let stats = { scannedRows: 0, scannedBytes: 0 };
  for (let i = 0; i <= RUNS; i++) {
    const startedAt = performance.now();
    stats = (await search(target, query)).stats;
    const betweenAt = performance.now();
    await engine?.ask(text, parameters);
    // The first of each fills caches.
    if (i === 0) continue;
    whole.push(betweenAt - startedAt);
    bare.push(performance.now() - betweenAt);
  }
  const figures = [
    percentile(whole, 0.5).toFixed(1),
    percentile(whole, 0.95).toFixed(1),
    ...(engine === undefined
      ? ['-', '-']
      : [
          percentile(bare, 0.5).toFixed(1),
          (percentile(whole, 0.5) - percentile(bare, 0.5)).toFixed(1),
        ]),
    String(stats.scannedRows),
    (stats.scannedBytes / 1e6).toFixed(1),
    total('parts'),
    total('marks'),
  ];
  say(name.padEnd(26) + figures.map((figure) => figure.padStart(10)).join(''));
}

interface SearchAnswer {
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  readonly stats: { readonly scannedRows: number; readonly scannedBytes: number };
  readonly explain?: { readonly sql?: string; readonly parameters?: Record<string, string> };
}

async function search(
  { url, key }: BenchApp,
  query: string,
  more: Readonly<Record<string, string>> = {},
): Promise<SearchAnswer> {
  const range = {
    earliest: new Date(end - DAY_MS).toISOString(),
    latest: new Date(end).toISOString(),
  };
  // With fresh events the end of the range is now, where they are.
  if (INGEST_PER_SECOND > 0) range.latest = new Date().toISOString();
  const parameters = new URLSearchParams({ query, limit: '10000', ...range, ...more });
  const { hostname, port } = new URL(url);
  const answer = await exchange({
    agent,
    host: hostname,
    port,
    path: `/api/v1/search?${parameters.toString()}`,
    headers: { authorization: `Bearer ${key}` },
  });
  const { data } = JSON.parse(answer.text) as { data?: SearchAnswer };
  if (data === undefined) throw new Error(`${query}: ${answer.status}`);
  return data;
}

function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
