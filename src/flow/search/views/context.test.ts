import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Context } from '../../../contract/search-views.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startSearch } from '../../../../test/support/start-search.ts';
import { viewRoutes } from './view-routes.ts';

const store = await openTestStore();

async function start(t: TestContext) {
  const search = await startSearch(t, store, viewRoutes);
  const organization = await search.access.newOrganization();
  const ask = (id: string, query = '', as = organization.owner) =>
    search.call(`GET /api/v1/logs/${id}/context${query}`, { as });
  const read = async (id: string | undefined, query = ''): Promise<Context> => {
    const answer = await ask(id ?? '', query);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as Context;
  };
  return { ...search, organization, ask, read };
}

function bodies(events: readonly unknown[]): unknown[] {
  return events.map((event) => (event as { event: string }).event);
}

test('events around one come in the order of time, then of arrival', async (t) => {
  const { organization, write, read } = await start(t);
  const at = (agoMs: number, body: string) => ({ agoMs, body, source: 'app' });
  // Three of the same moment, which only their arrival tells apart; the oldest came last.
  const ids = await write(organization.id, [
    at(5, 'five'),
    at(3, 'three a'),
    at(3, 'three b'),
    at(3, 'three c'),
    at(1, 'one'),
    at(9, 'nine'),
    { ...at(4, 'other source'), source: 'db' },
    { ...at(4, 'other index'), index: 'web' },
  ]);

  const all = await read(ids[2]);
  const few = await read(ids[2], '?before=2&after=1');
  const none = await read(ids[5], '?before=1&after=0');

  assert.deepEqual(bodies(all.before), ['nine', 'five', 'three a']);
  assert.deepEqual(bodies([all.event]), ['three b']);
  assert.deepEqual(bodies(all.after), ['three c', 'one']);
  assert.deepEqual([all.hasMoreBefore, all.hasMoreAfter], [false, false]);
  assert.deepEqual([bodies(few.before), bodies(few.after)], [['five', 'three a'], ['three c']]);
  assert.deepEqual([few.hasMoreBefore, few.hasMoreAfter], [true, true]);
  assert.deepEqual([none.before, none.after, none.hasMoreAfter], [[], [], true]);
});

test('an event is found whatever its own time, with everything it has', async (t) => {
  const { organization, write, ask, read } = await start(t);
  const fields = { service: 'pay', user_id: 'u1', 'http.status': '500' };
  const [id, expired = ''] = await write(organization.id, [
    { agoMs: 20 * DAY_MS, fields, level: 'warn' },
    { agoMs: (LIMITS.indexes.retentionDaysDefault + 1) * DAY_MS },
  ]);

  const { event, before, after } = await read(id);

  assert.deepEqual(
    { ...event },
    {
      _time: '2025-12-26T12:00:00.000Z',
      _id: id,
      _index: 'main',
      event: 'request completed',
      level: 'warn',
      source: 'test',
      ...fields,
    },
  );
  assert.deepEqual([before, after], [[], []]);
  assert.equal((await ask(expired)).status, 404, 'what is past its retention is gone');
});

test('nobody finds another organization’s event, nor one that does not exist', async (t) => {
  const { access, organization, write, ask } = await start(t);
  const other = await access.newOrganization();
  const [id = ''] = await write(organization.id, [{}]);

  const theirs = await ask(id, '', other.owner);
  const unknown = await ask(id.replace(/^..../, 'ffff'));
  const nonsense = await ask('none');

  for (const { status, body } of [theirs, unknown, nonsense]) {
    assert.deepEqual([status, body.code], [404, 'NOT_FOUND']);
  }
  assert.deepEqual(theirs.body, nonsense.body);
  assert.equal((await ask(id)).status, 200);
});

test('the number of events is bounded', async (t) => {
  const { organization, write, ask, read } = await start(t);
  const { contextEventsMax, contextEventsDefault } = LIMITS.views;
  const ids = await write(
    organization.id,
    Array.from({ length: 2 * contextEventsMax }, (_, i) => ({ agoMs: i })),
  );
  const middle = ids[contextEventsMax] ?? '';

  const most = await read(middle, `?before=${contextEventsMax}&after=${contextEventsMax}`);
  const usual = await read(middle);

  assert.deepEqual(
    [most.before.length, most.after.length],
    [contextEventsMax - 1, contextEventsMax],
  );
  assert.deepEqual(
    [usual.before.length, usual.after.length],
    [contextEventsDefault, contextEventsDefault],
  );
  for (const query of [`?before=${contextEventsMax + 1}`, '?after=-1', '?after=x', '?around=5']) {
    assert.equal((await ask(middle, query)).status, 400, query);
  }
});
