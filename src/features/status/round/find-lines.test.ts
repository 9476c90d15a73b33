import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeTarget, reply } from '../../../../test/support/status/fake-target.ts';
import type { Outcome } from './call-target.ts';
import { findLines, LOOKS_AT_MS, rowsOf, searchCall } from './find-lines.ts';

const LINES = [
  { nonce: 'n1', text: 'first' },
  { nonce: 'n2', text: 'second' },
];
const found = (...rows: readonly (readonly [nonce: string, event: string])[]): Outcome =>
  reply(200, {
    data: { rows: rows.map(([nonce, event]) => ({ nonce, event })), stats: { elapsedMs: 7 } },
  });

/** Each look gets the next answer, the last one for ever. */
function answering(...answers: readonly Outcome[]) {
  const fake = fakeTarget();
  const looks: number[] = [];
  fake.instead.set('/api/v1/search', () => {
    looks.push(fake.time.mono - 1_000);
    return answers[Math.min(looks.length, answers.length) - 1];
  });
  return { fake, looks };
}

test('lines are looked for at fourteen moments of half a minute', async () => {
  const { fake, looks } = answering(found());

  const { check, foundAt } = await findLines(fake.needs, fake.target, LINES);

  const moments = [
    200, 400, 700, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 9_000, 13_000, 18_000, 24_000, 30_000,
  ];
  assert.deepEqual(LOOKS_AT_MS, moments);
  assert.deepEqual(looks, moments);
  assert.deepEqual([check, foundAt.size], [{ result: 'up' }, 0]);
});

test('a look that is due already does not wait', async () => {
  const { fake } = answering(found());
  const slept: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    slept.push(ms);
    fake.advance(ms + 30);
  };

  await findLines({ ...fake.needs, sleep }, fake.target, LINES, [0, 1, 20, 31, 32, 90]);

  assert.deepEqual(slept, [1, 1, 28]);
});

test('each line is found when it first was, in one question for all', async () => {
  const { fake, looks } = answering(
    found(['n2', 'second']),
    found(['n2', 'changed since'], ['n1', 'first']),
  );

  const finding = await findLines(fake.needs, fake.target, LINES);

  assert.deepEqual(looks, [200, 400]);
  assert.deepEqual(finding, {
    check: { result: 'up' },
    foundAt: new Map([
      ['n2', 1_200],
      ['n1', 1_400],
    ]),
    searchMs: 20,
    serverMs: 7,
  });
  const { url, bearer } = fake.calls[0] ?? assert.fail();
  assert.equal(bearer, 'read');
  assert.deepEqual(
    [...new URL(url).searchParams],
    [
      ['query', 'index=main probe_id=probe1 (nonce=n1 OR nonce=n2)'],
      ['earliest', '-15m'],
    ],
  );
});

const ENDINGS: readonly (readonly [about: string, answer: Outcome, check: object])[] = [
  [
    'is not reached',
    { kind: 'failed', reason: 'unreachable' },
    { result: 'down', reason: 'unreachable' },
  ],
  ['answers 201', reply(201, { data: { rows: [] } }), { result: 'down', reason: 'wrong_answer' }],
  ['fails', reply(500, {}), { result: 'down', reason: 'refused' }],
  ['refuses the key', reply(401, {}), { result: 'none', reason: 'key_refused' }],
  ['answers without rows', reply(200, { data: {} }), { result: 'down', reason: 'wrong_answer' }],
  ['finds another text', found(['n1', 'second']), { result: 'down', reason: 'wrong_answer' }],
];
for (const [about, answer, check] of ENDINGS) {
  test(`a search that ${about} ends the looking`, async () => {
    const { fake, looks } = answering(answer);

    const finding = await findLines(fake.needs, fake.target, LINES);

    assert.deepEqual(finding, { check, foundAt: new Map(), searchMs: null, serverMs: null });
    assert.deepEqual(looks, [200]);
  });
}

test('without a key nothing is asked, and without a moment neither', async () => {
  const fake = fakeTarget({ readKey: undefined });
  const nothing = {
    check: { result: 'none', reason: 'not_set_up' },
    foundAt: new Map(),
    searchMs: null,
    serverMs: null,
  };

  assert.deepEqual(await findLines(fake.needs, fake.target, LINES), nothing);
  assert.deepEqual(
    await findLines(fake.needs, { ...fake.target, readKey: 'read' }, LINES, []),
    nothing,
  );
  assert.deepEqual([fake.calls.length, fake.time.mono], [0, 1_200]);
});

test('a slow search is slow from a second on, and need not say how long it took', async () => {
  const slow = async (ms: number) => {
    const { fake } = answering(reply(200, { data: { rows: [] } }));
    fake.takesMs.set('/api/v1/search', ms);
    const { check, searchMs, serverMs } = await findLines(fake.needs, fake.target, LINES, [0]);
    return [check.result, searchMs, serverMs];
  };

  assert.deepEqual(await slow(999), ['up', 999, null]);
  assert.deepEqual(await slow(1_000), ['slow', 1_000, null]);
});

test('rows are read as far as they are such', () => {
  const rows = (body: unknown) => {
    const answer = reply(200, body);
    return answer.kind === 'answer' ? rowsOf(answer) : assert.fail();
  };

  assert.deepEqual(rows({ data: { rows: [{ nonce: 'a', event: 'b' }, 1, { nonce: 2 }] } }), [
    { nonce: 'a', text: 'b' },
    { nonce: '', text: '' },
  ]);
  assert.equal(rows({ data: { rows: {} } }), undefined);
  assert.deepEqual(searchCall(fakeTarget().target, 'key', { query: 'a b' }), {
    url: 'https://logs.example.com/api/v1/search?query=a+b',
    bearer: 'key',
  });
});
