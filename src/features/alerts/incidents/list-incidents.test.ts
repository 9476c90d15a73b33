import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { insertIncident, insertRule } from '../../../../test/support/alerts/alert-rows.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { AppError } from '../../../base/errors.ts';
import { type IncidentQuery, listIncidents, readIncident } from './list-incidents.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata } = access;
  const { id: organization, owner } = await access.newOrganization();
  const rule = await insertRule(metadata, organization);
  const ids: string[] = [];
  for (const at of [0, 1, 2]) {
    const facts = { host: `web-${at}` };
    ids.push((await insertIncident(metadata, rule, NOON + at * HOUR, facts)).id);
  }
  const needs = {
    metadata,
    clock: access.clock,
    queueMessages: async () => {},
    publicOrigin: () => 'https://x.example',
  };
  const list = (query: IncidentQuery, limit = 10) =>
    listIncidents(needs, owner.actor, { limit, after: undefined }, query);
  /** By the order in which they were made. */
  const found = async (query: IncidentQuery) =>
    (await list(query)).data.map(({ id }) => ids.indexOf(id)).join(' ');
  return { needs, owner, ids, rule, list, found };
}

test('incidents are listed newest first, from and until a time', async (t) => {
  const { list, found, rule } = await start(t);

  assert.equal(await found({}), '2 1 0');
  assert.equal(await found({ from: '2026-01-15T12:00:00.001Z' }), '2 1');
  assert.equal(await found({ to: '2026-01-15T13:30:00+00:00' }), '1 0');
  assert.equal(await found({ from: '2026-01-16' }), '');
  assert.equal(await found({ ruleId: rule.id, severity: 'error', status: 'firing' }), '2 1 0');
  assert.equal(await found({ severity: 'warning' }), '');
  const page = await list({}, 2);
  assert.deepEqual([page.data.length, page.nextCursor === null], [2, false]);
  assert.equal((await list({}, 3)).nextCursor, null);
});

test('a time that is none is refused where it stands', async (t) => {
  const { list } = await start(t);
  const refused = async (query: IncidentQuery) => {
    try {
      await list(query);
      return undefined;
    } catch (error) {
      assert(error instanceof AppError);
      return [error.code, error.facts.details];
    }
  };
  const message = 'Invalid time. Use ISO 8601, for example 2026-11-15T10:00:00Z.';

  for (const text of ['', 'now', '2026-01-15T12:00:00', '2026-13-01', '2026-1-15', 'x2026-01-15']) {
    assert.deepEqual(await refused({ from: text }), [
      'VALIDATION_ERROR',
      [{ path: 'from', message }],
    ]);
    assert.deepEqual(await refused({ to: text }), ['VALIDATION_ERROR', [{ path: 'to', message }]]);
  }
});

test('an incident is shown whole, and one that is not there is not', async (t) => {
  const { needs, owner, ids, rule } = await start(t);

  const { timeline, deliveries, ...shown } = await readIncident(needs, owner.actor, ids[0] ?? '');

  assert.deepEqual([timeline, deliveries], [[], []]);
  assert.deepEqual(shown, {
    id: ids[0],
    ruleId: rule.id,
    ruleName: 'Errors',
    ruleVersion: 1,
    severity: 'error',
    status: 'firing',
    group: { host: 'web-0' },
    dedupKey: `${rule.id}:hash of web-0`,
    value: 311,
    condition: 'count > 100',
    startedAt: '2026-01-15T12:00:00.000Z',
    firedAt: '2026-01-15T12:00:00.000Z',
    resolvedAt: null,
    resolvedReason: null,
    eventsFrom: '2026-01-15T11:55:00.000Z',
    eventsTo: '2026-01-15T12:00:00.000Z',
    searchUrl: 'https://x.example/search?q=level%3Derror',
    sampleIds: ['00000000000000aa'],
    acknowledgedBy: null,
    acknowledgedAt: null,
    snoozedUntil: null,
    flapping: false,
    details: {},
    query: 'level=error',
  });
  await assert.rejects(readIncident(needs, owner.actor, 'inc_none'), { code: 'NOT_FOUND' });
});
