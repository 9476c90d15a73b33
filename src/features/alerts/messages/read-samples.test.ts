import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { openSearch, type SearchUnderTest } from '../../../../test/support/search-under-test.ts';
import { readSamples } from './read-samples.ts';

const NOW = Date.now();
const ORGANIZATION = organizationId('org_test');
const signal = new AbortController().signal;
let tested: SearchUnderTest;

before(async () => {
  tested = await openSearch({ now: NOW });
  await tested.insert([
    { body: 'payment failed', timestamp: NOW - MINUTE_MS },
    { body: 'late by hours', timestamp: NOW - 3 * HOUR_MS },
    { body: 'of another time', timestamp: NOW - 2 * MINUTE_MS },
  ]);
});
after(() => tested[Symbol.asyncDispose]());

async function incidentOf(...bodies: readonly string[]): Promise<AlertIncidentRow> {
  const rows = await tested.rows('*', { earliest: '-24h' });
  const ids = bodies.map((body) => rows.find(({ event }) => event === body)?.['_id']);
  return {
    id: 'inc_1',
    events_from: NOW - 5 * MINUTE_MS,
    events_to: NOW,
    sample_ids: JSON.stringify(ids),
  } as unknown as AlertIncidentRow;
}

test('the lines of the events that an incident names are read, late ones too', async () => {
  const incident = await incidentOf('payment failed', 'late by hours');
  const needs = { search: tested.needs, log: silentLog };

  const lines = await readSamples(needs, ORGANIZATION, incident, 3, signal);
  const one = await readSamples(needs, ORGANIZATION, incident, 1, signal);
  const theirs = await readSamples(needs, organizationId('org_other'), incident, 3, signal);

  assert.deepEqual(lines.toSorted(), ['late by hours', 'payment failed']);
  assert.deepEqual(one, ['payment failed']);
  assert.deepEqual(theirs, []);
});

test('ids that are none are not asked for', async () => {
  const incident = { ...(await incidentOf()), sample_ids: '["x\\" OR _id=\\"*", "zz"]' };

  const lines = await readSamples(
    { search: tested.needs, log: silentLog },
    ORGANIZATION,
    incident,
    3,
    signal,
  );

  assert.deepEqual(lines, []);
});

test('a store that does not answer costs a message its lines and nothing else', async () => {
  const incident = await incidentOf('payment failed');
  const broken = { ...tested.needs, store: { ...tested.store, query: async () => fail() } };
  const told: string[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => void told.push(message) };
  const search = broken as unknown as typeof tested.needs;

  const lines = await readSamples({ search, log }, ORGANIZATION, incident, 3, signal);

  assert.deepEqual(lines, []);
  assert.deepEqual(told, ['alert notification sent without log lines']);
  assert.ok(LIMITS.alerts.samplesMsMax < LIMITS.alerts.sendLeaseMs);
});

function fail(): never {
  throw new Error('the store is away');
}
