/** What an incident shows of a group: its events, a query for them, and the condition in words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdTime } from '../../../../test/support/held-time.ts';
import {
  simulatedStore,
  startConditions,
} from '../../../../test/support/alerts/start-conditions.ts';
import { parse } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { describeCondition, findSamples, searchText } from './evidence.ts';
import { groupHash } from './groups.ts';

const simulated = await simulatedStore();
const { sampleMsMax } = LIMITS.alerts;

test('ids and query of a group name its events alone', async (t) => {
  const tested = await startConditions(t, simulated);
  const of = (host: string) => ({ fields: { host } });
  const ids = await tested.write([of('a"b'), of('other'), of('a"b')]);
  tested.clock.advance(SECOND_MS);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 1, by: ['host'] });
  const { groups } = await tested.measured(rule);
  const group = groups.find(({ key }) => key?.['host'] === 'a"b');
  assert(group !== undefined);
  await tested.write([of('a"b')]);

  const expected = [ids[0] ?? '', ids[2] ?? ''].toSorted();
  assert.deepEqual((await findSamples(tested.needs, rule, group)).toSorted(), expected);
  const text = await searchText(tested.needs, rule, group);
  assert.match(text, /_index_earliest=\d+ _index_latest=\d+/);
  assert.deepEqual((await tested.find(text)).toSorted(), expected);
});

test('behind a table, the events are those before it', async (t) => {
  const tested = await startConditions(t, simulated);
  const event = (host: string, ms: string) => ({ fields: { host, ms } });
  const ids = await tested.write([event('a', '9'), event('b', '9'), event('a', '1')]);
  tested.clock.advance(SECOND_MS);
  const rule = tested.newRule(
    { kind: 'threshold', of: 'high', op: '>', value: 1 },
    { query: 'ms>5 | stats max(ms) AS high BY host | eval name="x"' },
  );
  const { groups } = await tested.measured(rule);
  const group = groups.find(({ key }) => key?.['host'] === 'a');
  assert(group !== undefined);

  assert.deepEqual(await findSamples(tested.needs, rule, group), [ids[0]]);
  assert.deepEqual(await tested.find(await searchText(tested.needs, rule, group)), [ids[0]]);
});

test('late events are shown with those that they belong to', async (t) => {
  const tested = await startConditions(t, simulated);
  const first = await tested.write([{}, {}]);
  tested.clock.advance(20 * MINUTE_MS);
  await tested.write([{}]);
  const second = await tested.write([{ agoMs: 20 * MINUTE_MS }]);
  tested.clock.advance(SECOND_MS);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 2 });
  const [group] = (await tested.measured(rule)).groups;
  assert.equal(group?.value, 3);

  const expected = [...first, ...second].toSorted();
  assert.deepEqual((await findSamples(tested.needs, rule, group)).toSorted(), expected);
  assert.deepEqual(
    (await tested.find(await searchText(tested.needs, rule, group))).toSorted(),
    expected,
  );
});

test('names that were cut find the whole ones', async (t) => {
  const tested = await startConditions(t, simulated);
  const host = 'x'.repeat(LIMITS.alerts.groupValueCharactersMax + 1);
  const ids = await tested.write([{ fields: { host } }, { fields: { host: 'y' } }]);
  tested.clock.advance(SECOND_MS);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 0, by: ['host'] });
  const { groups } = await tested.measured(rule);
  const group = groups.find(({ key }) => key?.['host'] !== 'y');
  assert(group !== undefined);

  assert.deepEqual(await findSamples(tested.needs, rule, group), [ids[0]]);
});

test('as many samples as an incident keeps, and none of a silence', async (t) => {
  const tested = await startConditions(t, simulated);
  await tested.write(Array.from({ length: LIMITS.alerts.sampleIdsMax + 1 }, () => ({})));
  tested.clock.advance(SECOND_MS);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 0 });
  const [group] = (await tested.measured(rule)).groups;
  assert(group !== undefined);
  const silence = tested.newRule({ kind: 'absence', scope: 'all' });

  assert.equal((await findSamples(tested.needs, rule, group)).length, LIMITS.alerts.sampleIdsMax);
  assert.deepEqual(await findSamples(tested.needs, silence, group), []);
  const gone = tested.newRule({ kind: 'threshold', op: '>', value: 0 }, { query: 'index=nowhere' });
  assert.deepEqual(await findSamples(tested.needs, gone, group), []);
});

test('samples are looked for so long from when there is a place, which is waited for as long', async (t) => {
  const tested = await startConditions(t, simulated);
  const ids = await tested.write([{}]);
  tested.clock.advance(SECOND_MS);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 0 });
  const [group] = (await tested.measured(rule)).groups;
  assert(group !== undefined);
  const time = holdTime(t);
  const { search } = tested.needs;
  const findAfter = async (waitMs: number): Promise<unknown[]> => {
    const timeouts: number[] = [];
    let isBusy = waitMs > 0;
    const counters: typeof search.counters = {
      ...search.counters,
      acquire: async (...place) => {
        if (!isBusy) return search.counters.acquire(...place);
        isBusy = false;
        time.pass(waitMs);
        return undefined;
      },
    };
    const store: typeof search.store = {
      ...search.store,
      query: (statement, options = {}) => {
        timeouts.push(options.timeoutMs ?? 0);
        return search.store.query(statement, options);
      },
    };
    const needs = { ...tested.needs, search: { ...search, counters, store } };
    return [await findSamples(needs, rule, group), timeouts];
  };

  assert.deepEqual(await findAfter(0), [ids, [sampleMsMax]]);
  assert.deepEqual(await findAfter(sampleMsMax - SECOND_MS), [ids, [sampleMsMax]]);
  assert.deepEqual(await findAfter(sampleMsMax), [[], []]);
});

test('what an incident shows is a query that can be read, whatever the rule', async (t) => {
  const tested = await startConditions(t, simulated);
  const key = { 'a b': 'it\'s "x" | head 1 \\' };
  const at = tested.clock.now();
  const group = { key, hash: groupHash(key), eventsFrom: at - HOUR_MS, eventsTo: at };
  for (const query of ['*', 'a OR b | dedup host', '| tstats count BY host', '| makeresults']) {
    for (const basis of ['arrival', 'event'] as const) {
      const rule = tested.newRule({ kind: 'threshold', op: '>', value: 0 }, { query, basis });
      const text = await searchText(tested.needs, rule, group);
      assert.deepEqual(parse(text).diagnostics, [], text);
    }
  }
});

test('conditions are told in words', async (t) => {
  const tested = await startConditions(t, simulated);
  const words = (...rule: Parameters<typeof tested.newRule>): string =>
    describeCondition(tested.newRule(...rule));

  assert.equal(
    words({ kind: 'threshold', op: '>', value: 5, by: ['host'] }),
    'count > 5 in 5 minutes, by host',
  );
  assert.equal(words({ kind: 'absence', scope: 'all' }, { window: 3_600 }), 'no events in 1 hour');
  assert.equal(
    words({ kind: 'absence', scope: 'member', by: ['host', 'zone'] }, { window: 90 }),
    'no events from a known source in 90 seconds, by host, zone',
  );
  assert.equal(
    words({ kind: 'change', direction: 'down' }, { window: 86_400 }),
    'count in 1 day is below the median of the last 4 weeks by at least 50% and 10',
  );
  assert.equal(
    words({ kind: 'verdict', criteria: 'x' }),
    'an evaluated item is failed or not found in 5 minutes',
  );
});
