/** What one call tells: each answer of each part, and the lines that are sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeTarget, fakeTarget, reply } from '../../../../test/support/status/fake-target.ts';
import type { Outcome } from './call-target.ts';
import { lookAgain, lookAtLogs } from './look-at-logs.ts';
import { isOnline, checkApi, checkEvaluation, checkWebApp } from './check-components.ts';
import { writeLine } from './write-line.ts';

const FAILED: Outcome = { kind: 'failed', reason: 'no_answer' };
const down = (reason: string) => ({ result: 'down', reason });

/** A platform that gives these answers. */
function answering(answers: Readonly<Record<string, Outcome>>, changes = {}): FakeTarget {
  const fake = fakeTarget(changes);
  for (const [path, outcome] of Object.entries(answers)) fake.instead.set(path, () => outcome);
  return fake;
}

test('the API is judged by its health', async () => {
  const look = (outcome: Outcome) => {
    const fake = answering({ '/health': outcome });
    return checkApi(fake.needs, fake.target);
  };

  assert.deepEqual(await look(reply(200, {}, { elapsedMs: 999 })), { result: 'up' });
  assert.deepEqual(await look(reply(200, {}, { elapsedMs: 1_000 })), {
    result: 'slow',
    reason: 'too_slow',
  });
  assert.deepEqual(await look(reply(201, {})), down('refused'));
  assert.deepEqual(await look(FAILED), down('no_answer'));
});

const script = (source: string): Outcome => reply(200, `<script type="module" src="${source}">`);
const WEB: readonly (readonly [about: string, answers: Record<string, Outcome>, check: object])[] =
  [
    ['is not there', { '/': FAILED }, down('no_answer')],
    ['is refused', { '/': reply(404, '') }, down('refused')],
    ['names no script', { '/': reply(200, '<script>run()</script>') }, down('wrong_answer')],
    ['names one elsewhere', { '/': script('https://a.example/b.js') }, down('wrong_answer')],
    ['names one at length', { '/': script(`/${'a'.repeat(201)}`) }, down('wrong_answer')],
    ['names one that is not there', { '/assets/app.js': FAILED }, down('no_answer')],
    ['names one that is refused', { '/assets/app.js': reply(404, '') }, down('refused')],
    [
      'names one that is a page',
      { '/assets/app.js': reply(200, '', { contentType: 'text/html' }) },
      down('wrong_answer'),
    ],
    ['comes with its script', {}, { result: 'up' }],
  ];
for (const [about, answers, check] of WEB) {
  test(`a page that ${about} is judged so`, async () => {
    const fake = answering(answers);

    assert.deepEqual(await checkWebApp(fake.needs, fake.target), check);
  });
}

test('page and script are slow together', async () => {
  const look = async (pageMs: number, scriptMs: number) => {
    const fake = fakeTarget();
    fake.takesMs.set('/', pageMs).set('/assets/app.js', scriptMs);
    return (await checkWebApp(fake.needs, fake.target)).result;
  };

  assert.deepEqual([await look(999, 1_000), await look(1_000, 1_000)], ['up', 'slow']);
});

test('a preview is asked for five lines, and must count them', async () => {
  const look = (outcome?: Outcome, changes = {}) => {
    const answers = outcome === undefined ? {} : { '/api/v1/evaluations/run-adhoc': outcome };
    const fake = answering(answers, changes);
    return { fake, check: checkEvaluation(fake.needs, fake.target) };
  };
  const counted = (inputRowCount: unknown, elapsedMs = 20) =>
    reply(200, { data: { inputRowCount } }, { elapsedMs });

  const { fake, check } = look();
  assert.deepEqual(await check, { result: 'up' });
  assert.deepEqual(fake.calls, [
    {
      url: 'https://logs.example.com/api/v1/evaluations/run-adhoc',
      method: 'POST',
      bearer: 'token',
      body: {
        rows: [
          'probe step 1 of 5 started',
          'probe step 2 of 5 read 17 rows',
          'probe step 3 of 5 wrote 17 rows',
          'probe step 4 of 5 checked 17 rows',
          'probe step 5 of 5 done',
        ],
        preview: true,
      },
    },
  ]);
  assert.deepEqual(await look(counted(4)).check, down('wrong_answer'));
  assert.deepEqual(await look(counted('5')).check, down('wrong_answer'));
  assert.equal((await look(counted(5, 4_999)).check).result, 'up');
  assert.equal((await look(counted(5, 5_000)).check).result, 'slow');
  assert.deepEqual(await look(FAILED).check, down('no_answer'));
  assert.deepEqual(
    await look(reply(202, { data: { inputRowCount: 5 } })).check,
    down('wrong_answer'),
  );
  assert.equal((await look(reply(401, {})).check).reason, 'key_refused');
  const without = look(undefined, { token: undefined });
  assert.deepEqual(await without.check, { result: 'none', reason: 'not_set_up' });
  assert.equal(without.fake.calls.length, 0);
});

test('one of the control addresses is enough to be online', async () => {
  const [one, two] = ['https://one.example/', 'https://two.example/'];
  const online = (controls: readonly string[], failing: readonly string[]) => {
    const answers = Object.fromEntries(failing.map((url) => [url, FAILED]));
    const fake = answering(answers, { controls });
    return isOnline(fake.needs, fake.target);
  };

  assert.equal(await online([], []), true);
  assert.equal(await online([one, two], [one]), true);
  assert.equal(await online([one, two], [one, two]), false);
});

test('a line goes through the endpoint of HTTP', async () => {
  const fake = fakeTarget();
  fake.instead.set('/api/v1/logs', () => reply(202, {}, { date: fake.time.wall - 70 }));

  const line = await writeLine(fake.needs, fake.target, 'http', { trial: 'yes' });

  const text = 'status probe http n1 2026-11-16T12:00:00.000Z';
  assert.deepEqual(line, {
    endpoint: 'http',
    nonce: 'n1',
    text,
    writtenAt: fake.time.wall,
    accepted: { at: 1_000, elapsedMs: 20 },
    check: { result: 'up' },
    skewMs: -70,
  });
  assert.deepEqual(fake.calls, [
    {
      method: 'POST',
      bearer: 'ingest',
      url: 'https://logs.example.com/api/v1/logs',
      body: {
        event: text,
        level: 'info',
        source: 'status-probe',
        attributes: { nonce: 'n1', probe_id: 'probe1', trial: 'yes' },
      },
    },
  ]);
});

test('and through that of OTLP', async () => {
  const fake = fakeTarget();

  const { accepted, skewMs } = await writeLine(fake.needs, fake.target, 'otlp');

  assert.deepEqual([accepted, skewMs], [{ at: 1_000, elapsedMs: 20 }, undefined]);
  const [call] = fake.calls;
  assert.equal(call?.url, 'https://logs.example.com/v1/logs');
  assert.deepEqual(call.body, {
    resourceLogs: [
      {
        resource: {
          attributes: [{ key: 'service.name', value: { stringValue: 'status-probe' } }],
        },
        scopeLogs: [
          {
            logRecords: [
              {
                severityNumber: 9,
                severityText: 'INFO',
                body: { stringValue: 'status probe otlp n1 2026-11-16T12:00:00.000Z' },
                attributes: [
                  { key: 'nonce', value: { stringValue: 'n1' } },
                  { key: 'probe_id', value: { stringValue: 'probe1' } },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
});

const LINES: readonly (readonly [endpoint: 'http' | 'otlp', answer: Outcome, check: object])[] = [
  ['http', reply(200, {}), down('wrong_answer')],
  ['otlp', reply(202, {}), down('wrong_answer')],
  ['http', FAILED, down('no_answer')],
  ['http', reply(503, {}), down('refused')],
  ['http', reply(202, { data: { throttled: true } }), { result: 'none', reason: 'over_quota' }],
  ['http', reply(202, { data: { throttled: 1 } }), { result: 'up' }],
];
for (const [endpoint, answer, check] of LINES) {
  test(`a line through ${endpoint} that is answered ${JSON.stringify(answer)} is judged by that`, async () => {
    const fake = answering({ '/api/v1/logs': answer, '/v1/logs': answer });

    const line = await writeLine(fake.needs, fake.target, endpoint);

    assert.deepEqual(
      [line.check, line.accepted !== undefined],
      [check, 'result' in check && check.result === 'up'],
    );
  });
}

test('without a key no line is sent', async () => {
  const fake = fakeTarget({ ingestKey: undefined });

  const { check, accepted, skewMs } = await writeLine(fake.needs, fake.target, 'http');

  assert.deepEqual([check.reason, accepted, skewMs], ['not_set_up', undefined, undefined]);
  assert.equal(fake.calls.length, 0);
});

test('a line is found so long after its answer, never before', async () => {
  const fake = fakeTarget();
  fake.visibleAfterMs = 1_400;

  const { foundMs, checks, written, finding } = await lookAtLogs(fake.needs, fake.target);

  assert.deepEqual(foundMs, { http: 1_500, otlp: 1_500 });
  assert.deepEqual(checks, {
    http: { result: 'up' },
    otlp: { result: 'up' },
    search: { result: 'up' },
  });
  assert.deepEqual([written.length, finding.foundAt.size], [2, 2]);
});

test('with no line taken one search tells whether searches are answered', async () => {
  const fake = answering({ '/api/v1/logs': reply(503, {}), '/v1/logs': reply(401, {}) });

  const look = await lookAtLogs(fake.needs, fake.target);
  const again = await lookAgain(fake.needs, fake.target, look);

  assert.deepEqual(look.foundMs, { http: null, otlp: null });
  assert.deepEqual(
    [look.checks.http.reason, look.checks.otlp.reason, look.checks.search.result],
    ['refused', 'key_refused', 'up'],
  );
  assert.deepEqual(
    again.written.map(({ endpoint, nonce }) => [endpoint, nonce]),
    [
      ['http', 'n1'],
      ['otlp', 'n2'],
      ['http', 'n3'],
    ],
  );
  assert.equal(fake.calls.filter(({ url }) => url.includes('/search')).length, 2);
  assert.equal(fake.time.mono, 1_000);
});

test('a second look searches once for what was taken, and for long for what is new', async () => {
  const fake = fakeTarget();
  fake.instead.set('/api/v1/search', () => reply(200, { data: { rows: [] } }));
  const first = await lookAtLogs(fake.needs, fake.target);
  fake.calls.length = 0;
  await lookAgain(fake.needs, fake.target, first);
  assert.equal(fake.calls.length, 1);

  const refusing = answering({ '/v1/logs': reply(503, {}) });
  const half = await lookAtLogs(refusing.needs, refusing.target);
  refusing.instead.clear();
  const whole = await lookAgain(refusing.needs, refusing.target, half);
  assert.deepEqual([half.checks.otlp.result, whole.checks.otlp.result], ['down', 'up']);
  assert.equal(whole.foundMs.otlp, 200);
});
