/**
 * What alert rules cost and how soon they fire. Prints figures and asserts nothing. `npm run bench:alerts -- …`
 *
 *   latency [events] [seconds]            single events to a rule as people make it: the time from 202 to `firedAt`
 *   rules [rules] [seconds]               rules of twenty organizations beside 2,000 events a second, after the same
 *                                         time without any
 *   fairness [seconds] [rules] [seconds]  rules whose statements take so long beside another organization's
 *   takeover [kills] [rules]              two nodes, real leases: how soon the other does what a killed one held
 *   nodes [minutes] [rules]               two nodes: every tick, incident and message once
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { logCorpus } from '../support/log-corpus.ts';
import { measureFairness } from './alerts-fairness.ts';
import { countTicks, measureTakeover } from './alerts-nodes.ts';
import { readHistogram, readMetric, scrape } from './read-metrics.ts';
import { percentiles, print, type Sender } from './ingest-traffic.ts';
import { type BenchApp, startBenchApp } from './start-bench-app.ts';

const ORGANIZATIONS = 20;
const EVENTS_PER_SECOND = 2_000;
/** What a rule promises, in seconds: the longest way from an event to its incident. */
const LATEST_SECONDS = 125;

const [part = 'latency', first, second, third] = process.argv.slice(2);
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  latency: () => withApp((app) => measureLatency(app, Number(first ?? 600), Number(second ?? 300))),
  rules: () => withApp((app) => measureRules(app, Number(first ?? 1_000), Number(second ?? 180))),
  fairness: () =>
    measureFairness({
      seconds: Number(first ?? 300),
      slowRules: Number(second ?? 200),
      slowMs: Number(third ?? 25) * 1_000,
    }),
  takeover: () => measureTakeover(Number(first ?? 3), Number(second ?? 100)),
  nodes: () => countTicks(Number(first ?? 60), Number(second ?? 100)),
};
const chosen = PARTS[part];
if (chosen === undefined) {
  process.stderr.write(`Say one of ${Object.keys(PARTS).join(', ')}.\n`);
  process.exit(1);
}
await chosen();

async function withApp(measure: (app: BenchApp) => Promise<void>): Promise<void> {
  await using app = await startBenchApp();
  await measure(app);
}

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
    const number = Math.floor(i / senders.length);
    if (sender !== undefined) await call(sender, 'POST', '/api/v1/alert-rules', ruleOf(number));
  }
  // The first ticks compile and learn; what is told is the time after them.
  await underLoad(target, senders, 70);
  const before = await scrape(target.url);
  const beside = await underLoad(target, senders, seconds);
  const after = await scrape(target.url);
  const lag = readHistogram('xplain_alert_tick_lag_seconds', before, after);
  const took = readHistogram('xplain_alert_evaluation_seconds', before, after);
  const since = (name: string, label = ''): number =>
    readMetric(name, after, label) - readMetric(name, before, label);
  const shared = since('xplain_alert_shared_rules_total');
  // Late events and incidents ask for a little more.
  const statements = took.count - shared + since('xplain_alert_shared_statements_total');
  print(
    `${rules} rules of ${ORGANIZATIONS} organizations, ${EVENTS_PER_SECOND} events/s, ${seconds} s`,
    {
      'ticks a minute': (lag.count / seconds) * 60,
      'lag p50, s': lag.p50,
      'lag p99, s': lag.p99,
      'lag at most, s': lag.most,
      'evaluation p50, s': took.p50,
      'evaluation p99, s': took.p99,
      'rules looked at a minute': (took.count / seconds) * 60,
      'of these by shared statements': (shared / seconds) * 60,
      'statements a minute': (statements / seconds) * 60,
      'skipped ticks': readMetric('xplain_alert_ticks_total', after, 'outcome="skipped"'),
      'metadata commits/s without rules': without.commitsPerSecond,
      'metadata commits/s with rules': beside.commitsPerSecond,
      'cores without rules': without.cores,
      'cores with rules': beside.cores,
      'search p95 without rules, ms': without.searchP95,
      'search p95 with rules, ms': beside.searchP95,
      'events/s without rules': without.eventsPerSecond,
      'events/s with rules': beside.eventsPerSecond,
    },
  );
}

/** Six of ten count plainly, as people's rules do; every organization has some of each. */
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
  readonly commitsPerSecond: number;
}

async function readCommits({ url }: BenchApp): Promise<number> {
  return readMetric('xplain_metadata_commits_total', await scrape(url));
}

async function underLoad(
  target: BenchApp,
  senders: readonly Sender[],
  seconds: number,
): Promise<Load> {
  const endsAt = performance.now() + seconds * 1_000;
  const startedAt = performance.now();
  const cpuBefore = await target.cpuSeconds();
  const commitsBefore = await readCommits(target);
  const searches: number[] = [];
  const counts = await Promise.all([send(senders, endsAt), search(senders, endsAt, searches)]);
  const took = (performance.now() - startedAt) / 1_000;
  const sorted = searches.toSorted((a, b) => a - b);
  return {
    cores: ((await target.cpuSeconds()) - cpuBefore) / took,
    searchP95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    eventsPerSecond: counts[0] / took,
    commitsPerSecond: ((await readCommits(target)) - commitsBefore) / took,
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
