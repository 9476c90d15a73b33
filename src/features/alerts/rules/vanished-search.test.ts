import assert from 'node:assert/strict';
import { test } from 'node:test';
import { savedSearchesOf } from '../../../../test/support/saved-searches.ts';
import {
  simulatedStore,
  startConditions,
} from '../../../../test/support/alerts/start-conditions.ts';
import { startTicking } from '../../../../test/support/alerts/start-ticking.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { measureRule } from '../conditions/measure-rule.ts';

const simulated = await simulatedStore();

test('a rule whose saved search is gone says so, and its Owners are told', async (t) => {
  const { needs, search } = await startConditions(t, simulated);
  const searches = savedSearchesOf(search.access);
  const ticking = await startTicking(search.access);
  ticking.answer((rule, tick, known) => measureRule(needs, rule, tick, known));
  const draft = { name: 'Errors', query: 'level=error' };
  const { id } = await searches.create(ticking.actor, draft);
  await ticking.addRule({ query: null, savedSearch: id });

  await ticking.tick();
  const [before] = (await ticking.read()).runs;
  await searches.remove(ticking.actor, id);
  await ticking.tick(LIMITS.alerts.failingTicks);
  const { runs, notices } = await ticking.read();

  assert.equal(before?.health, 'ok');
  assert.equal(runs[0]?.health, 'error');
  assert.match(runs[0]?.health_detail ?? '', /saved search of this rule was deleted/);
  assert.equal(notices.length, 1);
});

for (const [what, draftOf] of [
  ['the saved search of a rule', (id: string) => ({ query: null, savedSearch: id })],
  ['a saved search that a query goes on from', () => ({ query: '| savedsearch "Errors"' })],
] as const) {
  test(`${what} that no rule can run any more is told`, async (t) => {
    const { needs, search } = await startConditions(t, simulated);
    const searches = savedSearchesOf(search.access);
    const ticking = await startTicking(search.access);
    ticking.answer((rule, tick, known) => measureRule(needs, rule, tick, known));
    const { actor } = ticking;
    const { id } = await searches.create(actor, { name: 'Errors', query: 'level=error' });
    await ticking.addRule({ interval: 300, window: 300, ...draftOf(id) });
    const healthAfter = async (query: string, ticks: number) => {
      await searches.change(actor, id, { query });
      await ticking.tick(ticks);
      const { runs, notices } = await ticking.read();
      return [runs[0]?.health, runs[0]?.health_detail, notices.length];
    };
    const { failingTicks, failingRetryMs } = LIMITS.alerts;

    const well = await healthAfter('level=warn', 1);
    const bounded = await healthAfter('level=error earliest=-1h', failingTicks);
    const again = await healthAfter('level=error', failingRetryMs / (300 * SECOND_MS));
    const writing = await healthAfter('level=error | outputlookup errors', 1);

    assert.deepEqual(well, ['ok', '', 0]);
    assert.deepEqual([bounded[0], bounded[2]], ['error', 1]);
    assert.match(String(bounded[1]), /Remove times from the query/);
    assert.deepEqual(again, ['ok', '', 1]);
    assert.equal(writing[0], 'error');
    assert.match(String(writing[1]), /Remove `outputlookup`/);
  });
}
