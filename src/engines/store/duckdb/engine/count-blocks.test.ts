import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { encodedBatch } from '../../../../../test/support/store/open-day-files.ts';
import { MINUTE_MS } from '../../../../spec/units.ts';
import { readBlocks } from './block-reader.ts';
import { type BlockCounts, createBlockCounts } from './count-blocks.ts';

/** Of events of this service, each so many minutes behind the others. */
function countsOf(service: string, minutes: readonly number[]): BlockCounts {
  const { bytes } = encodedBatch(
    minutes.map((minute) =>
      logRecord({ timestamp: minute * MINUTE_MS + 5, attributes: [['service', service]] }),
    ),
  );
  const counts = createBlockCounts();
  for (const block of readBlocks(bytes)) counts.add(bytes, block);
  return counts;
}

function shown(counts: BlockCounts): string[] {
  const { texts, counts: all } = counts.all();
  return all
    .map(({ minute, combination, events }) => {
      const service = texts[combination]?.map(String).at(-1) ?? '';
      return `${minute} ${service}: ${events}`;
    })
    .toSorted();
}

test('counts of several are one for what is alike, and stay as they were', () => {
  const cart = countsOf('cart', [1, 1, 2]);
  const search = countsOf('search', [2, 3]);
  const both = countsOf('cart', [2, 2, 3]);

  const joined = createBlockCounts();
  for (const each of [cart, search, both]) joined.addAll(each);

  assert.deepEqual(shown(joined), [
    '1 cart: 2',
    '2 cart: 3',
    '2 search: 1',
    '3 cart: 1',
    '3 search: 1',
  ]);
  assert.deepEqual(shown(cart), ['1 cart: 2', '2 cart: 1']);
  assert.deepEqual(shown(search), ['2 search: 1', '3 search: 1']);
  assert.deepEqual(shown(both), ['2 cart: 2', '3 cart: 1']);
});
