import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../base/errors.ts';
import { silentLog } from '../../../base/log.ts';
import type { DeletionPreview, LogDeletion } from '../../../contract/log-deletions.ts';
import { runDue } from '../../../engines/schedule/schedule.ts';
import { sql, string } from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../spec/units.ts';
import { raced } from '../../../../test/support/open-access.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startSearch } from '../../../../test/support/start-search.ts';
import { readLogDeletion, requestDeletion } from './delete-logs.ts';
import { deletionRoutes } from './deletion-routes.ts';
import { type DeletionJobNeeds, forgetLogDeletions, runLogDeletions } from './run-log-deletions.ts';

const store = await openTestStore();
const never = new AbortController().signal;

async function start(t: TestContext) {
  const search = await startSearch(t, store, deletionRoutes);
  const { access, call } = search;
  const organization = await access.newOrganization();
  const needs = { ...search.needs, log: silentLog };
  const ask = (query: Readonly<Record<string, string>>, as = organization.owner) =>
    call(`DELETE /api/v1/logs?${new URLSearchParams(query).toString()}`, { as });
  const show = async (id: string): Promise<LogDeletion> =>
    (await call(`GET /api/v1/log-deletions/${id}`, { as: organization.owner })).body
      .data as LogDeletion;
  const request = async (query: Readonly<Record<string, string>>): Promise<LogDeletion> => {
    const answer = await ask(query);
    assert.equal(answer.status, 202, answer.text);
    return answer.body.data as LogDeletion;
  };
  const run = async (changed: Partial<DeletionJobNeeds> = {}): Promise<void> => {
    access.clock.advance(LIMITS.deletions.delayMs);
    await runDeletions({ ...needs, ...changed });
  };
  const runDeletions = (changed: DeletionJobNeeds) =>
    runDue(needs, runLogDeletions(changed), never);
  const bodies = async (id: string = organization.id): Promise<unknown[]> => {
    const statement = sql`SELECT body FROM logs WHERE organization = ${string(id)} ORDER BY body`;
    return rowsOf(await store.query(statement)).map(({ body }) => body);
  };
  return { ...search, organization, needs, ask, show, request, run, runDeletions, bodies };
}

test('a dry run counts, and deletes nothing', async (t) => {
  const { organization, write, ask, bodies } = await start(t);
  await write(organization.id, [
    { agoMs: SECOND_MS, body: 'a', level: 'error' },
    { agoMs: 2 * HOUR_MS, body: 'b', level: 'error' },
    { agoMs: SECOND_MS, body: 'c' },
  ]);

  const { status, body } = await ask({ query: 'level=error', earliest: '-1h', dryRun: 'true' });

  assert.equal(status, 200);
  assert.deepEqual(body.data, {
    dryRun: true,
    query: 'level=error',
    from: '2026-01-15T11:00:00.000Z',
    to: '2026-01-15T12:00:00.000Z',
    indexes: ['main'],
    matched: 1,
    archives: [],
  });
  assert.deepEqual(await bodies(), ['a', 'b', 'c']);
});

test('a deletion erases what the search finds, proves it, and is in the audit log', async (t) => {
  const { access, organization, write, request, show, run, bodies } = await start(t);
  const other = await access.newOrganization();
  const event = { agoMs: SECOND_MS, fields: { user_id: '4711', 'http.path': '/pay' } };
  const kept = { agoMs: SECOND_MS, body: 'kept', fields: { user_id: '12' } };
  await write(organization.id, [
    { ...event, body: 'gone error' },
    { ...event, body: 'gone Error 2' },
    { ...event, body: 'fine' },
    { ...event, body: 'error of another day', agoMs: 2 * DAY_MS },
    kept,
  ]);
  await write(other.id, [{ ...event, body: 'gone error' }]);
  const query = 'user_id=4711 http.path="/p*" error earliest=-1h';

  const asked = await request({ query });
  const early = await show(asked.id);
  await run();
  const done = await show(asked.id);

  assert.deepEqual([asked.state, early.state, asked.matched], ['waiting', 'waiting', null]);
  assert.deepEqual(done, {
    id: asked.id,
    state: 'done',
    query,
    from: '2026-01-15T11:00:00.000Z',
    to: '2026-01-15T12:00:00.000Z',
    matched: 2,
    deleted: 2,
    remaining: 0,
    requestedBy: organization.owner.email,
    createdAt: '2026-01-15T12:00:00.000Z',
    endedAt: '2026-01-15T12:00:05.000Z',
  });
  assert.deepEqual(await bodies(), ['error of another day', 'fine', 'kept']);
  assert.deepEqual(await bodies(other.id), ['gone error']);
  const [entry] = (await access.auditOf(organization.id)).filter(
    ({ action }) => action === 'log.deleted',
  );
  assert.equal(entry?.actor, organization.owner.email);
  assert.equal(entry?.resource, asked.id);
  assert.deepEqual(JSON.parse(entry?.details ?? ''), {
    query,
    earliest: done.from,
    latest: done.to,
    count: 2,
    state: 'done',
  });
});

test('a deletion waits for events that were accepted before it', async (t) => {
  const { access, organization, write, request, show, needs, bodies, runDeletions } =
    await start(t);
  const { id } = await request({ query: '*' });

  await runDeletions(needs);
  const waiting = await show(id);
  await write(organization.id, [{ agoMs: SECOND_MS, body: 'was on its way' }]);
  access.clock.advance(LIMITS.deletions.delayMs);
  await runDeletions(needs);

  assert.equal(waiting.state, 'waiting');
  assert.deepEqual((await show(id)).deleted, 1);
  assert.deepEqual(await bodies(), []);
  assert.equal(access.clock.now(), Date.parse('2026-01-15T12:00:05.000Z'));
});

test('the audit log, pipes and everything unclear are refused', async (t) => {
  const { access, organization, write, ask, bodies } = await start(t);
  await write(organization.id, [{ index: '_audit', agoMs: SECOND_MS, body: 'entry' }]);
  const wrong: Record<string, string>[] = [
    { query: 'index=_audit' },
    { query: 'index=_*' },
    { query: 'index=main OR index=_audit' },
    { query: '* | head 1' },
    { query: '| makeresults' },
    { query: '(' },
    { query: '' },
    {},
    { query: 'index=nowhere' },
    { query: '*', earliest: '-1h', latest: '-2h' },
    { query: '*', dryrun: 'true' },
  ];

  for (const query of wrong) {
    for (const dryRun of ['true', 'false']) {
      const answer = await ask({ ...query, dryRun });
      assert.equal(answer.status, 400, JSON.stringify(query));
    }
  }

  const everything = await ask({ query: '*', dryRun: 'true' });
  assert.equal((everything.body.data as DeletionPreview).matched, 0, 'and * does not mean it');
  assert.deepEqual(await bodies(), ['entry']);
  assert.deepEqual(await access.auditOf(organization.id), []);
});

test('only those who may, and nobody sees another organization’s deletion', async (t) => {
  const { access, organization, ask, call, request } = await start(t);
  const other = await access.newOrganization();
  const member = await access.join(organization.id, 'member');
  const { id } = await request({ query: '*' });

  const theirs = await call(`GET /api/v1/log-deletions/${id}`, { as: other.owner });
  const refused = await ask({ query: '*' }, member);

  assert.deepEqual([theirs.status, theirs.body.code], [404, 'NOT_FOUND']);
  assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN']);
});

test('an organization has so many open deletions, however they are asked for', async (t) => {
  const { organization, needs, ask, run } = await start(t);
  const { openPerOrganizationMax: max } = LIMITS.deletions;

  const { done, codes } = await raced(max + 3, () =>
    requestDeletion(needs, organization.owner.actor, { query: '*' }, never),
  );
  const refused = await ask({ query: '*' });
  await run();
  const next = await ask({ query: '*' });

  assert.equal(done.length, max);
  assert.deepEqual(new Set(codes), new Set(['CONFLICT']));
  assert.deepEqual([refused.status, next.status], [409, 202]);
});

test('a store that is away is tried again; in the end the deletion has failed, and says so', async (t) => {
  const { access, organization, write, request, show, run, bodies } = await start(t);
  await write(organization.id, [{ agoMs: SECOND_MS, body: 'stays' }]);
  const { id } = await request({ query: '*' });
  const away = {
    ...store,
    command: () => Promise.reject(new AppError('STORAGE_UNAVAILABLE', 'away')),
  };
  const states: string[] = [];

  for (let i = 0; i < LIMITS.deletions.attemptsMax; i++) {
    await run({ store: away });
    states.push((await show(id)).state);
  }

  assert.deepEqual(states, ['running', 'running', 'running', 'running', 'failed']);
  const failed = await show(id);
  assert.deepEqual([failed.matched, failed.deleted, failed.remaining], [1, 0, 1]);
  assert.deepEqual(await bodies(), ['stays']);
  const [entry] = await access.auditOf(organization.id);
  assert.match(entry?.details ?? '', /"count":0,"state":"failed"/);
});

test('a deletion that was interrupted is done by the next run', async (t) => {
  const { organization, write, request, show, run, bodies } = await start(t);
  await write(organization.id, [{ agoMs: SECOND_MS, body: 'gone' }]);
  const { id } = await request({ query: '*' });
  const away = {
    ...store,
    command: () => Promise.reject(new AppError('STORAGE_UNAVAILABLE', 'a')),
  };

  await run({ store: away });
  await run();

  const { state, matched, deleted, remaining } = await show(id);
  assert.deepEqual([state, matched, deleted, remaining], ['done', 1, 1, 0]);
  assert.deepEqual(await bodies(), []);
});

test('events that stay whatever is done are never said to be gone', async (t) => {
  const { organization, write, request, show, run } = await start(t);
  await write(organization.id, [{ agoMs: SECOND_MS }]);
  const { id } = await request({ query: '*' });
  let rounds = 0;
  const idle = { ...store, command: async () => void (rounds += 1) };

  await run({ store: idle });

  const { state, deleted, remaining } = await show(id);
  assert.deepEqual([state, deleted, remaining], ['failed', 0, 1]);
  assert.equal(rounds, LIMITS.deletions.roundsMax);
});

test('a node runs deletions of several organizations at once, one of each', async (t) => {
  const { access, organization, needs, run } = await start(t);
  const { perNodeMax } = LIMITS.deletions;
  const owners = [organization.owner];
  while (owners.length <= perNodeMax) owners.push((await access.newOrganization()).owner);
  for (const { actor } of [...owners, ...owners]) {
    await requestDeletion(needs, actor, { query: '*' }, never);
  }
  const running: string[] = [];
  let most = 0;
  const query: typeof store.query = async (statement, options) => {
    const name = JSON.stringify(statement);
    const whose = owners.find(({ actor }) => name.includes(actor.organization));
    running.push(whose?.email ?? '');
    most = Math.max(most, running.length);
    assert.equal(new Set(running).size, running.length, 'two of one organization');
    await sleep(20);
    running.splice(running.indexOf(whose?.email ?? ''), 1);
    return store.query(statement, options);
  };

  await run({ store: { ...store, query } });

  assert.equal(most, perNodeMax);
});

test('the record of a deletion is kept for a while', async (t) => {
  const { access, organization, needs, request, run } = await start(t);
  const { id } = await request({ query: '*' });
  // Not over HTTP: a session does not last as long.
  const show = () => readLogDeletion(needs, organization.owner.actor, id);
  await run();
  access.clock.advance(LIMITS.deletions.keepMsMax);
  await forgetLogDeletions(needs);
  const kept = await show();

  access.clock.advance(1);
  await forgetLogDeletions(needs);

  assert.equal(kept.state, 'done');
  await assert.rejects(show(), { code: 'NOT_FOUND' });
});

test('deletions are listed newest first, page by page, and only to those who may delete', async (t) => {
  const { access, organization, call, request } = await start(t);
  const other = await access.newOrganization();
  const asked: string[] = [];
  for (const query of ['one', 'two', 'three']) {
    asked.unshift((await request({ query })).id);
    access.clock.advance(SECOND_MS);
  }
  const list = async (query: string, as = organization.owner) =>
    call(`GET /api/v1/log-deletions?${query}`, { as });

  const first = await list('limit=2');
  const second = await list(`limit=2&cursor=${String(first.body['nextCursor'])}`);

  const idsOf = ({ body }: typeof first) => (body.data as LogDeletion[]).map(({ id }) => id);
  assert.deepEqual([...idsOf(first), ...idsOf(second)], asked);
  assert.equal(second.body['nextCursor'], null);
  assert.deepEqual(idsOf(await list('', other.owner)), []);
  const key = await access.newKey(organization.owner);
  const { status } = await call('GET /api/v1/log-deletions', { as: key });
  assert.equal(status, 403);
});
