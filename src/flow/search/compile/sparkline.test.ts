import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { prepareWithoutStore } from '../../../../test/support/search/prepare-without-store.ts';
import { bind } from '../../../engines/store/sql.ts';

async function pointsOf(query: string): Promise<number> {
  const { plan } = await prepareWithoutStore(query);
  return bind(plan.statement).text.split('countIf(').length - 1;
}

test('a sparkline has a point for each bucket, and never more than the most', async () => {
  const max = LIMITS.query.sparklinePointsMax;

  assert.equal(await pointsOf('* earliest=-3h@h latest=@h | stats sparkline(count, 1h)'), 3);
  assert.equal(await pointsOf('* earliest=-3h@h latest=@h | stats sparkline'), 36);
  for (const times of [
    'earliest=-1h',
    'earliest=-24h',
    'earliest=-7d',
    'earliest=-1y',
    'earliest=0',
  ]) {
    for (const sparkline of ['sparkline', 'sparkline(count, 1s)', 'sparkline(count, 1d)']) {
      const points = await pointsOf(`* ${times} | stats ${sparkline}`);
      assert.ok(points >= 1 && points <= max, `${times} ${sparkline}: ${points}`);
    }
  }
  assert.equal(await pointsOf('* earliest=0 | stats sparkline'), max);
});
