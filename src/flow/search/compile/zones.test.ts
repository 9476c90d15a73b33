/** Buckets of a zone whose clocks are changed are listed one by one; all others are computed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from '../../../engines/store/sql.ts';
import { prepareFakeSearch } from '../../../../test/support/search/prepare-fake-search.ts';

const DAY_MS = 86_400_000;

async function isListed(from: number, to: number, timezone: string): Promise<boolean> {
  const { plan } = await prepareFakeSearch(
    {
      query: 'index=main | stats sum(bytes) BY _time span=1d',
      bounds: { from, to, stored: undefined },
    },
    { timezone },
  );
  const { text } = bind(plan.statement);
  assert.match(text, /roundDown|intDiv/);
  return text.includes('roundDown');
}

const SUMMER = Date.UTC(2026, 2, 29, 1);
const WINTER = Date.UTC(2026, 9, 25, 1);

test('days are computed while the clocks of the zone stay as they are', async () => {
  for (const [from, to, isWanted] of [
    [SUMMER - 5 * DAY_MS, SUMMER - DAY_MS, false],
    [SUMMER - DAY_MS, SUMMER + DAY_MS, true],
    [SUMMER + DAY_MS, WINTER - DAY_MS, false],
    // Changed and changed back: both ends of the range tell the same.
    [SUMMER - DAY_MS, WINTER + DAY_MS, true],
    [SUMMER - DAY_MS, SUMMER + 400 * DAY_MS, true],
  ] as const) {
    const days = (to - from) / DAY_MS;
    assert.equal(await isListed(from, to, 'Europe/Berlin'), isWanted, `${days} days of Berlin`);
    assert.equal(await isListed(from, to, 'UTC'), false, `${days} days of UTC`);
  }
});

test('of more than ten years only UTC is known to keep its clocks', async () => {
  const to = Date.UTC(2026, 0, 31);
  const [ten, more] = [to - 3640 * DAY_MS, to - 3641 * DAY_MS];

  assert.deepEqual(
    [
      await isListed(ten, to, 'Asia/Tokyo'),
      await isListed(more, to, 'Asia/Tokyo'),
      await isListed(more, to, 'UTC'),
    ],
    [false, true, false],
  );
});
