import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import { createMeasuredTicks } from './quiet.ts';

const ruleNamed = (id: string, version = 1) => exampleRule({}, { id, version });

test('the last tick of a rule is known, as long as the rule is the same', () => {
  const ticks = createMeasuredTicks();
  ticks.note(ruleNamed('alr_1'), 60);
  ticks.note(ruleNamed('alr_1'), 120);

  assert.equal(ticks.last(ruleNamed('alr_1')), 120);
  assert.equal(ticks.last(ruleNamed('alr_1', 2)), undefined);
  assert.equal(ticks.last(ruleNamed('alr_2')), undefined);
});

test('of very many rules those are forgotten that were noted longest ago', () => {
  const ticks = createMeasuredTicks();
  for (let i = 0; i < 10_000; i += 1) ticks.note(ruleNamed(`alr_${i}`), i);
  ticks.note(ruleNamed('alr_0'), 70_000);
  assert.equal(ticks.last(ruleNamed('alr_1')), 1);

  ticks.note(ruleNamed('alr_new'), 80_000);

  assert.deepEqual(
    ['alr_0', 'alr_1', 'alr_2', 'alr_new'].map((id) => ticks.last(ruleNamed(id))),
    [70_000, undefined, 2, 80_000],
  );
});
