/**
 * What KPIs cost and how late they are: `npm run bench:services -- [KPIs] [seconds] [events a second] [seconds of a slot]` measures KPIs of
 * twenty organizations, five a service, beside a stream of events, after the same time without any. Prints figures and
 * asserts nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogRecord } from '../../src/base/record.ts';
import { logCorpus } from '../support/patterns/log-corpus.ts';
import { inShort } from './bench-size.ts';
import { print, type Sender } from './ingest-traffic.ts';
import { type BenchApp, startBenchApp } from './start-bench-app.ts';

const ORGANIZATIONS = inShort(20, 2);
const KPIS_EACH = 5;
const SERVICES = [...new Set([...logCorpus(1_000, 1, Date.now())].map(serviceOf))];
/** The delay of a KPI, and the time that its first slots take to come, in seconds. */
const DELAY_SECONDS = 60;

const [
  kpis = inShort('1500', '5'),
  seconds = inShort('600', '1'),
  eventsPerSecond = inShort('2000', '20'),
  every = '300',
] = process.argv.slice(2);
const EVERY_SECONDS = Number(every);
await using app = await startBenchApp();
await measure(app, Number(kpis), Number(seconds), Number(eventsPerSecond));

async function measure(
  target: BenchApp,
  wanted: number,
  forSeconds: number,
  perSecond: number,
): Promise<void> {
  const senders: Sender[] = [];
  for (let i = 0; i < ORGANIZATIONS; i += 1) {
    senders.push({ url: target.url, key: await target.newOrganization() });
  }
  await underLoad(target, senders, Math.min(20, forSeconds), perSecond);
  const without = await underLoad(target, senders, forSeconds, perSecond);
  const services = Math.ceil(wanted / KPIS_EACH);
  for (let i = 0; i < services; i += 1) {
    const sender = senders[i % senders.length];
    if (sender !== undefined) await addService(sender, i);
  }
  // The past of the KPIs is measured first; what is told is the time after it.
  await underLoad(target, senders, Math.min(120, forSeconds), perSecond);
  const beganAt = Date.now();
  const beside = await underLoad(target, senders, forSeconds, perSecond);
  // The last slots are stored a little later.
  await sleep(inShort(5_000, 0));
  const lags: number[] = [];
  for (const sender of senders) lags.push(...(await readLags(sender, beganAt)));
  const sorted = lags.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  print(
    `${services * KPIS_EACH} KPIs of ${ORGANIZATIONS} organizations, ${perSecond} events/s, ${forSeconds} s`,
    {
      'slots measured': lags.length,
      'lag p50, s': at(0.5),
      'lag p95, s': at(0.95),
      'lag at most, s': at(1),
      'cores without KPIs': without.cores,
      'cores with KPIs': beside.cores,
      'cores for KPIs': beside.cores - without.cores,
      'of which the server': beside.serverCores - without.serverCores,
      'events/s without KPIs': without.eventsPerSecond,
      'events/s with KPIs': beside.eventsPerSecond,
    },
  );
}

function serviceOf({ attributes }: LogRecord): string {
  return new Map(attributes).get('service') ?? '';
}

async function addService(sender: Sender, number: number): Promise<void> {
  const { id } = await call<{ id: string }>(sender, 'POST', '/api/v1/services', {
    name: `service ${number}`,
    // As suggestions write it.
    selector: `service=${SERVICES[number % SERVICES.length] ?? ''}`,
  });
  const measures = [
    { name: 'Error rate', measure: { kind: 'ratio', bad: 'level=error' }, critical: 99 },
    { name: 'Throughput', measure: { kind: 'aggregate', function: 'rate' } },
    { name: 'Freshness', measure: { kind: 'aggregate', function: 'age' } },
    { name: 'Hosts', measure: { kind: 'aggregate', function: 'dc', field: 'host' } },
    { name: 'Latency', measure: { kind: 'aggregate', function: 'p95', field: 'duration_ms' } },
  ];
  for (const kpi of measures.slice(0, KPIS_EACH)) {
    await call(sender, 'POST', '/api/v1/kpis', {
      serviceId: id,
      everySeconds: EVERY_SECONDS,
      delaySeconds: DELAY_SECONDS,
      ...kpi,
    });
  }
}

/** From the moment a slot could have been measured to the moment its row was stored. */
async function readLags(sender: Sender, since: number): Promise<number[]> {
  const query =
    `index=_kpi kind=slot revision=1 | eval due=tonumber(slot)+${EVERY_SECONDS + DELAY_SECONDS}, ` +
    `lag=tonumber(_indextime)-due | where due>=${since / 1_000} | table lag`;
  const body = { query, earliest: '-2h', latest: '+1h', limit: 10_000 };
  const { rows } = await call<{ rows: { lag: number }[] }>(sender, 'POST', '/api/v1/search', body);
  return rows.map(({ lag }) => Number(lag));
}

interface Load {
  readonly cores: number;
  /** Of the server alone, without its store. */
  readonly serverCores: number;
  readonly eventsPerSecond: number;
}

async function underLoad(
  target: BenchApp,
  senders: readonly Sender[],
  forSeconds: number,
  perSecond: number,
): Promise<Load> {
  const startedAt = performance.now();
  const endsAt = startedAt + forSeconds * 1_000;
  const cpuBefore = await target.cpuSeconds();
  const serverBefore = await target.cpuOf(target.pids[0] ?? 0);
  const sent = await send(senders, endsAt, perSecond);
  const took = (performance.now() - startedAt) / 1_000;
  return {
    cores: ((await target.cpuSeconds()) - cpuBefore) / took,
    serverCores: ((await target.cpuOf(target.pids[0] ?? 0)) - serverBefore) / took,
    eventsPerSecond: sent / took,
  };
}

/** A batch of one organization after the other. */
async function send(
  senders: readonly Sender[],
  endsAt: number,
  perSecond: number,
): Promise<number> {
  const perBatch = Math.max(1, Math.round(perSecond / senders.length));
  let sent = 0;
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const startedAt = performance.now();
    for (const sender of senders) {
      const records = [...logCorpus(perBatch, turn + 1, Date.now())];
      const events = records.map(({ body, level, source, attributes }) => ({
        event: body,
        level,
        source,
        attributes: Object.fromEntries(attributes),
      }));
      await call(sender, 'POST', '/api/v1/logs/batch', events);
      sent += perBatch;
    }
    await sleep(Math.max(0, 1_000 - (performance.now() - startedAt)));
  }
  return sent;
}

async function call<T>(
  { url, key }: Sender,
  method: string,
  path: string,
  body: unknown,
): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}
