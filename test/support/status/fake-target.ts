/** A platform in memory, as a status probe sees it: it takes lines, finds them, and fails on command. */
import type { Outcome, ProbeCall } from '../../../src/features/status/round/call-target.ts';
import type { RoundNeeds, Target } from '../../../src/features/status/round/target.ts';

export interface StoredLine {
  readonly nonce: string;
  readonly event: string;
  readonly storedAt: number;
}

export interface FakeTarget {
  readonly needs: RoundNeeds;
  readonly target: Target;
  readonly calls: ProbeCall[];
  /** What it holds; a test may drop, double or alter lines. */
  lines: StoredLine[];
  readonly alerts: object[];
  /** Answers in place of the platform; by the part of the address that it starts with. */
  readonly instead: Map<string, (call: ProbeCall) => Outcome | undefined>;
  /** How long each answer takes. */
  readonly takesMs: Map<string, number>;
  /** From the answer until a line can be found. */
  visibleAfterMs: number;
  readonly time: { mono: number; wall: number };
  advance(ms: number): void;
}

const PAGE = '<html><script type="module" src="/assets/app.js"></script></html>';

export function fakeTarget(changes: Partial<Target> = {}): FakeTarget {
  let nonces = 0;
  const time = { mono: 1_000, wall: Date.UTC(2026, 10, 16, 12) };
  const fake: FakeTarget = {
    calls: [],
    lines: [],
    alerts: [],
    instead: new Map(),
    takesMs: new Map(),
    visibleAfterMs: 150,
    time,
    advance: (ms) => {
      time.mono += ms;
      time.wall += ms;
    },
    target: {
      url: 'https://logs.example.com',
      ingestKey: 'ingest',
      readKey: 'read',
      token: 'token',
      alertRule: 'alr_1',
      controls: [],
      probeId: 'probe1',
      ...changes,
    },
    needs: {
      call: async (call) => answer(fake, call),
      monotonic: () => time.mono,
      wallClock: () => time.wall,
      sleep: async (ms) => fake.advance(ms),
      newNonce: () => `n${(nonces += 1)}`,
    },
  };
  return fake;
}

export function reply(status: number, body: unknown, more: object = {}): Outcome {
  return {
    kind: 'answer',
    status,
    contentType: 'application/json',
    text: typeof body === 'string' ? body : JSON.stringify(body),
    elapsedMs: 20,
    answeredAt: 0,
    retryAfterMs: undefined,
    date: undefined,
    ...more,
  };
}

const answer = (fake: FakeTarget, call: ProbeCall): Outcome => {
  fake.calls.push(call);
  const { pathname, searchParams, origin } = new URL(call.url);
  const key = origin === fake.target.url ? pathname : call.url;
  const instead = fake.instead.get(key)?.(call);
  const outcome = instead ?? platform(fake, call, pathname, searchParams);
  if (outcome.kind === 'failed') return outcome;
  const elapsedMs = fake.takesMs.get(key) ?? outcome.elapsedMs;
  return { ...outcome, elapsedMs, answeredAt: fake.time.mono };
};

function platform(
  fake: FakeTarget,
  call: ProbeCall,
  path: string,
  query: URLSearchParams,
): Outcome {
  switch (path) {
    case '/':
      return reply(200, PAGE, { contentType: 'text/html' });
    case '/assets/app.js':
      return reply(200, 'run()', { contentType: 'text/javascript' });
    case '/api/v1/logs': {
      const { event, attributes } = call.body as { event: string; attributes: { nonce: string } };
      store(fake, attributes.nonce, event);
      return reply(202, { data: { accepted: 1 } }, { date: fake.time.wall });
    }
    case '/v1/logs': {
      const record = /"body":\{"stringValue":"([^"]*)"\}.*?"nonce","value":\{"stringValue":"(\w+)"/;
      const [, event = '', nonce = ''] = record.exec(JSON.stringify(call.body)) ?? [];
      store(fake, nonce, event);
      return reply(200, {});
    }
    case '/api/v1/search':
      return reply(200, { data: { rows: search(fake, query), stats: { elapsedMs: 7 } } });
    case '/api/v1/evaluations/run-adhoc':
      return reply(200, { data: { inputRowCount: 5 } });
    case '/api/v1/alerts':
      return reply(200, { data: fake.alerts, nextCursor: null });
    default:
      return reply(200, { data: { status: 'alive' } });
  }
}

function store(fake: FakeTarget, nonce: string, event: string): void {
  fake.lines.push({ nonce, event, storedAt: fake.time.wall });
}

function search(fake: FakeTarget, query: URLSearchParams): object[] {
  const wanted = query.get('query') ?? '';
  const latest = query.get('latest');
  const from = latest === null ? 0 : Date.parse(query.get('earliest') ?? '');
  const to = latest === null ? Infinity : Date.parse(latest);
  const isByNonce = wanted.includes('nonce=');
  return fake.lines
    .filter(({ storedAt }) => fake.time.wall - storedAt >= fake.visibleAfterMs)
    .filter(({ storedAt }) => storedAt >= from && storedAt < to)
    .filter(({ nonce }) => !isByNonce || new RegExp(`nonce=${nonce}\\b`).test(wanted))
    .map(({ nonce, event }) => ({ nonce, event }));
}
