/* oxlint-disable unicorn/no-thenable -- A field of the wire. */
/** What a refresh finds to do before anything runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import type { Permission } from '../../../spec/roles.ts';
import { valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import {
  NOON,
  REFRESHING,
  startRefreshing,
} from '../../../../test/support/dashboards/refresh-without-store.ts';

const table = (id: string, query: string | null, at = 0, more: object = {}) => ({
  id,
  kind: 'table',
  x: 0,
  y: at * 4,
  w: 4,
  h: 4,
  query,
  ...more,
});
const VARIABLE = {
  name: 'v',
  type: 'query',
  query: 'x=names | stats count BY name',
  all: false,
};
const SEARCHES = [{ id: 's', query: 'x=one y=$v$ | stats count BY z' }];
const errorIn = (answer: unknown): unknown => (answer as { error?: object } | undefined)?.error;

test('all that can be run at once is counted, those that others go on from among it', async () => {
  const { begin, asked } = startRefreshing({ indexes: ['main', '_kpi', '_alerts'] });
  const reading = {
    ...REFRESHING,
    permissions: new Set<Permission>(['logs:read', 'services:read', 'alerts:read']),
  };
  const options = { sparkline: true, compare: 'day' } as const;
  const count = async (panels: object[], more: object = {}): Promise<number> =>
    (await begin(panels, more, {}, { actor: reading })).start.statements;

  assert.equal(await count([valuePanel('v', 'x=one | stats dc(y) AS n', 0, { options })]), 3);
  assert.equal(await count([valuePanel('v', 'x=one | stats count', 0, { options })]), 2);
  const shared = { searches: [{ id: 's', query: 'x=one | stats count BY z' }] };
  const from = (id: string, at: number, then: string) => table(id, null, at, { search: 's', then });
  assert.equal(await count([from('a', 0, 'head 1'), from('b', 1, 'head 2')], shared), 3);
  assert.equal(await count([{ id: 'h', kind: 'health', x: 0, y: 0, w: 4, h: 4 }]), 1);
  assert.equal(await count([], { variables: [VARIABLE] }), 1);
  const annotations = [
    { name: 'q', source: 'query', query: 'x=one | table _time, text' },
    { name: 'i', source: 'incidents' },
  ];
  assert.equal(await count([], { annotations }), 2);
  assert.equal(await count([table('t', 'x=y |')]), 0);
  assert.ok(asked.length > 0);
});

test('a panel waits for a variable that its shared search or its commands name', async () => {
  const { begin, data } = startRefreshing({
    answer: ({ values }) => (values.includes('names') ? [['b', 1]] : [['z', 5]]),
  });
  const more = { searches: SEARCHES, variables: [VARIABLE] };
  const panels = [table('a', null, 0, { search: 's' })];
  const then = table('a', null, 0, { search: 't', then: 'where count > 1 AND z = "$v$"' });
  const other = {
    searches: [{ id: 't', query: 'x=two | stats count BY z' }],
    variables: [VARIABLE],
  };

  assert.equal((await begin(panels, more)).start.statements, 1);
  assert.equal(errorIn((await data(panels, more)).panels['a']), undefined);
  assert.equal((await startRefreshing().begin([then], other)).start.statements, 1);
});

test('where events may be shown they are, in panels, options and annotations', async () => {
  const { data } = startRefreshing({ answer: () => [[NOON, 'text']] });
  const more = {
    variables: [{ name: 'v', type: 'query', query: 'x=one', all: false }],
    annotations: [{ name: 'n', source: 'query', query: 'x=one' }],
  };
  const raw = await data([table('a', 'x=one')], more);
  const plain = {
    variables: [{ name: 'v', type: 'query', query: 'x=one | stats count BY z', all: false }],
    annotations: [{ name: 'n', source: 'query', query: 'x=one | stats count BY _time' }],
  };
  const counted = await data([table('a', 'x=one | stats count')], plain, {}, { mayShowRaw: false });

  for (const { panels, variables, annotations } of [raw, counted]) {
    assert.deepEqual(
      [errorIn(panels['a']), variables['v']?.error, annotations[0]?.error],
      [undefined, undefined, undefined],
    );
  }
});

test('a limit that is used up is one thing, and what fails otherwise another', async () => {
  const { data } = startRefreshing();
  const refuse = (error: Error) => ({
    countRate: async () => {
      throw error;
    },
  });
  const panels = [table('a', 'x=one | stats count')];

  await assert.rejects(data(panels, {}, {}, refuse(new AppError('FORBIDDEN', 'No.'))), {
    code: 'FORBIDDEN',
  });
  await assert.rejects(data(panels, {}, {}, refuse(new TypeError('a defect'))), TypeError);
  await assert.rejects(data(panels, {}, {}, refuse(new AppError('RATE_LIMITED', 'No.'))), {
    code: 'RATE_LIMITED',
  });
});

test('what nobody has to run is not counted against the limit', async () => {
  const { data, counted } = startRefreshing();
  await data([{ id: 'h', kind: 'heading', x: 0, y: 0, w: 24, h: 2, title: 'Top' }]);
  assert.equal(counted(), 0);
  await data([table('a', 'x=one | stats count')]);
  assert.equal(counted(), 1);
});
