import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeTarget, fakeTarget, reply } from '../../../../test/support/status/fake-target.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { COMPONENT_IDS, type ComponentId } from '../../../spec/status.ts';
import { LOOKS_AT_MS } from './find-lines.ts';
import { GOOD } from './judge-answer.ts';
import { runRound } from './run-round.ts';

const limits = LIMITS.status;
const slow = { alerts: async () => GOOD, storedLogs: () => GOOD };

function look(fake: FakeTarget) {
  return runRound(fake.needs, fake.target, slow);
}

async function resultsOf(fake: FakeTarget): Promise<Record<string, string>> {
  const { checks } = await look(fake);
  return Object.fromEntries(
    COMPONENT_IDS.map((id) => [id, `${checks[id].result} ${checks[id].reason ?? ''}`.trim()]),
  );
}

test('a platform that works is up in every part, and its latencies are told', async () => {
  const fake = fakeTarget();

  const round = await look(fake);

  assert.ok(COMPONENT_IDS.every((id) => round.checks[id].result === 'up'));
  assert.deepEqual(round.latencies, { httpMs: 200, otlpMs: 200, searchMs: 20, serverMs: 7 });
  assert.deepEqual(
    round.written.map(({ endpoint, accepted }) => [endpoint, accepted !== undefined]),
    [
      ['http', true],
      ['otlp', true],
    ],
  );
});

const SLOW_FROM: readonly (readonly [string, number, ComponentId])[] = [
  ['/health', limits.healthMsSlow, 'api'],
  ['/api/v1/logs', limits.acceptedMsSlow, 'ingest-http'],
  ['/v1/logs', limits.acceptedMsSlow, 'ingest-otlp'],
  ['/api/v1/search', limits.probeSearchMsSlow, 'search'],
  ['/api/v1/evaluations/run-adhoc', limits.previewMsSlow, 'evaluation'],
  ['/', limits.webMsSlow - 20, 'web'],
];
for (const [path, msSlow, id] of SLOW_FROM) {
  test(`${id} is slow from ${msSlow} ms on, and counts as answered`, async () => {
    const fake = fakeTarget();
    fake.takesMs.set(path, msSlow - 1);
    assert.equal((await look(fake)).checks[id].result, 'up');

    fake.takesMs.set(path, msSlow);

    assert.deepEqual((await look(fake)).checks[id], { result: 'slow', reason: 'too_slow' });
  });
}

test('a line found late is slow, and one that is not found fails only when a second look misses it', async () => {
  const found = async (visibleAfterMs: number) => {
    const fake = fakeTarget();
    fake.visibleAfterMs = visibleAfterMs;
    return (await resultsOf(fake))['ingest-http'];
  };

  assert.equal(await found(limits.foundMsSlow - 1_000), 'up');
  assert.equal(await found(limits.foundMsSlow), 'slow too_slow');
  assert.equal(await found(limits.foundMsMax), 'slow found_late');
  assert.equal(await found(limits.foundMsMax + limits.recheckMs), 'slow found_late');
  assert.equal(await found(limits.foundMsMax + limits.recheckMs + 1), 'down not_found');
});

test('a healthy minute asks little, a missing line no more than fourteen times and once again', async () => {
  const fake = fakeTarget();
  fake.visibleAfterMs = Infinity;

  await look(fake);

  const searches = fake.calls.filter(({ url }) => url.includes('/search'));
  assert.equal(LOOKS_AT_MS.length, 14);
  assert.equal(searches.length, 15);
});

test('what fails once is looked at again before it counts', async () => {
  const fake = fakeTarget();
  let failures = 1;
  fake.instead.set('/health', () => (failures-- > 0 ? reply(503, {}) : undefined));
  const before = fake.time.mono;

  assert.equal((await look(fake)).checks.api.result, 'up');

  assert.ok(fake.time.mono - before >= limits.recheckMs);
  failures = 2;
  assert.deepEqual((await look(fake)).checks.api, { result: 'down', reason: 'refused' });
});

test('while searches fail, ingest is judged by its own answer', async () => {
  const fake = fakeTarget();
  fake.instead.set('/api/v1/search', () => reply(503, { code: 'STORAGE_UNAVAILABLE' }));

  const results = await resultsOf(fake);

  assert.equal(results['search'], 'down refused');
  assert.equal(results['ingest-http'], 'up');
  assert.equal(results['ingest-otlp'], 'up');
});

test('a search that answers without the lines is not at fault: both ingests are', async () => {
  const fake = fakeTarget();
  fake.instead.set('/api/v1/search', () => reply(200, { data: { rows: [], stats: {} } }));

  const results = await resultsOf(fake);

  assert.deepEqual(
    [results['search'], results['ingest-http'], results['ingest-otlp']],
    ['up', 'down not_found', 'down not_found'],
  );
});

test('a line that is not accepted is sent anew, and found', async () => {
  const fake = fakeTarget();
  let failures = 1;
  fake.instead.set('/api/v1/logs', () => (failures-- > 0 ? reply(500, {}) : undefined));

  const round = await look(fake);

  assert.equal(round.checks['ingest-http'].result, 'up');
  assert.deepEqual(
    round.written.map(({ accepted }) => accepted !== undefined),
    [false, true, true],
  );
});

test('a search that finds another text answers wrongly', async () => {
  const fake = fakeTarget();
  const original = fake.needs.call;
  const needs = {
    ...fake.needs,
    call: async (call: Parameters<typeof original>[0]) => {
      const answer = await original(call);
      const isSearch = call.url.includes('/search') && answer.kind === 'answer';
      return isSearch ? { ...answer, text: answer.text.replaceAll('status probe', 'x') } : answer;
    },
  };

  const { checks } = await runRound(needs, fake.target, slow);

  assert.deepEqual(checks.search, { result: 'down', reason: 'wrong_answer' });
});

const ABOUT_THE_PROBE = [
  [429, 'RATE_LIMITED', 'none rate_limited'],
  [429, 'DAILY_QUOTA_EXCEEDED', 'none over_quota'],
  [401, 'API_KEY_INVALID', 'none key_refused'],
  [403, 'INSUFFICIENT_SCOPE', 'none key_refused'],
  [429, 'QUEUE_FULL', 'down refused'],
  [503, 'QUEUE_UNAVAILABLE', 'down refused'],
  [302, '', 'down wrong_answer'],
] as const;
for (const [status, code, expected] of ABOUT_THE_PROBE) {
  test(`${status} ${code} of ingest is ${expected}`, async () => {
    const fake = fakeTarget();
    fake.instead.set('/api/v1/logs', () => reply(status, { code }));

    assert.equal((await resultsOf(fake))['ingest-http'], expected);
  });
}

test('a line that is held over the quota says nothing about ingest', async () => {
  const fake = fakeTarget();
  fake.instead.set('/api/v1/logs', () => reply(202, { data: { accepted: 1, throttled: true } }));

  assert.equal((await resultsOf(fake))['ingest-http'], 'none over_quota');
});

test('busy slots are a failure of search', async () => {
  const fake = fakeTarget();
  fake.instead.set('/api/v1/search', () => reply(429, { code: 'QUERY_SLOTS_BUSY' }));

  assert.equal((await resultsOf(fake))['search'], 'down refused');
});

test('whoever asks for a long wait is not asked again within it', async () => {
  const asked = async (retryAfterMs: number) => {
    const fake = fakeTarget();
    const path = '/api/v1/evaluations/run-adhoc';
    fake.instead.set(path, () => reply(503, {}, { retryAfterMs }));
    assert.equal((await look(fake)).checks.evaluation.result, 'down');
    return fake.calls.filter(({ url }) => url.endsWith('/run-adhoc')).length;
  };

  assert.equal(await asked(limits.recheckMs), 2);
  assert.equal(await asked(limits.recheckMs + 1_000), 1);
});

test('without its own connection the probe knows nothing, also not that something is down', async () => {
  const control = 'https://example.org/';
  const unreachable = { kind: 'failed', reason: 'unreachable' } as const;
  const fake = fakeTarget({ controls: [control] });
  fake.instead.set('/health', () => unreachable);

  assert.equal((await look(fake)).checks.api.result, 'down');

  fake.instead.set(control, () => unreachable);
  const { checks } = await look(fake);
  for (const id of COMPONENT_IDS) {
    assert.deepEqual(checks[id], { result: 'none', reason: 'probe_offline' }, id);
  }
});

test('without credentials nothing is claimed about what needs them', async () => {
  const fake = fakeTarget({ ingestKey: undefined, readKey: undefined, token: undefined });

  const results = await resultsOf(fake);

  for (const id of ['ingest-http', 'ingest-otlp', 'search', 'evaluation']) {
    assert.equal(results[id], 'none not_set_up', id);
  }
  assert.equal(results['api'], 'up');
});

const WRONG = [
  ['evaluation', '/api/v1/evaluations/run-adhoc', reply(200, { data: { inputRowCount: 4 } })],
  ['search', '/api/v1/search', reply(200, '<html>')],
  ['web', '/', reply(200, '<html>no script</html>')],
  ['web', '/assets/app.js', reply(200, '<html>', { contentType: 'text/html' })],
] as const;
for (const [id, path, answer] of WRONG) {
  test(`${id} is down when ${path} answers something else`, async () => {
    const fake = fakeTarget();
    fake.instead.set(path, () => answer);

    assert.deepEqual((await look(fake)).checks[id], { result: 'down', reason: 'wrong_answer' });
  });
}

test('the difference of the clocks is measured', async () => {
  const fake = fakeTarget();
  fake.instead.set('/api/v1/logs', () => reply(202, {}, { date: fake.time.wall + 5_000 }));

  assert.equal((await look(fake)).skewMs, 5_000);
});
