/** What a live tail asks the store and says to its client; the store says what it is told to say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { type FakeRows, fakeSearch } from '../../../../test/support/search/fake-search.ts';
import { AppError } from '../../../base/errors.ts';
import { type TailInput, tailLogs } from './tail-logs.ts';

/** The first id that could be given when the tail begins, and how far ids go in a millisecond. */
const POSITION = 0x07a8_cd55_0000_0000n;
const PER_MS = 0x80_0000n;

function idBehind(ms: number, more = 1n): string {
  return (POSITION + BigInt(ms) * PER_MS + more).toString(16).padStart(16, '0');
}

function event(id: string, body = id): FakeRows[number] {
  return { c1: '2026-01-31T11:59:59.000Z', c2: id, c3: 'main', c4: body, c5: 'info', c6: 'web' };
}

interface Setting {
  readonly told: readonly (FakeRows | Error)[];
  readonly tail?: Partial<Record<keyof (typeof LIMITS)['tail'], number>>;
  readonly input?: TailInput;
  readonly checkAccess?: () => Promise<void>;
}

/** Everything that is said until the store has answered all it was told, or the tail has ended by itself. */
async function follow({ told, tail, input = {}, checkAccess = async () => {} }: Setting) {
  const search = fakeSearch(told);
  const limits = { ...LIMITS, tail: { ...LIMITS.tail, pollMs: 1, ...tail } };
  const { store } = search.needs;
  const ending = new AbortController();
  const query: typeof store.query = (statement, options) => {
    if (search.asked.length === told.length) {
      ending.abort('over');
      throw new AppError('STORAGE_UNAVAILABLE', 'over');
    }
    return store.query(statement, options);
  };
  const needs = { ...search.needs, store: { ...store, query }, limits };
  const accessNow = async () => {
    await checkAccess();
    return search.actor;
  };
  const tailed = await tailLogs(needs, search.actor, input, accessNow, search.signal);
  const said: string[] = [];
  for await (const message of tailed.messages(ending.signal)) said.push(message);
  return { said, asked: search.asked };
}

const END = 'event: end\ndata: {"reason":"closing"}\n\n';

test('events are said in the order of their arrival, with the position behind them', async () => {
  const { said, asked } = await follow({
    told: [[event('00000000000000a2'), event('00000000000000a1')], [], [event('00000000000000a3')]],
    input: { lastEventId: '00000000000000a0' },
  });

  const row = (id: string): string =>
    JSON.stringify({
      _time: '2026-01-31T11:59:59.000Z',
      _id: id,
      _index: 'main',
      event: id,
      level: 'info',
      source: 'web',
    });
  assert.deepEqual(said, [
    'retry: 2000\n\n',
    `id: 00000000000000a2\ndata: ${row('00000000000000a1')}\n\n` +
      `id: 00000000000000a2\ndata: ${row('00000000000000a2')}\n\n`,
    `id: 00000000000000a3\ndata: ${row('00000000000000a3')}\n\n`,
    END,
  ]);
  assert.equal(asked.length, 3);
  assert.match(asked[0]?.text ?? '', /ORDER BY `row_id` DESC/);
  assert.deepEqual(
    asked.map(({ options }) => options.timeoutMs),
    [5_000, 5_000, 5_000],
  );
});

test('a look reads a day of the past and what the clocks of others allow, from the position on', async () => {
  const { asked } = await follow({ told: [[]] });

  assert.deepEqual(asked[0]?.values, [
    '16385',
    'org_test',
    'main',
    '2026-01-30 12:00:00.000',
    '2026-02-07 12:01:00.000',
    '551916719308800000',
    '2026-01-31 11:59:00.000',
    '201',
  ]);
});

test('a look is one statement over the events of the search, the newest first', async () => {
  const { asked } = await follow({ told: [[]], input: { query: 'timeout host=web-1' } });

  assert.equal(
    asked[0]?.text,
    "SELECT `timestamp` AS `c1`, leftPad(lower(hex(row_id)), 16, '0') AS `c2`, `index_name` AS `c3`, " +
      'leftUTF8(body, {p1:UInt32}) AS `c4`, `level` AS `c5`, `source` AS `c6`, `event_id`, `service`, ' +
      '`environment`, `host`, `trace_id`, `span_id`, `user_id`, `request_id`, `session_id`, `attributes` ' +
      'FROM logs WHERE (organization = {p2:String} AND index_name = {p3:String} ' +
      "AND timestamp >= {p4:DateTime64(3, 'UTC')} AND timestamp < {p5:DateTime64(3, 'UTC')}) " +
      'AND (((indexHint(has(tokens(lowerUTF8(body)), lowerUTF8({p6:String}))) ' +
      'AND hasTokenCaseInsensitive(body, {p7:String}))) AND ((lowerUTF8(`host`) = lowerUTF8({p8:String}) ' +
      "OR startsWith(`host`, '[') AND has(arrayMap(e -> lowerUTF8(e), JSONExtract(`host`, 'Array(String)')), lowerUTF8({p8:String}))))) " +
      "AND (row_id > {p9:UInt64}) AND (received_at >= {p10:DateTime64(3, 'UTC')}) " +
      'ORDER BY `row_id` DESC LIMIT {p11:UInt32}',
  );
});

test('each look goes back five seconds, and leaves out what was shown already', async () => {
  const { asked } = await follow({
    told: [[event(idBehind(4_000))], [event(idBehind(6_000))], [event(idBehind(9_001))], []],
  });

  const isNew = asked.map(({ values }) => values.slice(5, -1));
  assert.deepEqual(isNew, [
    ['551916719308800000', '2026-01-31 11:59:00.000'],
    ['551916719308800000', '2026-01-31 11:59:00.000', '[551916752863232001]'],
    ['551916727697408001', '2026-01-31 11:59:01.000', '[551916752863232001,551916769640448001]'],
    ['551916752871620609', '2026-01-31 11:59:04.001', '[551916769640448001,551916794814660609]'],
  ]);
  assert.deepEqual(
    asked.map(({ text }) => text.includes('row_id NOT IN')),
    [false, true, true, true],
  );
});

test('of more than a look hands over the older ones are counted, and not looked for again', async () => {
  const { said, asked } = await follow({
    told: [
      [event(idBehind(0, 3n)), event(idBehind(0, 2n)), event(idBehind(0, 1n))],
      [{ events: '7' }],
      [],
    ],
    tail: { eventsPerPollMax: 2 },
  });

  assert.match(said[1] ?? '', /^event: dropped\ndata: {"count":5}\n\nid: 07a8cd5500000003\n/);
  assert.equal((said[1] ?? '').includes('"07a8cd5500000001"'), false);
  assert.match(asked[1]?.text ?? '', /^SELECT count\(\) AS events FROM/);
  assert.equal(asked[1]?.options.timeoutMs, 5_000);
  assert.ok(asked[2]?.values.includes('551916719308800003'), 'goes on behind the newest');
});

test('as many as a look hands over are all of them', async () => {
  const { said, asked } = await follow({
    told: [[event(idBehind(0, 2n)), event(idBehind(0, 1n))]],
    tail: { eventsPerPollMax: 2 },
  });

  assert.equal(said.join('').includes('dropped'), false);
  assert.equal(asked.length, 1);
});

test('text is cut between characters, and marked', async () => {
  const { said, asked } = await follow({
    told: [[event(idBehind(0, 2n), 'ä€😀x'), event(idBehind(0, 1n), 'ä€😀')]],
    tail: { bodyCharactersMax: 3 },
  });

  const [first, second] = (said[1] ?? '').split('\n\n');
  assert.match(first ?? '', /"event":"ä€😀","level":"info","source":"web"}$/);
  assert.match(second ?? '', /"event":"ä€😀","level":"info","source":"web","_truncated":"event"}$/);
  assert.match(asked[0]?.text ?? '', /leftUTF8\(/);
  assert.ok(asked[0]?.values.includes('4'));
});

const away = () => new AppError('STORAGE_UNAVAILABLE', 'away');

test('looks may fail so often in a row, and one that succeeds begins the count again', async () => {
  const twice = await follow({
    told: [away(), away(), [], away(), away(), []],
    tail: { pollFailuresMax: 2 },
  });
  const thrice = await follow({
    told: [[], away(), away(), away(), []],
    tail: { pollFailuresMax: 2 },
  });

  assert.deepEqual([twice.said, twice.asked.length], [['retry: 2000\n\n', END], 6]);
  assert.deepEqual(thrice.said, ['retry: 2000\n\n', 'event: end\ndata: {"reason":"storage"}\n\n']);
  assert.equal(thrice.asked.length, 4);
});

test('a defect of ours is not taken for a store that is away', async () => {
  await assert.rejects(follow({ told: [new TypeError('a defect')] }), /a defect/);
});

test('access is asked for again after its time, and its end is told', async () => {
  let checks = 0;
  const checkAccess = async (): Promise<void> => {
    checks += 1;
    if (checks > 1) throw new AppError('UNAUTHORIZED', 'ended');
  };

  const { said, asked } = await follow({ told: [[], [], []], tail: { recheckMs: 0 }, checkAccess });
  assert.deepEqual(said, ['retry: 2000\n\n', 'event: end\ndata: {"reason":"access"}\n\n']);
  assert.deepEqual([checks, asked.length], [2, 2]);

  const later = await follow({ told: [[], [], []], tail: { recheckMs: 60_000 }, checkAccess });
  assert.deepEqual([later.said, checks], [['retry: 2000\n\n', END], 2]);
});

test('a silent tail says that it is alive, and only then', async () => {
  const silent = await follow({ told: [[], []], tail: { heartbeatMs: 0 } });
  const patient = await follow({ told: [[], []], tail: { heartbeatMs: 60_000 } });

  assert.deepEqual(silent.said.slice(0, 3), ['retry: 2000\n\n', ': alive\n\n', ': alive\n\n']);
  assert.deepEqual(patient.said, ['retry: 2000\n\n', END]);
});

const REFUSED: readonly (readonly [input: TailInput, refusal: readonly unknown[]])[] = [
  [{ lastEventId: 'x' }, ['VALIDATION_ERROR', 'Invalid event ID.', undefined]],
  [
    { query: 'a | stats count' },
    [
      'QUERY_SYNTAX_ERROR',
      'This endpoint returns events. Use /api/v1/search for commands after a pipe.',
      4,
    ],
  ],
  [
    { query: 'earliest=-1h error' },
    ['QUERY_SYNTAX_ERROR', 'Live tail starts now. Remove the time bounds from the query.', 0],
  ],
  [
    { query: 'error latest=now' },
    ['QUERY_SYNTAX_ERROR', 'Live tail starts now. Remove the time bounds from the query.', 6],
  ],
];

for (const [input, refusal] of REFUSED) {
  test(`${JSON.stringify(input)} is refused before the stream begins`, async () => {
    const { needs, actor, signal } = fakeSearch([]);
    await assert.rejects(
      tailLogs(needs, actor, input, async () => actor, signal),
      (error) => {
        assert.ok(error instanceof AppError);
        const [detail] = error.facts.details ?? [];
        assert.deepEqual([error.code, detail?.message, detail?.position], refusal);
        return true;
      },
    );
  });
}
