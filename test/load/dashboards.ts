/**
 * How fast a dashboard of twelve panels is there, over HTTP and with everything in place:
 * `npm run bench:dashboards [-- events] [--runs n] [--ingest events/s]`, with `--draw` only how fast charts are drawn. Prints figures and asserts nothing. Cold runs ask about a range that
 * nobody has asked about before; cached ones ask the same once more.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { LogRecord } from '../../src/base/record.ts';
import { drawChart } from '../../src/charts/index.ts';
import type { DashboardDefinition } from '../../src/contract/dashboard-definition.ts';
import type { DashboardPanel } from '../../src/contract/dashboard-panels.ts';
import { DAY_MS, MINUTE_MS } from '../../src/spec/units.ts';
import { logCorpus } from '../support/patterns/log-corpus.ts';
import { inShort } from './bench-size.ts';
import { drawInBrowser } from './draw-in-browser.ts';
import { openRawConnection, rawPost } from './raw-client.ts';
import { type BenchApp, startBenchApp } from './start-bench-app.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, ingest: { type: 'string' }, draw: { type: 'boolean' } },
});
const EVENTS = Number(positionals[0] ?? inShort(2_000_000, 1_000));
const RUNS = Number(values.runs ?? inShort(21, 1));
const INGEST_PER_SECOND = Number(values.ingest ?? 0);
const PER_REQUEST = 1_000;
const CONNECTIONS = 4;
const SETTLE_SECONDS_MAX = 900;
const QUIET_SECONDS = inShort(5, 0);

if (values.draw === true) {
  await tellDrawing();
  process.exit();
}

let asked = 0;
const end = Math.floor(Date.now() / 300_000) * 300_000;
await using app = await startBenchApp();
await load(app);
await settle(app);
const id = await makeDashboard(app);
await measure(app, id, 'at rest');
if (INGEST_PER_SECOND > 0) {
  const stop = new AbortController();
  const sending = keepSending(app, stop.signal);
  await measure(app, id, `beside ${INGEST_PER_SECOND} events/s`);
  stop.abort();
  await sending;
}
await tellDrawing();

/** 3 values, 4 time series, 2 bars, a share, a table, logs. */
function twelvePanels(): DashboardPanel[] {
  const at = (place: number) => ({ x: (place % 4) * 6, y: Math.floor(place / 4) * 6, w: 6, h: 6 });
  return [
    { id: 'v1', kind: 'value', ...at(0), query: '* | stats count' },
    { id: 'v2', kind: 'value', ...at(1), query: 'level=error | stats count' },
    { id: 'v3', kind: 'value', ...at(2), query: 'status>=500 | stats count' },
    { id: 't1', kind: 'timeseries', ...at(3), query: '* | timechart count BY level' },
    { id: 't2', kind: 'timeseries', ...at(4), query: '* | timechart count BY service' },
    { id: 't3', kind: 'timeseries', ...at(5), query: 'level=error | timechart count' },
    { id: 't4', kind: 'timeseries', ...at(6), query: 'duration_ms=* | timechart p95(duration_ms)' },
    { id: 'b1', kind: 'bars', ...at(7), query: '* | stats count BY service' },
    { id: 'b2', kind: 'bars', ...at(8), query: 'user_id=* | top limit=10 user_id' },
    { id: 's1', kind: 'share', ...at(9), query: '* | stats count BY level' },
    { id: 'ta', kind: 'table', ...at(10), query: 'level=error | stats count BY service, source' },
    { id: 'lo', kind: 'logs', ...at(11), query: 'level=error' },
  ];
}

async function makeDashboard(target: BenchApp): Promise<string> {
  const definition: DashboardDefinition = { schema: 1, name: 'Bench', panels: twelvePanels() };
  const answer = await post(target, '/api/v1/dashboards', { definition });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

function post(target: BenchApp, path: string, body: unknown, accept = 'application/json') {
  return fetch(new URL(path, target.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${target.key}`, 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  });
}

/** A day that ends a minute earlier each time, so that no answer is known; dashboards round a day to whole minutes. */
function freshRange(): { earliest: string; latest: string } {
  asked += 1;
  const to = end - asked * MINUTE_MS;
  return { earliest: new Date(to - DAY_MS).toISOString(), latest: new Date(to).toISOString() };
}

async function measure(target: BenchApp, dashboard: string, name: string): Promise<void> {
  const path = `/api/v1/dashboards/${dashboard}/data`;
  const first: number[] = [];
  const all: number[] = [];
  const cached: number[] = [];
  let statements = 0;
  let failed = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const range = freshRange();
    const startedAt = performance.now();
    const answer = await post(target, path, range, 'text/event-stream');
    let text = '';
    const decoder = new TextDecoder();
    let isFirst = true;
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (!isFirst || !text.includes('event: panel')) continue;
      isFirst = false;
      first.push(performance.now() - startedAt);
    }
    all.push(performance.now() - startedAt);
    statements = Number(/"statements":(\d+),"cached"/.exec(text)?.[1] ?? 0);
    failed += text.split('"error":{').length - 1;
    const againAt = performance.now();
    await (await post(target, path, range)).text();
    cached.push(performance.now() - againAt);
  }
  say(`${name}: ${statements} statements, ${failed} failed panels in ${RUNS} runs`);
  tell('first panel, cold', first);
  tell('all panels, cold', all);
  tell('all panels, cached', cached);
}

async function tellDrawing(): Promise<void> {
  tell('draw 10 × 1,000, SVG', times(RUNS, drawTen));
  const found = await drawInBrowser(RUNS);
  if (found === undefined) say('draw 10 × 1,000, browser: Chromium is missing');
  else tell('draw 10 × 1,000, browser', found);
}

function times(count: number, work: () => void): number[] {
  return Array.from({ length: count }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
}

/** As SVG, for mails. */
function drawTen(): void {
  const x = Array.from({ length: 1_000 }, (_, at) => at * 60);
  for (let chart = 0; chart < 10; chart += 1) {
    const series = [{ name: 'n', values: x.map((at) => Math.sin(at / 900 + chart) + 1) }];
    const data = { x, labels: undefined, series };
    const paper = { title: 'n', scheme: 'light', width: 600, height: 240 } as const;
    drawChart({ ...paper, data, kind: 'line', timeZone: 'UTC' });
  }
}

function tell(name: string, found: readonly number[]): void {
  const sorted = found.toSorted((left, right) => left - right);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  say(`${name.padEnd(26)} p50 ${at(0.5).padStart(8)} ms   p95 ${at(0.95).padStart(8)} ms`);
}

async function load(target: BenchApp): Promise<void> {
  const corpus = logCorpus(EVENTS, 1, end);
  const next = (): Buffer | undefined => {
    const batch: unknown[] = [];
    for (let step = corpus.next(); step.done !== true; step = corpus.next()) {
      batch.push(eventOf(step.value));
      if (batch.length === PER_REQUEST) break;
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
  say(`${EVENTS} events sent`);
}

function eventOf(record: LogRecord) {
  const { body: event, level, source, timestamp, attributes } = record;
  const time = new Date(timestamp).toISOString();
  return { event, level, source, timestamp: time, attributes: Object.fromEntries(attributes) };
}

/** Until every event is found and the processes rest. */
async function settle(target: BenchApp): Promise<void> {
  let before = await target.cpuSeconds();
  for (let quiet = 0, waited = 0; waited < SETTLE_SECONDS_MAX; waited += 1) {
    const body = { query: '* | stats count', earliest: '-30d', latest: '+1d' };
    const answer = (await (await post(target, '/api/v1/search', body)).json()) as {
      data?: { rows: { count: number }[] };
    };
    const isThere = Number(answer.data?.rows[0]?.count ?? 0) >= EVENTS;
    if (isThere && quiet >= QUIET_SECONDS) return;
    await sleep(1_000);
    const now = await target.cpuSeconds();
    quiet = isThere && now - before < 0.3 ? quiet + 1 : 0;
    before = now;
  }
}

/** Fresh events at a steady rate, with times of now. */
async function keepSending(target: BenchApp, signal: AbortSignal): Promise<void> {
  using connection = await openRawConnection(target.url);
  const events = Math.max(1, Math.round(INGEST_PER_SECOND / 10));
  for (let seed = 2; !signal.aborted; seed += 1) {
    const startedAt = performance.now();
    const batch = [...logCorpus(events, seed, Date.now())].map(eventOf);
    const body = Buffer.from(JSON.stringify(batch));
    await connection.ask(rawPost({ ...target, path: '/api/v1/logs/batch', body }));
    await sleep(Math.max(0, 100 - (performance.now() - startedAt)));
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
