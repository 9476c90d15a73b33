import assert from 'node:assert/strict';
import { test } from 'node:test';
import { savedSearchesOf } from '../../../../test/support/saved-searches.ts';
import { simulatedStore, startConditions } from '../../../../test/support/start-conditions.ts';
import { startTicking } from '../../../../test/support/start-ticking.ts';
import { LIMITS } from '../../../spec/limits.ts';
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
  await ticking.tick(LIMITS.alerts.failedTicksTold);
  const { runs, notices } = await ticking.read();

  assert.equal(before?.health, 'ok');
  assert.equal(runs[0]?.health, 'error');
  assert.match(runs[0]?.health_detail ?? '', /saved search of this rule is gone/);
  assert.equal(notices.length, 1);
});
