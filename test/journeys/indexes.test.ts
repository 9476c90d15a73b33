import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../src/spec/limits.ts';
import { startApp } from '../support/programs/start-app.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

interface LogIndex {
  name: string;
  retentionDays: number;
  events: number;
  oldestEvent: string | null;
}

const DAY_MS = 86_400_000;

test('indexes take events, forget old ones at once, and go with their events', async (t) => {
  const app = await startApp(t, ADMIN_ENVIRONMENT);
  const ada = await signIn(app.url, ADMIN);
  await ada.change('/api/v1/organization/billing', { plan: 'pro' });
  const draft = { name: 'web', description: 'shop', retentionDays: 14 };
  await ada.create('/api/v1/indexes', draft);

  const oldest = new Date(Date.now() - 10 * DAY_MS).toISOString();
  await ada.create('/api/v1/logs?index=web', [
    { event: 'old', timestamp: oldest },
    { event: 'new' },
    { event: 'elsewhere', index: 'main' },
  ]);

  const full = await until(ada, ({ events }) => events === 2);
  assert.equal(full.oldestEvent, oldest);
  assert.equal(await ada.refusal('POST', '/api/v1/indexes', draft), 'CONFLICT');
  assert.equal((await find(ada, 'web'))?.events, 2, 'a refused request erases nothing');
  await ada.change('/api/v1/indexes/web', { retentionDays: 7 });
  const shorter = await until(ada, ({ retentionDays }) => retentionDays === 7);
  assert.equal(shorter.events, 1);
  assert.deepEqual(await rowsOf(ada, 'index=web earliest=-30d | table event'), [{ event: 'new' }]);
  assert.deepEqual(await rowsOf(ada, 'index=web earliest=-30d | stats count'), [{ count: 1 }]);
  assert.deepEqual(await rowsOf(ada, 'earliest=-30d | stats count by index'), [
    { index: 'main', count: 1 },
    { index: 'web', count: 1 },
  ]);
  await ada.change('/api/v1/indexes/web', { retentionDays: null });
  assert.equal((await find(ada, 'web'))?.retentionDays, LIMITS.indexes.retentionDaysDefault);

  await ada.remove('/api/v1/indexes/web');
  assert.equal(await find(ada, 'web'), undefined);
  assert.equal((await find(ada, 'main'))?.events, 1);
  assert.equal(
    await ada.refusal('POST', '/api/v1/logs?index=web', { event: 'x' }),
    'UNKNOWN_INDEX',
  );
  await ada.create('/api/v1/indexes', draft);
  assert.equal((await find(ada, 'web'))?.events, 0);
});

test('names, descriptions and retentions are held to their limits', async (t) => {
  const app = await startApp(t, ADMIN_ENVIRONMENT);
  const ada = await signIn(app.url, ADMIN);
  await ada.change('/api/v1/organization/billing', { plan: 'enterprise' });
  const { nameCharactersMax, descriptionCharactersMax, retentionDaysMax } = LIMITS.indexes;
  const create = '/api/v1/indexes';

  await ada.create(create, {
    name: 'n'.repeat(nameCharactersMax),
    description: 'd'.repeat(descriptionCharactersMax),
    retentionDays: retentionDaysMax,
  });

  const wrong = [
    { name: 'n'.repeat(nameCharactersMax + 1) },
    { name: 'Upper' },
    { name: '_audit' },
    { name: '-dash' },
    { name: '' },
    { name: 'ok', description: 'd'.repeat(descriptionCharactersMax + 1) },
    { name: 'ok', retentionDays: retentionDaysMax + 1 },
    { name: 'ok', retentionDays: 0 },
    { name: 'ok', retention: 5 },
  ];
  for (const body of wrong) {
    assert.equal(await ada.refusal('POST', create, body), 'VALIDATION_ERROR', JSON.stringify(body));
  }
  assert.equal(await ada.refusal('POST', create, { name: 'main' }), 'CONFLICT');
  assert.equal(await ada.refusal('DELETE', `${create}/main`), 'VALIDATION_ERROR');
  assert.equal(await ada.refusal('DELETE', `${create}/_audit`), 'VALIDATION_ERROR');
  assert.equal(await ada.refusal('DELETE', `${create}/nowhere`), 'NOT_FOUND');
  assert.equal(
    await ada.refusal('POST', '/api/v1/logs?index=_audit', { event: 'x' }),
    'VALIDATION_ERROR',
  );
});

test('another organization sees nothing of an index, its events or its letters', async (t) => {
  const app = await startApp(t, ADMIN_ENVIRONMENT);
  const here = await signIn(app.url, ADMIN);
  await here.change('/api/v1/organization/billing', { plan: 'pro' });
  await here.create('/api/v1/indexes', { name: 'web', description: 'secret words' });
  await here.create('/api/v1/logs?index=web', [{ event: 'hidden treasure' }]);
  await until(here, ({ events }) => events === 1);
  const there = await signIn(app.url, ADMIN);
  const { id } = await there.create<{ id: string }>('/api/v1/organizations', { name: 'Other' });
  await there.create(`/api/v1/organizations/${id}/activate`, undefined);

  assert.equal(await find(there, 'web'), undefined);
  assert.ok(!JSON.stringify(await there.read('/api/v1/indexes')).includes('secret words'));
  assert.deepEqual(await rowsOf(there, 'treasure'), []);
  assert.deepEqual(await rowsOf(there, 'index=* OR index=_audit | stats count by _index'), []);
  const search = `/api/v1/search?query=${encodeURIComponent('index=web')}`;
  assert.equal(await there.refusal('GET', search), 'UNKNOWN_INDEX');
  assert.equal(
    await there.refusal('PATCH', '/api/v1/indexes/web', { description: 'mine' }),
    'NOT_FOUND',
  );
  assert.equal(await there.refusal('DELETE', '/api/v1/indexes/web'), 'NOT_FOUND');
  assert.equal(await there.refusal('DELETE', '/api/v1/dead-letters/1'), 'NOT_FOUND');
  assert.equal((await find(here, 'web'))?.events, 1);
});

test('the plan bounds the number of indexes', async (t) => {
  const app = await startApp(t, ADMIN_ENVIRONMENT);
  const ada = await signIn(app.url, ADMIN);
  await ada.change('/api/v1/organization/billing', { plan: 'free' });

  assert.equal(
    await ada.refusal('POST', '/api/v1/indexes', { name: 'second' }),
    'PLAN_LIMIT_REACHED',
  );
});

async function rowsOf(ada: Visitor, query: string): Promise<unknown> {
  const url = `/api/v1/search?query=${encodeURIComponent(query)}`;
  return (await ada.read<{ rows: unknown }>(url)).rows;
}

async function find(ada: Visitor, name: string): Promise<LogIndex | undefined> {
  const indexes = await ada.read<LogIndex[]>('/api/v1/indexes');
  return indexes.find((index) => index.name === name);
}

async function until(ada: Visitor, isSo: (index: LogIndex) => boolean): Promise<LogIndex> {
  for (let i = 0; i < 600; i++) {
    const found = await find(ada, 'web');
    if (found !== undefined && isSo(found)) return found;
    await sleep(100);
  }
  return assert.fail('the index did not get there');
}
