/**
 * What alert rules cost and how soon they fire: `npm run bench:alerts -- latency [events] [seconds]` sends single events
 * to a rule as people make it, and prints the time from 202 to `firedAt`; `npm run bench:alerts -- rules [rules]
 * [seconds]` runs rules of twenty organizations beside 2,000 events a second, after the same time without any. Prints
 * figures and asserts nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { logCorpus } from '../support/log-corpus.ts';
import { readHistogram, readMetric, scrape } from './read-metrics.ts';
import { percentiles, print, type Sender } from './ingest-traffic.ts';
import { type BenchApp, startBenchApp } from './start-bench-app.ts';

const ORGANIZATIONS = 20;
const EVENTS_PER_SECOND = 2_000;
/** What a rule promises, in seconds: the longest way from an event to its incident. */
const LATEST_SECONDS = 125;

const [part = 'latency', first, second] = process.argv.slice(2);
await using app = await startBenchApp();
if (part === 'latency') await measureLatency(app, Number(first ?? 600), Number(second ?? 300));
else if (part === 'rules') await measureRules(app, Number(first ?? 1_000), Number(second ?? 180));
else process.stderr.write('Say latency or rules.\n');

/** Each event is a group of its own, so each has an incident that tells when it fired. */
async function measureLatency(target: BenchApp, events: number, seconds: number): Promise<void> {
  const rule = await call<{ id: string }>(target, 'POST', '/api/v1/alert-rules', {
    name: 'Latency',
    query: 'bench=latency',
    condition: { kind: 'threshold', op: '>', value: 0, by: ['number'] },
    maxGroups: 1_000,
  });
  const accepted = new Map<string, number>();
  const sent: Promise<void>[] = [];
  for (let number = 0; number < events; number += 1) {
    sent.push(sendMark(target, String(number), accepted));
    await sleep((seconds * 1_000 * 2 * Math.random()) / events);
  }
  await Promise.all(sent);
  const firedAt = await untilAllFired(target, rule.id, accepted);
  const delays = [...accepted].flatMap(([number, at]) => {
    const fired = firedAt.get(number);
    return fired === undefined ? [] : [(fired - at) / 1_000];
  });
  print(`${events} single events over ${seconds} s, a rule with its defaults`, {
    incidents: firedAt.size,
    'events without one': events - delays.length,
    '202 to firedAt p50, s': percentiles(delays).p50,
    '202 to firedAt p99, s': percentiles(delays).p99,
    '202 to firedAt at most, s': Math.max(...delays),
  });
}

async function sendMark(target: Sender, number: string, into: Map<string, number>): Promise<void> {
  const event = { event: `mark ${number}`, attributes: { bench: 'latency', number } };
  await call(target, 'POST', '/api/v1/logs', event);
  into.set(number, Date.now());
}

async function untilAllFired(
  target: Sender,
  ruleId: string,
  accepted: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const fired = new Map<string, number>();
  for (
    const endsAt = Date.now() + LATEST_SECONDS * 1_000;
    Date.now() < endsAt;
    await sleep(5_000)
  ) {
    for (const { group, firedAt } of await readIncidents(target, ruleId)) {
      fired.set(group?.['number'] ?? '', Date.parse(firedAt));
    }
    if (fired.size >= accepted.size) break;
  }
  return fired;
}

interface Incident {
  readonly group: Readonly<Record<string, string>> | null;
  readonly firedAt: string;
}

async function readIncidents(target: Sender, ruleId: string): Promise<Incident[]> {
  const found: Incident[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { data: Incident[]; nextCursor: string | null } = await ask(
      target,
      'GET',
      `/api/v1/alerts?ruleId=${ruleId}&limit=100${after}`,
    );
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  return found;
}

async function measureRules(target: BenchApp, rules: number, seconds: number): Promise<void> {
  const senders: Sender[] = [];
  for (let i = 0; i < ORGANIZATIONS; i += 1) {
    senders.push({ url: target.url, key: await target.newOrganization() });
  }
  await underLoad(target, senders, 20);
  const without = await underLoad(target, senders, seconds);
  for (let i = 0; i < rules; i += 1) {
    const sender = senders[i % senders.length];
    if (sender !== undefined) await call(sender, 'POST', '/api/v1/alert-rules', ruleOf(i));
  }
  // The first ticks compile and learn; what is told is the time after them.
  await underLoad(target, senders, 70);
  const before = await scrape(target.url);
  const beside = await underLoad(target, senders, seconds);
  const after = await scrape(target.url);
  const lag = readHistogram('xplain_alert_tick_lag_seconds', before, after);
  const took = readHistogram('xplain_alert_evaluation_seconds', before, after);
  print(
    `${rules} rules of ${ORGANIZATIONS} organizations, ${EVENTS_PER_SECOND} events/s, ${seconds} s`,
    {
      'ticks a minute': (lag.count / seconds) * 60,
      'lag p50, s': lag.p50,
      'lag p99, s': lag.p99,
      'evaluation p50, s': took.p50,
      'evaluation p99, s': took.p99,
      'statements a minute': (took.count / seconds) * 60,
      'skipped ticks': readMetric('xplain_alert_ticks_total', after, 'outcome="skipped"'),
      'cores without rules': without.cores,
      'cores with rules': beside.cores,
      'search p95 without rules, ms': without.searchP95,
      'search p95 with rules, ms': beside.searchP95,
      'events/s without rules': without.eventsPerSecond,
      'events/s with rules': beside.eventsPerSecond,
    },
  );
}

/** Six of ten count plainly, as people's rules do. */
function ruleOf(number: number): object {
  const name = `Rule ${number}`;
  const threshold = { kind: 'threshold', op: '>', value: 100_000 };
  switch (number % 10) {
    case 0:
      return {
        name,
        query: 'level=error | stats count by source',
        condition: { ...threshold, of: 'count' },
      };
    case 1:
      return { name, query: '*', condition: { ...threshold, by: ['source'] } };
    case 2:
      return { name, query: '*', condition: { kind: 'absence', scope: 'all' } };
    case 3:
      return { name, query: 'level=error', condition: { kind: 'threshold', op: '<', value: 0 } };
    default:
      return { name, query: `level=error word${number}`, condition: threshold };
  }
}

interface Load {
  readonly cores: number;
  readonly searchP95: number;
  readonly eventsPerSecond: number;
}

async function underLoad(
  target: BenchApp,
  senders: readonly Sender[],
  seconds: number,
): Promise<Load> {
  const endsAt = performance.now() + seconds * 1_000;
  const startedAt = performance.now();
  const cpuBefore = await target.cpuSeconds();
  const searches: number[] = [];
  const counts = await Promise.all([send(senders, endsAt), search(senders, endsAt, searches)]);
  const took = (performance.now() - startedAt) / 1_000;
  const sorted = searches.toSorted((a, b) => a - b);
  return {
    cores: ((await target.cpuSeconds()) - cpuBefore) / took,
    searchP95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    eventsPerSecond: counts[0] / took,
  };
}

/** A batch of one organization after the other. */
async function send(senders: readonly Sender[], endsAt: number): Promise<number> {
  const perBatch = EVENTS_PER_SECOND / senders.length;
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

async function search(senders: readonly Sender[], endsAt: number, into: number[]): Promise<void> {
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const sender = senders[turn % senders.length];
    if (sender === undefined) return;
    const startedAt = performance.now();
    const query = encodeURIComponent('level=error earliest=-5m | stats count by source');
    await ask(sender, 'GET', `/api/v1/search?query=${query}`);
    into.push(performance.now() - startedAt);
    await sleep(250);
  }
}

async function call<T>(sender: Sender, method: string, path: string, body?: unknown): Promise<T> {
  return (await ask<{ data: T }>(sender, method, path, body)).data;
}

async function ask<T>(
  { url, key }: Sender,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}
