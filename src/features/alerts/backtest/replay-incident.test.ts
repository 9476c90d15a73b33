/** The chart of an incident: its group alone, in slots of the platform. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  simulatedStore,
  startConditions,
} from '../../../../test/support/alerts/start-conditions.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import { MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { replayIncident } from './replay-incident.ts';

const simulated = await simulatedStore();
const { signal } = new AbortController();

test('the values are those of the group, and take no slot of people or rules', async (t) => {
  const tested = await startConditions(t, simulated);
  await tested.write([
    { fields: { host: 'a' } },
    { fields: { host: 'a' } },
    ...[1, 2, 3, 4, 5].map(() => ({ fields: { host: 'b' } })),
  ]);
  tested.clock.advance(2 * MINUTE_MS - (tested.clock.now() % MINUTE_MS));
  const places: string[] = [];
  const { search } = tested.needs;
  const counters: typeof search.counters = {
    ...search.counters,
    acquire: (name, ...rest) => {
      places.push(name);
      return search.counters.acquire(name, ...rest);
    },
  };
  const needs = {
    ...tested.needs,
    search: { ...search, counters },
    frontier: async () => tested.clock.now(),
    testChannel: () => Promise.reject(new Error('nobody is told')),
  };
  const condition: AlertCondition = { kind: 'threshold', op: '>', value: 1, by: ['host'] };
  const rowwise = tested.newRule(condition, { window: 300 });
  const table = tested.newRule(
    { kind: 'threshold', of: 'count', op: '>', value: 1 },
    { query: '* | stats count by host', window: 300 },
  );
  const past = { group: { host: 'a' }, hours: 0.05 };

  const own = await replayIncident(needs, rowwise, past, signal);
  const whole = await replayIncident(needs, table, past, signal);

  const values = own.series.flatMap(([, value]) => value ?? []);
  assert.deepEqual(new Set(values), new Set([2]));
  assert.equal(own.sampled, false);
  assert.equal(whole.series.at(-1)?.[1], 5, 'the rows of a table are needed whole');
  assert.deepEqual(new Set(places), new Set([`slots:background:${tested.organization}`]));
  assert.ok(Date.parse(own.series.at(-1)?.[0] ?? '') <= tested.clock.now() + SECOND_MS);
});
