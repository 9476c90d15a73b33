import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import { logRecord } from '../../../test/support/log-records.ts';
import { createBlockEncoder } from './block-encoder.ts';
import { readFirstRow } from './first-row.ts';
import { packRows } from './packed-rows.ts';
import { createRowIds } from './row-ids.ts';

const records = Array.from({ length: 300 }, (_, i) =>
  logRecord({
    body: `ünï ${i}`,
    level: `l${i}`,
    source: `s${i}`,
    index: `i${i}`,
    timestamp: -7 - i,
  }),
);
const expected = { body: 'ünï 0', level: 'l0', source: 's0', index: 'i0', timestamp: -7 };

test('the first event of a block and of packed rows is found', () => {
  const block = createBlockEncoder(createRowIds(fakeClock(), 1)).encode(records).bytes;
  const packed = packRows({ firstSequence: 1, node: 1, records: records.slice(0, 3) });

  assert.deepEqual(readFirstRow(block), expected);
  assert.partialDeepStrictEqual(readFirstRow(packed), expected);
});

test('what is no block, or not one that is known, has no first event', () => {
  const block = createBlockEncoder(createRowIds(fakeClock(), 1)).encode(records).bytes;
  const renamed = Buffer.from(block);
  renamed.write('X', renamed.indexOf('LowCardinality'));

  for (const bytes of [new Uint8Array(), Buffer.from('\0{'), block.subarray(0, 100), renamed]) {
    assert.equal(readFirstRow(bytes), undefined);
  }
});
