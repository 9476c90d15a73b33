/** What a refresh costs: searches, hits on the limit, and what is remembered, for whom and for how long. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import type { DashboardData } from '../../../contract/dashboard-data.ts';
import { completeDefinition } from '../../../contract/definition-form.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { RATES } from '../../../spec/rates.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import {
  countingStore,
  errorIn,
  shown,
  startDashboards,
} from '../../../../test/support/dashboards/start-dashboards.ts';
import { beginRefresh } from './begin-refresh.ts';
import { gatherRefresh } from './tell-refresh.ts';

const store = await openTestStore();
const LIMITED = { rates: { search: RATES.search.perMinute, logs: RATES.logs.perMinute } };

async function start(t: TestContext, options = {}) {
  const counting = countingStore(store);
  const dashboards = await startDashboards(t, counting.store, options);
  const { id: organization, owner } = await dashboards.access.newOrganization();
  await dashboards.write(organization, [{ agoMs: 5 * MINUTE_MS, body: 'one' }]);
  return { ...dashboards, ...counting, organization, owner };
}

test('a hundred equal panels are one statement (bar 5)', async (t) => {
  const { make, data, owner, asked } = await start(t);
  const { panelsMax } = LIMITS.dashboards;
  const panels = Array.from({ length: panelsMax }, (_, at) =>
    valuePanel(`p${at}`, at % 2 === 0 ? '* | stats count' : '*|stats   count', at),
  );
  const id = await make(owner, dashboardOf(panels));

  const answer = await data(owner, id);

  assert.equal(asked(), 1);
  assert.deepEqual([answer.statements, answer.cached], [1, 0]);
  assert.equal(Object.keys(answer.panels).length, panelsMax);
  assert.equal(shown(answer.panels['p7']).cost?.sharedBy, panelsMax);
});

test('one call is one hit on the search row, and none when all is known (bar 6)', async (t) => {
  const { make, ask, owner, clock } = await startWithClock(t);
  const id = await make(
    owner,
    dashboardOf([valuePanel('a', '* | stats count'), valuePanel('b', 'x | stats count', 1)]),
  );
  const hits = async () => {
    const { status, headers } = await ask(owner, id);
    return [status, numberIn(headers['x-ratelimit-remaining'])];
  };

  assert.deepEqual(await hits(), [200, RATES.search.perMinute - 1]);
  assert.deepEqual(await hits(), [200, undefined]);
  clock.advance(MINUTE_MS / 2);
  await hits();
  clock.advance(MINUTE_MS / 2);
  assert.deepEqual(await hits(), [200, RATES.search.perMinute - 1]);
});

function numberIn(header: unknown): number | undefined {
  return header === undefined ? undefined : Number(header);
}

async function startWithClock(t: TestContext) {
  const started = await start(t, LIMITED);
  return { ...started, clock: started.access.clock };
}

test('a key counts against the row of the log API', async (t) => {
  const { make, ask, owner, call } = await start(t, LIMITED);
  const draft = { name: 'k', scope: 'full-access' };
  const made = await call('POST /api/v1/api-keys', { as: owner, body: draft });
  const { value } = made.body.data as { value: string };
  const id = await make(owner, dashboardOf([valuePanel('a', '* | stats count')]));

  const { headers } = await ask(value, id);

  assert.equal(numberIn(headers['x-ratelimit-limit']), RATES.logs.perMinute);
});

test('twenty viewers within one step are one set of statements (bar 6)', async (t) => {
  const { make, data, owner, asked } = await start(t, LIMITED);
  const panels = ['a', 'b', 'c'].map((word, at) => valuePanel(word, `${word} | stats count`, at));
  const id = await make(owner, dashboardOf(panels));

  const answers = await Promise.all(Array.from({ length: 20 }, () => data(owner, id)));

  assert.equal(asked(), 3);
  assert.equal(
    answers.reduce((sum, { cached }) => sum + cached, 0),
    19 * 3,
  );
  const later = await data(owner, id);
  assert.deepEqual([asked(), later.cached], [3, 3]);
});

test('the next step is asked anew, a range in the past is remembered for longer', async (t) => {
  const { make, data, owner, asked, access } = await start(t);
  const id = await make(owner, dashboardOf([valuePanel('n', '* | stats count')]));
  const past = { earliest: '-2d@d', latest: '-1d@d' };
  await data(owner, id);
  await data(owner, id, past);
  assert.equal(asked(), 2);

  access.clock.advance(MINUTE_MS);
  await data(owner, id, past);
  assert.equal(asked(), 2);
  const answer = await data(owner, id);
  assert.equal(asked(), 3);
  assert.equal(answer.freshSeconds, 60);
  access.clock.advance(LIMITS.dashboards.pastFreshMs);
  const old = await data(owner, id, past);
  assert.equal(asked(), 4);
  assert.equal(old.freshSeconds, LIMITS.dashboards.pastFreshMs / 1000);
});

test('over the limit, what was shown before is shown as such, and the rest says why', async (t) => {
  const { make, data, ask, owner, access } = await start(t, LIMITED);
  const known = valuePanel('known', '* | stats count');
  const id = await make(
    owner,
    dashboardOf([known, valuePanel('new', '$x$ | stats count', 1)], {
      variables: [{ name: 'x', type: 'text', default: 'a' }],
    }),
  );
  const last = { earliest: '-15m' };
  for (let at = 0; at < RATES.search.perMinute; at += 1) {
    await data(owner, id, { ...last, variables: { x: `word${at}` } });
  }

  const over = await data(owner, id, { ...last, variables: { x: 'another' } });
  assert.equal(shown(over.panels['known']).stale, false);
  assert.equal(errorIn(over.panels['new']), 'RATE_LIMITED');
  access.clock.advance(MINUTE_MS / 2);
  const later = await data(owner, id, { ...last, variables: { x: 'word3' } });
  for (const panel of ['known', 'new']) {
    assert.equal(shown(later.panels[panel]).stale, true, panel);
    assert.equal(
      Date.parse(shown(later.panels[panel]).computedAt),
      access.clock.now() - MINUTE_MS / 2,
    );
  }
  const nothing = await ask(owner, id, { ...last, panels: ['new'], variables: { x: 'fourth' } });
  assert.deepEqual([nothing.status, nothing.body.code], [429, 'RATE_LIMITED']);
  assert.ok(Number(nothing.headers['retry-after']) > 0);
});

test('what was shown too long ago is not shown any more', async (t) => {
  const { make, data, owner, access, refreshing } = await start(t);
  const definition = dashboardOf([valuePanel('n', '* | stats count')]);
  await data(owner, await make(owner, definition));
  const { staleMsMax } = LIMITS.dashboards;
  const limited = async () => {
    throw new AppError('RATE_LIMITED', 'later');
  };
  const view = async () => {
    const terms = { actor: owner.actor, mayShowRaw: true, countRate: limited };
    const ask = { definition: completeDefinition(definition), version: 1 };
    const { signal } = new AbortController();
    return gatherRefresh(await beginRefresh(refreshing, terms, ask, signal));
  };

  access.clock.advance(staleMsMax);
  assert.equal(shown((await view()).panels['n']).stale, true);
  access.clock.advance(1);
  await assert.rejects(view(), { code: 'RATE_LIMITED' });
});

test('equal queries of two organizations never share an answer (bar 3)', async (t) => {
  const { make, data, owner, access, ask, write } = await start(t);
  const other = await access.newOrganization();
  await write(other.id, [
    { agoMs: MINUTE_MS, body: 'theirs' },
    { agoMs: MINUTE_MS, body: 'theirs too' },
  ]);
  const definition = dashboardOf([valuePanel('n', '* | stats count')]);
  const mine = await make(owner, definition);
  const theirs = await make(other.owner, definition);

  const [first, second] = await Promise.all([data(owner, mine), data(other.owner, theirs)]);

  assert.deepEqual(shown(first.panels['n']).rows, [{ count: 1 }]);
  assert.deepEqual(shown(second.panels['n']).rows, [{ count: 2 }]);
  assert.deepEqual(shown((await data(owner, mine)).panels['n']).rows, [{ count: 1 }]);
  assert.equal((await ask(other.owner, mine)).status, 404);
});

test('who may read less gets no answer of who may read more', async (t) => {
  const { make, data, owner, access, organization, write } = await start(t);
  await write(organization, [{ agoMs: MINUTE_MS, body: 'secret', index: '_audit' }]);
  const viewer = await access.join(organization, 'viewer');
  const id = await make(owner, dashboardOf([valuePanel('n', 'index=_audit | stats count')]));

  assert.deepEqual(shown((await data(owner, id)).panels['n']).rows, [{ count: 1 }]);

  assert.equal(errorIn((await data(viewer, id)).panels['n']), 'FORBIDDEN');
});

test('what was erased is forgotten at once (bar 7)', async (t) => {
  const { make, data, owner, access, organization, asked } = await start(t);
  const id = await make(owner, dashboardOf([valuePanel('n', '* | stats count')]));
  await data(owner, id);
  const deletion = {
    id: 'del_1',
    organization_id: organization,
    state: 'running' as const,
    query: '*',
    search: '*',
    from_ms: 0,
    to_ms: 1,
    requested_by: 'x',
    ip_address: '',
    user_agent: '',
    attempts: 0,
    due_at: null,
    lease_until: null,
    claimed_by: null,
    fence: 0,
    matched: null,
    remaining: null,
    created_at: access.clock.now(),
    ended_at: null,
  };
  await access.metadata.db.insertInto('log_deletions').values(deletion).execute();

  await data(owner, id);
  await data(owner, id);
  assert.equal(asked(), 3);
  await access.metadata.db
    .updateTable('log_deletions')
    .set({ state: 'done', ended_at: access.clock.now() })
    .where('id', '=', 'del_1')
    .execute();
  await data(owner, id);
  assert.equal(asked(), 4);
  await data(owner, id);
  assert.equal(asked(), 4);
});

test('a lookup table or a saved search that changes is asked anew', async (t) => {
  const { make, data, owner, needs, asked, call } = await start(t);
  const saved = await call('POST /api/v1/saved-searches', {
    as: owner,
    body: { name: 'S', query: '*' },
  });
  const { id: savedId } = saved.body.data as { id: string };
  const keep = (team: string) =>
    needs.lookups.keep(
      owner.actor,
      'teams',
      { columns: ['a', 'team'], lists: [['1'], [team]] },
      { seen: 'anything', origin: 'upload' },
    );
  await keep('red');
  const id = await make(
    owner,
    dashboardOf([
      valuePanel('s', '| savedsearch S | stats count'),
      valuePanel('l', '| inputlookup teams | table team', 1),
    ]),
  );
  await data(owner, id);
  await data(owner, id);
  assert.equal(asked(), 2);

  const body = { query: 'nothing' };
  await call(`PATCH /api/v1/saved-searches/${savedId}`, { as: owner, body });
  await keep('blue');
  const { panels } = await data(owner, id);

  assert.equal(asked(), 4);
  assert.deepEqual(shown(panels['s']).rows, [{ count: 0 }]);
  assert.deepEqual(shown(panels['l']).rows, [{ team: 'blue' }]);
});

test('writing is refused', async (t) => {
  const { ask, owner } = await start(t);
  const definition = dashboardOf([
    { ...valuePanel('w', '* | table event | outputlookup x'), kind: 'table', options: {} },
  ]);

  const preview = await ask(owner, 'new', { definition });

  assert.equal(errorIn((preview.body.data as DashboardData).panels['w']), 'QUERY_SYNTAX_ERROR');
});

test('a stream tells its beginning, each panel as it comes, and its end', async (t) => {
  const { make, owner, call } = await start(t);
  const id = await make(
    owner,
    dashboardOf([valuePanel('a', '* | stats count'), valuePanel('b', 'index=nowhere', 1)], {
      variables: [{ name: 'x', type: 'list', options: [{ value: '1' }] }],
      annotations: [{ name: 'D', source: 'query', query: '* | table _time' }],
    }),
  );

  const { headers, text } = await call(`POST /api/v1/dashboards/${id}/data`, {
    as: owner,
    headers: { accept: 'text/event-stream' },
    body: {},
  });

  assert.match(String(headers['content-type']), /^text\/event-stream/);
  const events = text
    .trimEnd()
    .split('\n\n')
    .map((each) => {
      const [, event = '', json = ''] = /^event: (\w+)\ndata: (.*)$/s.exec(each) ?? [];
      return { event, data: JSON.parse(json) as Record<string, unknown> };
    });
  assert.equal(events[0]?.event, 'start');
  assert.equal(events.at(-1)?.event, 'done');
  assert.deepEqual(events.map(({ event }) => event).toSorted(), [
    'annotations',
    'done',
    'panel',
    'panel',
    'start',
    'variables',
  ]);
  const panels = events.filter(({ event }) => event === 'panel').map(({ data }) => data);
  assert.deepEqual(panels.find((each) => each['id'] === 'a')?.['rows'], [{ count: 1 }]);
  assert.ok(panels.find((each) => each['id'] === 'b')?.['error']);
  assert.equal(events.find(({ event }) => event === 'variables')?.data['name'], 'x');
});

test('all panels see one now, rounded down as the range is long', async (t) => {
  const { make, data, owner, access } = await start(t);
  const id = await make(owner, dashboardOf([valuePanel('n', '* | stats count')]));
  const rows: readonly (readonly [earliest: string, stepSeconds: number])[] = [
    ['-15m', 5],
    ['-16m', 10],
    ['-1h', 10],
    ['-61m', 30],
    ['-6h', 30],
    ['-7h', 60],
    ['-24h', 60],
    ['-26h', 300],
    ['-7d', 300],
    ['-8d', 900],
  ];
  access.clock.advance(HOUR_MS + 7 * MINUTE_MS + 43_210);
  for (const [earliest, step] of rows) {
    const { now, to, freshSeconds } = await data(owner, id, { earliest });
    assert.equal(now, to, earliest);
    assert.equal(freshSeconds, step, earliest);
    const at = Math.floor(access.clock.now() / (step * 1000)) * step * 1000;
    assert.equal(Date.parse(now), at, earliest);
  }
});
