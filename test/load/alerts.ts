/**
 * What alert rules cost and how soon they fire. Prints figures and asserts nothing. `npm run bench:alerts -- …`
 *
 *   latency [events] [seconds]            single events to a rule as people make it: the time from 202 to `firedAt`
 *   rules [rules] [seconds] [rounds]      rules of twenty organizations beside 2,000 events a second: in turns so long
 *                                         with them and so long without
 *   fairness [seconds] [rules] [seconds]  rules whose statements take so long beside another organization's
 *   takeover [kills] [rules]              two nodes, real leases: how soon the other does what a killed one held
 *   nodes [minutes] [rules]               two nodes: every tick, incident and message once
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { measureFairness } from './alerts-fairness.ts';
import { countTicks, measureTakeover } from './alerts-nodes.ts';
import { measureRules } from './alerts-rules.ts';
import { inShort } from './bench-size.ts';
import { ask, call } from './call-api.ts';
import { percentiles, print, type Sender } from './ingest-traffic.ts';
import { type BenchApp, startBenchApp } from './start-bench-app.ts';

/** What a rule promises, in seconds: the longest way from an event to its incident. */
const LATEST_SECONDS = inShort(125, 1);
const LOOK_MS = inShort(5_000, 500);

const [part = 'latency', first, second, third] = process.argv.slice(2);
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  latency: () =>
    withApp((app) =>
      measureLatency(app, Number(first ?? inShort(600, 3)), Number(second ?? inShort(300, 1))),
    ),
  rules: () =>
    withApp((app) =>
      measureRules(app, {
        rules: Number(first ?? inShort(1_000, 5)),
        seconds: Number(second ?? inShort(60, 1)),
        rounds: Number(third ?? inShort(3, 1)),
      }),
    ),
  fairness: () =>
    measureFairness({
      seconds: Number(first ?? inShort(300, 1)),
      slowRules: Number(second ?? inShort(200, 2)),
      slowMs: Number(third ?? inShort(25, 1)) * 1_000,
    }),
  takeover: () =>
    measureTakeover(Number(first ?? inShort(3, 1)), Number(second ?? inShort(100, 2))),
  nodes: () => countTicks(Number(first ?? inShort(60, 0.02)), Number(second ?? inShort(100, 2))),
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
    await sleep(LOOK_MS)
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
