/* oxlint-disable unicorn/no-thenable -- A field of the wire. */
/** What panels show, kind by kind, and where their failures stay. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { DashboardPanel } from '../../../contract/dashboard-panels.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import {
  errorIn,
  shown,
  startDashboards,
} from '../../../../test/support/dashboards/start-dashboards.ts';

const store = await openTestStore();

async function start(t: TestContext) {
  const dashboards = await startDashboards(t, store);
  const { id, owner } = await dashboards.access.newOrganization();
  await dashboards.write(id, [
    {
      agoMs: 5 * MINUTE_MS,
      body: 'one failed',
      level: 'error',
      fields: { status: '503', path: '/a' },
    },
    { agoMs: 6 * MINUTE_MS, body: 'two', level: 'info', fields: { status: '200', path: '/a' } },
    { agoMs: 7 * MINUTE_MS, body: 'three', level: 'info', fields: { status: '200', path: '/b' } },
    {
      agoMs: 25 * HOUR_MS,
      body: 'old failed',
      level: 'error',
      fields: { status: '503', path: '/a' },
    },
    // What is compared with needs a time before it.
    { agoMs: 49 * HOUR_MS, body: 'older', level: 'info', fields: { status: '200', path: '/a' } },
  ]);
  return { ...dashboards, owner };
}

const place = (at: number) => ({ x: 0, y: at * 4, w: 12, h: 4 });

test('events that lack the field of the groups are counted beside the panel', async (t) => {
  const { make, data, owner, write } = await start(t);
  const { organization } = owner.actor;
  await write(organization, [{ agoMs: 5 * MINUTE_MS, fields: { host: 'a' } }]);
  const panels: DashboardPanel[] = [
    { id: 'by', kind: 'table', ...place(0), query: '* | stats count BY host' },
    { id: 'all', kind: 'table', ...place(1), query: '* | stats count BY level' },
  ];

  const { panels: found } = await data(owner, await make(owner, dashboardOf(panels)));

  assert.deepEqual(shown(found['by']).warnings, [
    { code: 'rows-dropped', message: '3 rows without `host` are excluded.' },
  ]);
  assert.equal(shown(found['all']).warnings, undefined);
});

test('a value has no baseline where the time before has no data', async (t) => {
  const { make, data, owner, access, write } = await start(t);
  const compared = async (member: typeof owner, panel: DashboardPanel) => {
    const { panels } = await data(member, await make(member, dashboardOf([panel])));
    return shown(panels['value']).comparison;
  };
  const value = { kind: 'value', id: 'value', ...place(0) } as const;
  const count: DashboardPanel = { ...value, query: 'level=error | stats count' };
  const week: DashboardPanel = { ...count, options: { compare: 'week' } };

  assert.deepEqual(
    [await compared(owner, count)].map((each) => [each?.value, each?.baseline]),
    [[1, 'complete']],
  );
  const old = await compared(owner, week);
  assert.deepEqual([old?.value, old?.baseline], [null, 'none']);
  assert.match(old?.reason ?? '', /^No events from before /);

  // A service that has only just begun to send.
  const { id, owner: young } = await access.newOrganization();
  await write(id, [{ agoMs: MINUTE_MS, level: 'error' }]);
  assert.equal((await compared(young, count))?.baseline, 'none');
});

test('every kind of panel shows the rows of its query', async (t) => {
  const { make, data, owner } = await start(t);
  const panels: DashboardPanel[] = [
    { id: 'line', kind: 'timeseries', ...place(0), query: '* | timechart count BY level' },
    { id: 'value', kind: 'value', ...place(1), query: 'level=error | stats count AS failed' },
    {
      id: 'bars',
      kind: 'bars',
      ...place(2),
      query: '* | stats count BY status',
      options: { top: 1 },
    },
    { id: 'share', kind: 'share', ...place(3), query: '* | stats count BY path' },
    {
      id: 'heat',
      kind: 'heatmap',
      ...place(4),
      query: '* | bin span=1h _time | stats count BY _time, path',
    },
    {
      id: 'table',
      kind: 'table',
      ...place(5),
      query: '* | table path, status',
      options: { columns: ['status'], rows: 2 },
    },
    { id: 'logs', kind: 'logs', ...place(6), query: '*', options: { rows: 2 } },
    { id: 'patterns', kind: 'patterns', ...place(7), query: '*' },
    { id: 'health', kind: 'health', ...place(8) },
    { id: 'text', kind: 'text', ...place(9), options: { markdown: '# Read me' } },
  ];
  const id = await make(owner, dashboardOf(panels));

  const answer = await data(owner, id);

  const line = shown(answer.panels['line']);
  assert.deepEqual(line.columns.map(({ name }) => name).toSorted(), ['_time', 'error', 'info']);
  assert.ok(line.rows.length > LIMITS.query.bucketsDefault, String(line.rows.length));
  assert.ok(line.rows.length <= LIMITS.dashboards.binsDefault + 1, String(line.rows.length));
  const value = shown(answer.panels['value']);
  assert.deepEqual(value.rows, [{ failed: 1 }]);
  assert.equal(value.comparison?.value, 1);
  assert.equal(
    value.sparkline?.rows.reduce(
      (sum, row) => sum + Number((row as { failed?: number }).failed ?? 0),
      0,
    ),
    1,
  );
  assert.deepEqual(shown(answer.panels['bars']).rows, [
    { status: '200', count: 2 },
    { status: 'Other', count: 1 },
  ]);
  assert.deepEqual(shown(answer.panels['share']).rows, [
    { path: '/a', count: 2 },
    { path: '/b', count: 1 },
  ]);
  assert.equal(shown(answer.panels['heat']).columns[0]?.type, 'time');
  const table = shown(answer.panels['table']);
  assert.deepEqual(table.rows, [{ status: '503' }, { status: '200' }]);
  assert.deepEqual(
    table.limits_applied.map(({ limit }) => limit),
    ['rows'],
  );
  assert.deepEqual(
    shown(answer.panels['logs']).rows.map((row) => (row as { event: string }).event),
    ['one failed', 'two'],
  );
  assert.ok(shown(answer.panels['patterns']).rows.length > 0);
  assert.deepEqual(shown(answer.panels['health']).rows, []);
  assert.equal(answer.panels['text'], undefined);
  assert.equal(answer.version, 1);
});

test('a count and its line are one search, and give what each gives alone', async (t) => {
  const { make, data, owner } = await start(t);
  const queries = [
    '* | stats count',
    '* | where status>=500 | stats count AS failed, count(eval(path="/a")) AS a, count(path)',
    'level=nothing | stats count',
    // Whatever is no sum of its buckets is asked for by itself.
    '* | stats dc(path) AS paths',
    '* | dedup path | stats count',
    '* | eval _time=relative_time(_time, "-10y") | stats count',
  ];
  const panelOf = (query: string, at: number, hasLine: boolean): DashboardPanel => ({
    id: `${hasLine ? 'line' : 'plain'}${at}`,
    kind: 'value',
    ...place(at),
    query,
    options: { sparkline: hasLine },
  });
  const both = await make(owner, dashboardOf(queries.map((query, at) => panelOf(query, at, true))));
  const plain = await make(
    owner,
    dashboardOf(queries.map((query, at) => panelOf(query, at, false))),
  );

  const together = await data(owner, both);
  const alone = await Promise.all(
    queries.map((_, at) => data(owner, both, { panels: [`line${at}`] })),
  );
  const without = await data(owner, plain);

  for (const at of queries.keys()) {
    const found = shown(together.panels[`line${at}`]);
    const expected = shown(without.panels[`plain${at}`]);
    assert.deepEqual([found.columns, found.rows], [expected.columns, expected.rows], queries[at]);
    assert.equal(found.comparison?.value, expected.comparison?.value);
    assert.equal(found.tag, shown(alone[at]?.panels[`line${at}`]).tag);
  }
  // Three of them need no search for the value itself.
  assert.equal(together.statements, queries.length * 3 - 3);
});

test('panels go on from a shared search, which is read once', async (t) => {
  const { make, data, owner } = await start(t);
  const definition = dashboardOf(
    [
      {
        id: 'failed',
        kind: 'value',
        ...place(0),
        search: 'web',
        then: 'where status>=500 | stats sum(count) AS failed',
        options: { compare: 'none' },
      },
      {
        id: 'paths',
        kind: 'bars',
        ...place(1),
        search: 'web',
        then: '| stats sum(count) AS n BY path',
      },
      { id: 'all', kind: 'table', ...place(2), search: 'web' },
    ],
    { searches: [{ id: 'web', query: '* | stats count BY status, path' }] },
  );
  const id = await make(owner, definition);

  const answer = await data(owner, id);

  assert.deepEqual(shown(answer.panels['failed']).rows, [{ failed: 1 }]);
  assert.equal(shown(answer.panels['failed']).cost?.sharedBy, 3);
  assert.deepEqual(shown(answer.panels['paths']).rows, [
    { path: '/a', n: 2 },
    { path: '/b', n: 1 },
  ]);
  assert.equal(shown(answer.panels['all']).rows.length, 3);
  assert.deepEqual([answer.statements, answer.cached], [4, 0]);
});

test('one panel’s failure stays its own', async (t) => {
  const { ask, owner, access, data, make } = await start(t);
  const definition = dashboardOf([
    valuePanel('good', '* | stats count', 0),
    valuePanel('gone', 'index=nowhere | stats count', 1),
    valuePanel('broken', '* | stats count BY', 2),
  ]);

  const preview = await ask(owner, 'new', { definition });

  assert.equal(preview.status, 200, preview.text);
  const { panels } = preview.body.data as Awaited<ReturnType<typeof data>>;
  assert.deepEqual(shown(panels['good']).rows, [{ count: 3 }]);
  assert.equal(errorIn(panels['gone']), 'UNKNOWN_INDEX');
  assert.equal(errorIn(panels['broken']), 'QUERY_SYNTAX_ERROR');
  const viewer = await access.join(owner.actor.organization, 'viewer');
  assert.equal((await ask(viewer, 'new', { definition })).status, 403);
  assert.equal((await ask(owner, 'new')).status, 400);
  const id = await make(owner, dashboardOf([valuePanel('n', '* | stats count')]));
  assert.equal((await ask(owner, id, { panels: ['x'] })).status, 400);
  assert.equal((await ask(owner, id, { variables: { x: 'y' } })).status, 400);
  assert.equal((await ask(owner, id, { timeZone: 'Mars/Base' })).status, 400);
  assert.equal((await ask(owner, id, { earliest: '-1q@x' })).status, 400);
  assert.equal((await ask(viewer, id)).status, 200);
});

test('what a collapsed heading hides is not asked, unless by name', async (t) => {
  const { make, data, owner } = await start(t);
  const at = (y: number) => ({ x: 0, y, w: 24, h: 2 });
  const id = await make(
    owner,
    dashboardOf([
      { id: 'h1', kind: 'heading', ...at(0), options: { collapsed: true } },
      { ...valuePanel('hidden', '* | stats count'), ...at(2) },
      { id: 'h2', kind: 'heading', ...at(4) },
      { ...valuePanel('seen', '* | stats count'), ...at(6) },
    ]),
  );

  assert.deepEqual(Object.keys((await data(owner, id)).panels), ['seen']);
  assert.deepEqual(Object.keys((await data(owner, id, { panels: ['hidden'] })).panels), ['hidden']);
});

test('what has not changed is not sent again', async (t) => {
  const { make, data, owner } = await start(t);
  const id = await make(owner, dashboardOf([valuePanel('n', '* | stats count')]));
  const first = shown((await data(owner, id)).panels['n']);

  const again = await data(owner, id, { have: { n: first.tag } });
  const other = await data(owner, id, { have: { n: 'another' } });

  assert.deepEqual(again.panels['n'], { unchanged: true, stale: false });
  assert.equal(shown(other.panels['n']).tag, first.tag);
});

test('annotations come from a query, and too many are grouped', async (t) => {
  const { make, data, owner, write } = await start(t);
  const { annotationsShownMax } = LIMITS.dashboards;
  const deployments = Array.from({ length: annotationsShownMax + 1 }, (_, at) => ({
    agoMs: (at + 1) * MINUTE_MS,
    body: 'deployed',
    fields: { kind: 'deploy', text: `v${at}` },
  }));
  await write(owner.actor.organization, deployments);
  const annotation = { name: 'Deployments', source: 'query' as const };
  const id = await make(
    owner,
    dashboardOf([], {
      annotations: [
        { ...annotation, query: 'kind=deploy | table _time, text' },
        {
          ...annotation,
          name: 'Last',
          query: `kind=deploy | head ${annotationsShownMax} | table _time, text`,
          color: 3,
        },
        { name: 'Incidents', source: 'incidents' },
      ],
    }),
  );

  const { annotations } = await data(owner, id);

  const byName = new Map(annotations.map((each) => [each.name, each]));
  const all = byName.get('Deployments');
  assert.equal(all?.isGrouped, true);
  assert.equal(
    all.marks.reduce((sum, { count }) => sum + count, 0),
    annotationsShownMax + 1,
  );
  assert.ok(all.marks.length <= annotationsShownMax);
  assert.deepEqual(
    [byName.get('Last')?.isGrouped, byName.get('Last')?.marks.length, byName.get('Last')?.color],
    [false, annotationsShownMax, 3],
  );
  assert.equal(byName.get('Last')?.marks.at(-1)?.text, 'v0');
  assert.deepEqual(byName.get('Incidents')?.marks, []);
});

test('incidents are marks from firing to being over, and what goes on ends with the range', async (t) => {
  const { make, data, owner, write } = await start(t);
  const reported = (agoMinutes: number, kind: string, incident: string, body: string) => ({
    agoMs: agoMinutes * MINUTE_MS,
    index: '_alerts',
    level: kind === 'fired' ? 'warn' : 'info',
    body,
    fields: { kind, incident_id: incident, rule_id: 'alr_1' },
  });
  await write(owner.actor.organization, [
    reported(30, 'fired', 'inc_over', 'Checkouts fail fired'),
    reported(20, 'resolved', 'inc_over', 'Checkouts fail resolved'),
    reported(10, 'fired', 'inc_open', 'Disk full fired'),
    reported(50, 'resolved', 'inc_before', 'Slow resolved'),
    {
      ...reported(5, 'rule_failing', 'inc_over', 'not an incident'),
      fields: { kind: 'rule_failing' },
    },
  ]);
  const definition = dashboardOf([], { annotations: [{ name: 'I', source: 'incidents' }] });

  const answer = await data(owner, await make(owner, definition), { earliest: '-1h' });

  const [incidents] = answer.annotations;
  const minutes = (time: string | null): number =>
    Math.round((Date.parse(answer.to) - Date.parse(time ?? '')) / MINUTE_MS);
  assert.deepEqual(
    incidents?.marks.map(({ time, end, text }) => [minutes(time), minutes(end), text]),
    [
      [60, 50, 'Slow resolved'],
      [30, 20, 'Checkouts fail fired'],
      [10, 0, 'Disk full fired'],
    ],
  );
});
