/* oxlint-disable unicorn/no-thenable -- A field of the wire. */
/** A whole refresh on a store that only answers: what runs, what is remembered, and what becomes of failures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import type { DashboardData, PanelAnswer } from '../../../contract/dashboard-data.ts';
import type { Permission } from '../../../spec/roles.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import {
  NOON,
  REFRESHING,
  startRefreshing,
} from '../../../../test/support/dashboards/refresh-without-store.ts';
import type { RefreshTerms } from './refresh-scope.ts';

const table = (id: string, query: string, at = 0, more: object = {}) => ({
  id,
  kind: 'table',
  x: 0,
  y: at * 4,
  w: 4,
  h: 4,
  query,
  ...more,
});
const rowsIn = (answer: PanelAnswer | undefined): unknown =>
  answer !== undefined && 'rows' in answer ? answer.rows.map((row) => ({ ...row })) : answer;
const errorIn = (answer: unknown): unknown =>
  (answer as { error?: { code: string; error: string } }).error;

test('a refresh is about one moment, rounded as its range is long', async () => {
  const { data, asked } = startRefreshing();
  const { panels, elapsedMs, ...rest } = await data([table('a', 'x=one | stats count')]);

  assert.ok(elapsedMs >= 0);
  assert.deepEqual(rest, {
    version: 3,
    now: '2026-01-15T12:00:00.000Z',
    from: '2026-01-14T12:00:00.000Z',
    to: '2026-01-15T12:00:00.000Z',
    timeZone: 'UTC',
    freshSeconds: 60,
    statements: 1,
    cached: 0,
    variables: {},
    annotations: [],
  });
  assert.deepEqual(rowsIn(panels['a']), [{ count: 5 }]);
  assert.deepEqual(
    asked[0]?.values.filter((value) => value.startsWith('2026')),
    ['2026-01-14 12:00:00.000', '2026-01-15 12:00:00.000'],
  );
  const [timeoutMs] = asked.map((each) => each.timeoutMs) as [number];
  assert.ok(timeoutMs > 0 && timeoutMs <= 30_000);
});

test('whoever names a beginning alone means up to now', async () => {
  const { begin } = startRefreshing();
  const bounds = async (ask: object, more: object = {}): Promise<unknown> => {
    const { start: reported } = await begin([], more, ask);
    return [
      reported.from.slice(5, 19),
      reported.to.slice(5, 19),
      reported.timeZone,
      reported.freshSeconds,
    ];
  };
  const time = { earliest: '-2d', latest: '-1d' };

  assert.deepEqual(
    [
      await bounds({}, { time }),
      await bounds({ earliest: '-10m' }, { time }),
      await bounds({ earliest: '-10m', latest: '-5m' }, { time, timeZone: 'Europe/Berlin' }),
      await bounds({ timeZone: 'Asia/Tokyo', earliest: '@d' }, { timeZone: 'Europe/Berlin' }),
      await bounds({ earliest: '1768478403' }),
    ],
    [
      ['01-13T12:00:00', '01-14T12:00:00', 'UTC', 600],
      ['01-15T11:50:00', '01-15T12:00:00', 'UTC', 5],
      ['01-15T11:50:00', '01-15T11:55:00', 'Europe/Berlin', 600],
      ['01-14T15:00:00', '01-15T12:00:00', 'Asia/Tokyo', 60],
      ['01-15T12:00:03', '01-15T12:00:03', 'UTC', 5],
    ],
  );
  await assert.rejects(
    bounds({ earliest: 'now', latest: '-1h' }),
    (error) => error instanceof AppError && error.facts.details?.[0]?.path === 'earliest',
  );
});

test('equal searches run once, and are remembered until the moment is another one', async () => {
  const { data, asked, counted, later } = startRefreshing();
  const panels = [
    table('a', 'x=one | stats count'),
    table('b', 'x=one | stats count', 1),
    table('c', 'x=two | stats count', 2),
  ];
  const reported = ({ statements, cached }: DashboardData): number[] => [
    statements,
    cached,
    asked.length,
    counted(),
  ];

  const first = reported(await data(panels));
  later(1_000);
  const second = reported(await data(panels));
  later(MINUTE_MS);
  const third = reported(await data(panels));
  assert.deepEqual(
    [first, second, third],
    [
      [2, 0, 2, 1],
      [2, 2, 2, 1],
      [2, 0, 4, 2],
    ],
  );
});

test('panels say how many of them share a search', async () => {
  const { data } = startRefreshing();
  const { panels } = await data([
    table('a', 'x=one | stats count'),
    table('b', 'x=one | stats count', 1),
    table('c', 'x=two | stats count', 2),
    table('d', 'x=y |', 3),
  ]);
  const shared = (id: string): unknown =>
    (panels[id] as { cost?: { sharedBy: number } }).cost?.sharedBy;

  assert.deepEqual(['a', 'b', 'c', 'd'].map(shared), [2, 2, 1, undefined]);
  assert.equal((errorIn(panels['d']) as { code: string }).code, 'QUERY_SYNTAX_ERROR');
});

test('panels go on from the rows of a shared search', async () => {
  const { data, asked } = startRefreshing({ answer: () => [['a', 7]] });
  const more = { searches: [{ id: 's', query: 'x=one | stats count BY y' }] };
  const from = (id: string, at: number, then: string) =>
    table(id, '', at, { query: null, search: 's', then });
  const { panels, statements, cached } = await data(
    [from('a', 0, 'where count > 5'), from('b', 1, 'head 1')],
    more,
  );

  assert.deepEqual([statements, cached, asked.length], [3, 0, 4]);
  assert.deepEqual(
    ['a', 'b'].map((id) => (panels[id] as { cost: { sharedBy: number } }).cost.sharedBy),
    [2, 2],
  );
});

test('over the limit what is known is shown, and what was shown before is marked', async () => {
  const { data, later, limit, asked } = startRefreshing();
  const one = table('a', 'x=one | stats count');
  const two = table('b', 'x=two | stats count', 1);
  await data([one]);
  limit();
  const known = await data([one]);
  later(MINUTE_MS);
  const old = await data([one, two]);
  later(10 * MINUTE_MS);

  assert.deepEqual(
    [rowsIn(known.panels['a']), (known.panels['a'] as { stale: boolean }).stale],
    [[{ count: 5 }], false],
  );
  assert.deepEqual(
    [
      rowsIn(old.panels['a']),
      (old.panels['a'] as { stale: boolean }).stale,
      errorIn(old.panels['b']),
    ],
    [[{ count: 5 }], true, { code: 'RATE_LIMITED', error: 'Too often.' }],
  );
  assert.deepEqual([old.statements, old.cached, asked.length], [1, 1, 1]);
  await assert.rejects(data([one, two]), { code: 'RATE_LIMITED' });
  await assert.rejects(data([two]), { code: 'RATE_LIMITED' });
});

test('what fails stays with its panel, and a defect is told to nobody', async () => {
  const { data } = startRefreshing({
    answer: ({ values }) => {
      if (values.includes('slow')) throw new AppError('QUERY_TIMEOUT', 'Too long.');
      if (values.includes('broken')) throw new TypeError('a secret');
      return [[5]];
    },
  });
  const { panels } = await data([
    table('a', 'x=slow | stats count'),
    table('b', 'x=broken | stats count', 1),
    table('c', 'x=one | stats count', 2),
  ]);

  assert.deepEqual(
    [errorIn(panels['a']), errorIn(panels['b']), rowsIn(panels['c'])],
    [
      { code: 'QUERY_TIMEOUT', error: 'Too long.' },
      { code: 'INTERNAL', error: 'Internal error. Try again.' },
      [{ count: 5 }],
    ],
  );
});

test('what somebody has already is not sent again', async () => {
  const { data } = startRefreshing();
  const panels = [table('a', 'x=one | stats count')];
  const { tag } = (await data(panels)).panels['a'] as { tag: string };

  assert.deepEqual((await data(panels, {}, { have: { a: tag } })).panels['a'], {
    unchanged: true,
    stale: false,
  });
  assert.ok('rows' in ((await data(panels, {}, { have: { a: 'other' } })).panels['a'] ?? {}));
});

test('a value has its line and its comparison, and does without a line that fails', async () => {
  const panel = valuePanel('v', 'x=one | stats dc(y) AS n', 0, {
    options: { sparkline: true, compare: 'day' },
  });
  const valueOf = async (fault: Error | undefined): Promise<unknown> => {
    const { data, asked } = startRefreshing({
      answer: ({ values }) => {
        if (fault !== undefined && values.at(-1) === '10001') throw fault;
        return [[5]];
      },
    });
    const answer = (await data([panel])).panels['v'];
    if (answer === undefined || !('rows' in answer)) return errorIn(answer);
    const { comparison, sparkline } = answer;
    return [
      comparison?.value,
      comparison?.from.slice(0, 16),
      sparkline !== undefined,
      asked.length,
    ];
  };

  assert.deepEqual(await valueOf(undefined), [5, '2026-01-13T12:00', true, 4]);
  assert.deepEqual(await valueOf(new AppError('QUERY_TIMEOUT', 'Too long.')), [
    5,
    '2026-01-13T12:00',
    false,
    4,
  ]);
  assert.deepEqual(await valueOf(new TypeError('a secret')), {
    code: 'INTERNAL',
    error: 'Internal error. Try again.',
  });
});

test('variables are told with their options, and panels wait for those they use', async () => {
  const { data } = startRefreshing({
    answer: ({ values }) =>
      values.includes('names')
        ? [
            ['b', 1],
            ['c', 2],
          ]
        : [[values.includes('b') ? 1 : 2]],
  });
  const variables = [
    { name: 'v', type: 'query', query: 'x=names | stats count BY name', all: false },
    { name: 'w', type: 'query', query: 'x=names y=$v$ | stats count BY name', all: false },
    { name: 't', type: 'text', default: 'z' },
  ];
  const panels = [table('a', 'x=$v$ | stats count'), table('b', 'x=$w$ t=$t$ | stats count', 1)];
  const first = await data(panels, { variables });
  const chosen = await data(panels, { variables }, { variables: { v: 'c' } });

  assert.deepEqual(first.variables, {
    t: { values: ['z'], options: [], isCut: false },
    v: {
      values: ['b'],
      options: [
        { value: 'b', label: 'b' },
        { value: 'c', label: 'c' },
      ],
      isCut: false,
    },
    w: {
      values: ['b'],
      options: [
        { value: 'b', label: 'b' },
        { value: 'c', label: 'c' },
      ],
      isCut: false,
    },
  });
  assert.deepEqual(chosen.variables['v']?.values, ['c']);
  assert.deepEqual(
    ['a', 'b'].map((id) => rowsIn(first.panels[id])),
    [[{ count: 1 }], [{ count: 1 }]],
  );
  assert.deepEqual(rowsIn(chosen.panels['a']), [{ count: 2 }]);
  await assert.rejects(data(panels, { variables }, { variables: { q: 'c' } }), {
    code: 'VALIDATION_ERROR',
  });
});

test('without options there is nothing to choose, and what uses the variable says so', async () => {
  const { data } = startRefreshing({
    answer: ({ values }) => (values.includes('names') ? [] : [[1]]),
  });
  const variables = [
    { name: 'v', type: 'query', query: 'x=names | stats count BY name', all: false },
    { name: 'w', type: 'query', query: 'x=y |', all: false },
  ];
  const annotations = [{ name: 'n', source: 'query', query: 'x=$w$ | table _time' }];
  const found = await data(
    [table('a', 'x=$v$ | stats count'), table('b', 'x=$w$ | stats count', 1)],
    { variables, annotations },
  );

  assert.deepEqual(
    [found.variables, found.panels['b'], found.annotations],
    [
      {
        w: {
          values: [],
          options: [],
          isCut: false,
          error: {
            code: 'QUERY_SYNTAX_ERROR',
            error: 'Missing command after the pipe.',
            details: [{ path: 'query', message: 'Missing command after the pipe.', position: 4 }],
          },
        },
        v: { values: [], options: [], isCut: false },
      },
      {
        error: { code: 'VALIDATION_ERROR', error: 'A variable has no options to choose from.' },
      },
      [
        {
          name: 'n',
          color: 1,
          isGrouped: false,
          marks: [],
          error: { code: 'VALIDATION_ERROR', error: 'A variable has no options to choose from.' },
        },
      ],
    ],
  );
});

test('annotations wait for the variables they use', async () => {
  const { data } = startRefreshing({
    answer: ({ values }) => (values.includes('names') ? [['b', 1]] : [[NOON - 60_000, 'Deployed']]),
  });
  const variables = [
    { name: 'v', type: 'query', query: 'x=names | stats count BY name', all: false },
  ];
  const annotations = [{ name: 'q', source: 'query', query: 'x=$v$ | table _time, text' }];
  const found = await data([], { variables, annotations });

  assert.deepEqual(
    found.annotations.map(({ marks, error }) => [marks.length, error]),
    [[1, undefined]],
  );
});

test('a value is marked when any part of it is from before', async () => {
  const { data, later, limit } = startRefreshing();
  const options = { sparkline: true, compare: 'day' } as const;
  const panel = valuePanel('v', 'x=one | stats dc(y) AS n', 0, { options });
  await data([panel]);
  limit();
  later(MINUTE_MS);
  const answer = (await data([panel])).panels['v'];

  assert.equal(answer !== undefined && 'rows' in answer && answer.stale, true);
});

test('annotations are marks, and incidents need their index', async () => {
  const { data, asked } = startRefreshing({ answer: () => [[NOON - 60_000, 'Deployed']] });
  const annotations = [
    { name: 'q', source: 'query', query: 'x=one | table _time, text' },
    { name: 'i', source: 'incidents' },
    { name: 'bad', source: 'query', query: 'x=y |' },
  ];
  const found = await data([], { annotations });

  assert.deepEqual(
    found.annotations.map(({ name, marks, error }) => [name, marks.length, error?.code]),
    [
      ['i', 0, undefined],
      ['bad', 0, 'QUERY_SYNTAX_ERROR'],
      ['q', 1, undefined],
    ],
  );
  assert.equal(asked.length, 1);
});

test('events are shown where that is allowed, and services to those who may see them', async () => {
  const { data } = startRefreshing();
  const panels = [
    table('a', 'x=one'),
    table('b', 'x=one | stats count', 1),
    { id: 'h', kind: 'health', x: 0, y: 8, w: 4, h: 4 },
  ];
  const more = {
    variables: [{ name: 'v', type: 'query', query: 'x=one', all: false }],
    annotations: [{ name: 'n', source: 'query', query: 'x=one' }],
  };
  const found = await data(panels, more, {}, { mayShowRaw: false });

  assert.deepEqual(
    [
      errorIn(found.panels['a']),
      rowsIn(found.panels['b']),
      errorIn(found.panels['h']),
      found.variables['v']?.error,
      found.annotations[0]?.error,
    ],
    [
      { code: 'FORBIDDEN', error: 'This link shows no events.' },
      [{ count: 5 }],
      { code: 'FORBIDDEN', error: "You don't have permission to see services." },
      { code: 'FORBIDDEN', error: 'This link shows no events.' },
      { code: 'FORBIDDEN', error: 'This link shows no events.' },
    ],
  );
});

test('services are asked for by whoever may, in the index that tells of them', async () => {
  const panels = [{ id: 'h', kind: 'health', x: 0, y: 0, w: 4, h: 4 }];
  const answer = () => [['svc_a', 'the a', 'healthy', '100', '', 1, ',x,', NOON]];
  const { data, asked } = startRefreshing({ indexes: ['main', '_kpi'], answer });
  const reading: RefreshTerms['actor'] = {
    ...REFRESHING,
    permissions: new Set<Permission>(['logs:read', 'services:read']),
  };

  const own = await data(panels, {}, {}, { actor: reading });
  const lent = await data(panels, {}, { earliest: '-2h' }, { services: { actor: reading } });
  const hidden = await data(panels, {}, {}, { actor: reading, indexes: new Set(['main']) });
  assert.deepEqual(
    [own, lent].map(
      (found) => (rowsIn(found.panels['h']) as Record<string, unknown>[])[0]?.['service'],
    ),
    ['the a', 'the a'],
  );
  assert.deepEqual(errorIn(hidden.panels['h']), {
    code: 'FORBIDDEN',
    error: "You don't have permission to see services.",
  });
  assert.ok(asked.every(({ values }) => values.includes('_kpi') && !values.includes('main')));
});
