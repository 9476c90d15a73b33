/**
 * What the tools of agents take beside the endpoints they call, and what a looping agent takes from people:
 * `npm run bench:agents [-- events] [--runs n] [--seconds n]`. Prints figures and asserts nothing. Tool and endpoint are asked in
 * turns, and so are times with the loop and without.
 */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LIMITS } from '../../src/spec/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../src/spec/units.ts';
import { logCorpus } from '../support/patterns/log-corpus.ts';
import { inShort } from './bench-size.ts';
import { exchange } from './exchange.ts';
import { openRawConnection, rawPost } from './raw-client.ts';
import { startBenchApp } from './start-bench-app.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, seconds: { type: 'string' } },
});
const EVENTS = Number(positionals[0] ?? inShort(2_000_000, 1_000));
const RUNS = Number(values.runs ?? inShort(15, 1));
/** Of each turn with the loop, and of each without. */
const TURN_MS = Number(values.seconds ?? inShort(10, 1)) * 1_000;
const TURNS = inShort(4, 1);
const LOOP_CALLS_PER_MINUTE = 1_000;
const PEOPLE_EVERY_MS = 100;
const PER_REQUEST = 1_000;

const agent = new Agent({ keepAlive: true });
const end = Math.floor(Date.now() / 300_000) * 300_000;
const bounds = {
  earliest: new Date(end - DAY_MS).toISOString(),
  latest: new Date(end).toISOString(),
};
await using app = await startBenchApp();
await load();
await compare('logs_count', { query: 'level=error', buckets: 12 }, '/api/v1/search', {
  query: 'level=error | timechart span=7200s count',
});
await compare('logs_search', { query: 'level=error', limit: 20 }, '/api/v1/search', {
  query: 'level=error',
  limit: '20',
});
await compare('logs_patterns', { query: 'level=error' }, '/api/v1/search/patterns', {
  query: 'level=error',
  limit: String(LIMITS.agents.patternsMax),
});
await besideLoop();
agent.destroy();

async function load(): Promise<void> {
  const corpus = logCorpus(EVENTS, 1, end);
  using connection = await openRawConnection(app.url);
  for (let sent = 0; sent < EVENTS; sent += PER_REQUEST) {
    const batch = Array.from({ length: Math.min(PER_REQUEST, EVENTS - sent) }, () => {
      const step = corpus.next();
      if (step.done === true) throw new Error('The corpus is too small.');
      const { body: event, level, source, timestamp, attributes } = step.value;
      return {
        event,
        level,
        source,
        timestamp: new Date(timestamp).toISOString(),
        attributes: Object.fromEntries(attributes),
      };
    });
    const body = Buffer.from(JSON.stringify(batch));
    const request = rawPost({ ...app, path: '/api/v1/logs/batch', body });
    while ((await connection.ask(request)) !== 202) await sleep(50);
  }
  for (;;) {
    const text = await read('/api/v1/search', { query: '* | stats count' });
    const { data } = JSON.parse(text) as { data: { rows: { count: number }[] } };
    if ((data.rows[0]?.count ?? 0) >= EVENTS) return;
    await sleep(500);
  }
}

/** Whole answers, in turns; the first of each fills caches. */
async function compare(
  tool: string,
  input: object,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<void> {
  const times: { tool: number; endpoint: number }[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const byTool = await timed(() => call(tool, { ...input, ...bounds }));
    const byEndpoint = await timed(() => read(path, query));
    if (run > 0) times.push({ tool: byTool, endpoint: byEndpoint });
  }
  const tools = percentile(
    times.map((each) => each.tool),
    0.5,
  );
  const endpoints = percentile(
    times.map((each) => each.endpoint),
    0.5,
  );
  say(
    `${tool.padEnd(14)} ${tools.toFixed(1)} ms, endpoint ${endpoints.toFixed(1)} ms, ratio ${(tools / endpoints).toFixed(2)}`,
  );
}

async function besideLoop(): Promise<void> {
  const quiet: number[] = [];
  const looped: number[] = [];
  const outcomes = { served: 0, refused: 0 };
  for (let turn = 0; turn < TURNS; turn += 1) {
    quiet.push(...(await people()));
    const stop = new AbortController();
    const loop = keepCalling(stop.signal, outcomes);
    looped.push(...(await people()));
    stop.abort();
    await loop;
  }
  const [without, beside] = [percentile(quiet, 0.95), percentile(looped, 0.95)];
  say(
    `people's search p95 ${without.toFixed(1)} ms, beside a loop ${beside.toFixed(1)} ms, ratio ${(beside / without).toFixed(2)}; ` +
      `${outcomes.served} calls of the loop served, ${outcomes.refused} refused`,
  );
}

/** Searches of people for the length of a turn, at a steady pace. */
async function people(): Promise<number[]> {
  const until = performance.now() + TURN_MS;
  const times: number[] = [];
  while (performance.now() < until) {
    const took = await timed(() => read('/api/v1/search', { query: 'level=error | head 100' }));
    times.push(took);
    await sleep(Math.max(0, PEOPLE_EVERY_MS - took));
  }
  return times;
}

/** An agent that never learns: calls are begun at their pace whether or not those before have ended. */
async function keepCalling(
  signal: AbortSignal,
  outcomes: { served: number; refused: number },
): Promise<void> {
  const open = new Set<Promise<void>>();
  while (!signal.aborted) {
    const work = call('logs_count', { query: '*', by: ['source'], ...bounds }).then((text) => {
      outcomes[text.includes('"isError":true') ? 'refused' : 'served'] += 1;
      open.delete(work);
    });
    open.add(work);
    await sleep(MINUTE_MS / LOOP_CALLS_PER_MINUTE);
  }
  await Promise.all(open);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function call(name: string, input: object): Promise<string> {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: input },
  };
  return ask('POST', '/mcp', Buffer.from(JSON.stringify(message)));
}

async function read(path: string, query: Readonly<Record<string, string>>): Promise<string> {
  return ask('GET', `${path}?${new URLSearchParams({ ...bounds, ...query }).toString()}`);
}

async function ask(method: string, path: string, body?: Buffer): Promise<string> {
  const { hostname, port, host } = new URL(app.url);
  const headers = {
    host,
    authorization: `Bearer ${app.key}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const { status, text } = await exchange(
    { agent, method, host: hostname, port, path, headers },
    body,
  );
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
  return text;
}

function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
