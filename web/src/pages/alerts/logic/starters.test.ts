import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startersFor } from './starters.ts';

const level = (values: Record<string, number>) => ({
  name: 'level',
  count: 1_000,
  distinct: 3,
  values: Object.entries(values).map(([value, count]) => ({ value, count })),
});
const field = (name: string, distinct: number) => ({ name, count: 10, distinct, values: [] });

test('the threshold comes from the errors of the day, scaled up from the sample', () => {
  const known = {
    matched: 288_000,
    sampled: 1_000,
    fields: [level({ info: 900, error: 60, critical: 40 })],
  };

  const [errors] = startersFor(known);

  assert.equal(errors?.draft.query, 'level IN (error, critical)');
  // 28,800 errors a day are 100 in 5 minutes; three times as many are not usual.
  assert.deepEqual(errors?.draft.condition, { kind: 'threshold', op: '>', value: 500 });
  assert.match(errors?.why ?? '', /about 100 per 5 min/);
});

test('without events nothing is made up', () => {
  const [errors, silence] = startersFor({ matched: 0, sampled: 0, fields: [] });

  assert.equal(errors?.draft.query, 'level=error');
  assert.match(errors?.why ?? '', /a guess/);
  assert.deepEqual(silence?.draft.condition, { kind: 'absence', scope: 'all' });
});

test('senders are told apart by the best field that has a few values', () => {
  const known = {
    matched: 10,
    sampled: 10,
    fields: [field('host', 5_000), field('service', 1), field('source', 4)],
  };

  const [, silence, volume] = startersFor(known);

  assert.deepEqual(silence?.draft.condition, { kind: 'absence', scope: 'member', by: ['source'] });
  assert.deepEqual(volume?.draft.condition, { kind: 'change', by: ['source'] });
});
