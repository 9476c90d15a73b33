/** Many rules beside a steady stream of events: what they cost, and whether people's searches feel them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { logCorpus } from '../support/patterns/log-corpus.ts';
import { inShort } from './bench-size.ts';
import { ask, call } from './call-api.ts';
import { print, type Sender } from './ingest-traffic.ts';
import { readHistogram, readMetric, scrape } from './read-metrics.ts';
import type { BenchApp } from './start-bench-app.ts';

const ORGANIZATIONS = inShort(20, 2);
const EVENTS_PER_SECOND = inShort(2_000, 20);
/** Of the rules, which is that of the searches too: from the first turn on it is full of events. */
const WINDOW_SECONDS = inShort(300, 1);
const EVENTS_PER_REQUEST = 1_000;
const SEARCH_EVERY_MS = 250;
/** After a change of all rules: what it has left to do is not told. */
const CALM_MS = inShort(5_000, 0);
/** The first ticks compile and learn; what is told is the time after them. */
const WARM_SECONDS = inShort(70, 0);
const FIRST_SECONDS = inShort(20, 0);

export interface ManyRules {
  readonly rules: number;
  /** How long one turn with rules, or without, lasts. */
  readonly seconds: number;
  readonly rounds: number;
}

export async function measureRules(
  app: BenchApp,
  { rules, seconds, rounds }: ManyRules,
): Promise<void> {
  const senders: Sender[] = [];
  for (let i = 0; i < ORGANIZATIONS; i += 1) {
    senders.push({ url: app.url, key: await app.newOrganization() });
  }
  await fillWindow(senders);
  await underLoad(app, senders, FIRST_SECONDS);
  const made: MadeRule[] = [];
  const turns: { without: Turn[]; beside: Turn[] } = { without: [], beside: [] };
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await switchRules(made, 'disable');
    turns.without.push(tell('without rules', await underLoad(app, senders, seconds)));
    if (round > 0) await switchRules(made, 'enable');
    else made.push(...(await makeRules(senders, rules)));
    if (round === 0) await underLoad(app, senders, WARM_SECONDS);
    turns.beside.push(tell('with rules', await underLoad(app, senders, seconds)));
  }
  print(
    `${rules} rules of ${ORGANIZATIONS} organizations, ${EVENTS_PER_SECOND} events/s, ${rounds} turns of ${seconds} s with and without`,
    { ...ruleFigures(turns.beside), ...comparedFigures(turns.without, turns.beside) },
  );
}

interface MadeRule {
  readonly sender: Sender;
  readonly id: string;
}

async function makeRules(senders: readonly Sender[], rules: number): Promise<MadeRule[]> {
  const made = senders.map(async (sender, first) => {
    const own: MadeRule[] = [];
    for (let i = first; i < rules; i += senders.length) {
      const rule = ruleOf(Math.floor(i / senders.length));
      own.push({ sender, ...(await call<{ id: string }>(sender, 'POST', RULES, rule)) });
    }
    return own;
  });
  return (await Promise.all(made)).flat();
}

const RULES = '/api/v1/alert-rules';

async function switchRules(rules: readonly MadeRule[], verb: 'enable' | 'disable'): Promise<void> {
  const own = Map.groupBy(rules, ({ sender }) => sender);
  await Promise.all(
    [...own.values()].map(async (list) => {
      for (const { sender, id } of list) await call(sender, 'POST', `${RULES}/${id}/${verb}`);
    }),
  );
  await sleep(CALM_MS);
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

/** One stretch of time under load. */
interface Turn {
  readonly seconds: number;
  readonly searchMs: readonly number[];
  readonly events: number;
  readonly commits: number;
  readonly serverCpu: number;
  readonly storeCpu: number;
  /** What the program told of itself before and after. */
  readonly metrics: readonly [string, string];
}

async function underLoad(
  app: BenchApp,
  senders: readonly Sender[],
  seconds: number,
): Promise<Turn> {
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const [serverBefore, storeBefore] = await cpuOf(app);
  const before = await scrape(app.url);
  const searchMs: number[] = [];
  const [events] = await Promise.all([send(senders, endsAt), search(senders, endsAt, searchMs)]);
  const after = await scrape(app.url);
  const [server, store] = await cpuOf(app);
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    searchMs,
    events,
    commits: since([before, after], 'xplain_metadata_commits_total'),
    serverCpu: server - serverBefore,
    storeCpu: store - storeBefore,
    metrics: [before, after],
  };
}

async function cpuOf(app: BenchApp): Promise<readonly [server: number, store: number]> {
  const [server = 0, ...stores] = await Promise.all(app.pids.map((pid) => app.cpuOf(pid)));
  return [server, sum(stores)];
}

function since([before, after]: Turn['metrics'], name: string, label = ''): number {
  return readMetric(name, after, label) - readMetric(name, before, label);
}

function eventsOf(count: number, seed: number): object[] {
  return [...logCorpus(count, seed, Date.now())].map(({ body, level, source, attributes }) => ({
    event: body,
    level,
    source,
    attributes: Object.fromEntries(attributes),
  }));
}

/** Else searches would have more to read from turn to turn. */
async function fillWindow(senders: readonly Sender[]): Promise<void> {
  const requests = (EVENTS_PER_SECOND * WINDOW_SECONDS) / senders.length / EVENTS_PER_REQUEST;
  for (let turn = 0; turn < requests; turn += 1) {
    const events = eventsOf(EVENTS_PER_REQUEST, turn + 1);
    for (const sender of senders) await call(sender, 'POST', '/api/v1/logs/batch', events);
  }
}

/** A batch of one organization after the other. */
async function send(senders: readonly Sender[], endsAt: number): Promise<number> {
  const perBatch = EVENTS_PER_SECOND / senders.length;
  let sent = 0;
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const startedAt = performance.now();
    for (const sender of senders) {
      await call(sender, 'POST', '/api/v1/logs/batch', eventsOf(perBatch, turn + 1));
      sent += perBatch;
    }
    await sleep(Math.max(0, 1_000 - (performance.now() - startedAt)));
  }
  return sent;
}

async function search(senders: readonly Sender[], endsAt: number, into: number[]): Promise<void> {
  const query = encodeURIComponent('level=error earliest=-5m | stats count by source');
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const sender = senders[turn % senders.length];
    if (sender === undefined) return;
    const startedAt = performance.now();
    await ask(sender, 'GET', `/api/v1/search?query=${query}`);
    into.push(performance.now() - startedAt);
    await sleep(SEARCH_EVERY_MS);
  }
}

function part(values: readonly number[], of: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * of)] ?? Number.NaN;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

function tell(name: string, turn: Turn): Turn {
  const { searchMs, seconds, serverCpu, storeCpu } = turn;
  const figures = [
    `search p50 ${part(searchMs, 0.5).toFixed(1)} p95 ${part(searchMs, 0.95).toFixed(1)} most ${Math.max(...searchMs).toFixed(0)} ms`,
    `server ${(serverCpu / seconds).toFixed(2)} store ${(storeCpu / seconds).toFixed(2)} cores`,
  ];
  process.stdout.write(`  ${name.padEnd(14)} ${figures.join(', ')}\n`);
  return turn;
}

function ruleFigures(turns: readonly Turn[]): Record<string, number> {
  const [first, last] = [turns[0]?.metrics[0] ?? '', turns.at(-1)?.metrics[1] ?? ''];
  const minutes = sum(turns.map(({ seconds }) => seconds)) / 60;
  const all = (name: string): number => sum(turns.map(({ metrics }) => since(metrics, name)));
  const lag = readHistogram('xplain_alert_tick_lag_seconds', first, last);
  const took = readHistogram('xplain_alert_evaluation_seconds', first, last);
  const looked = all('xplain_alert_evaluation_seconds_count');
  const shared = all('xplain_alert_shared_rules_total');
  // Late events and incidents ask for a little more; what several rules ask at once is asked once.
  const statements = looked - shared + all('xplain_alert_shared_statements_total');
  return {
    'ticks of batches a minute': all('xplain_alert_tick_lag_seconds_count') / minutes,
    'lag p50, s': lag.p50,
    'lag p99, s': lag.p99,
    'lag at most, s': lag.most,
    'evaluation p50, s': took.p50,
    'evaluation p99, s': took.p99,
    'rules looked at a minute': looked / minutes,
    'of these by shared statements': shared / minutes,
    'statements a minute at most': statements / minutes,
    'skipped ticks': readMetric('xplain_alert_ticks_total', last, 'outcome="skipped"'),
  };
}

function comparedFigures(
  without: readonly Turn[],
  beside: readonly Turn[],
): Record<string, number> {
  const rate = (turns: readonly Turn[], of: (turn: Turn) => number): number =>
    sum(turns.map(of)) / sum(turns.map(({ seconds }) => seconds));
  const [without95 = [], beside95 = []] = [without, beside].map((turns) =>
    turns.map(({ searchMs }) => part(searchMs, 0.95)),
  );
  const ratios = beside95.map((ms, i) => ms / (without95[i] ?? Number.NaN));
  const figures: Record<string, number> = {};
  for (const [name, turns] of [
    ['without rules', without],
    ['with rules', beside],
  ] as const) {
    const searches = turns.flatMap(({ searchMs }) => searchMs);
    figures[`metadata commits/s ${name}`] = rate(turns, ({ commits }) => commits);
    figures[`cores of the server ${name}`] = rate(turns, ({ serverCpu }) => serverCpu);
    figures[`cores of the store ${name}`] = rate(turns, ({ storeCpu }) => storeCpu);
    figures[`events/s ${name}`] = rate(turns, ({ events }) => events);
    figures[`searches ${name}`] = searches.length;
    figures[`search p50 ${name}, ms`] = part(searches, 0.5);
    figures[`search p95 ${name}, ms`] = part(searches, 0.95);
  }
  const all = (name: string): number => figures[`search p95 ${name}, ms`] ?? Number.NaN;
  figures['search p95, with by without, all turns'] = all('with rules') / all('without rules');
  figures['the same of one pair of turns, in the middle'] = part(ratios, 0.5);
  return figures;
}
