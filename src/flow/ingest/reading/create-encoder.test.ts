import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logRecord } from '../../../../test/support/log-records.ts';
import { openTestMetadata } from '../../../../test/support/open-test-metadata.ts';
import { FOOTER_BYTES } from '../../../base/queue-payload.ts';
import { readBlocks } from '../../../../test/support/store/read-block.ts';
import { createBlockEncoder } from '../../../engines/store/block-encoder.ts';
import { unpackRows } from '../../../engines/store/packed-rows.ts';
import { createEncoder, openRowIds } from './create-encoder.ts';
import { countStart } from './starts-table.ts';

const clock = { now: () => Date.UTC(2026, 0, 1) };

test('each start has the next number, and other settings stay as they are', async (t) => {
  const metadata = await openTestMetadata(t);
  const other = { key: 'a', value: '41', changed_at: 1 };
  await metadata.db.insertInto('settings').values(other).execute();
  const count = (now: number) => metadata.transaction((unit) => countStart(unit, now));

  assert.deepEqual([await count(5), await count(6), await count(7)], [1, 2, 3]);

  const rows = await metadata.db
    .selectFrom('settings')
    .selectAll()
    .where('key', 'in', ['a', 'starts'])
    .orderBy('key')
    .execute();
  assert.deepEqual(
    rows.map(({ key, value, changed_at }) => [key, value, changed_at]),
    [
      ['a', '41', 1],
      ['starts', '3', 7],
    ],
  );
});

test('the number of a start goes into 16 bits', async (t) => {
  const metadata = await openTestMetadata(t);
  const opened = async (before: number): Promise<number> => {
    const row = { key: 'starts', value: String(before), changed_at: 1 };
    await metadata.db
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
    return (await openRowIds({ metadata, clock })).node;
  };

  assert.deepEqual([await opened(65_534), await opened(65_535), await opened(7)], [65_535, 0, 8]);
});

test('a few records are packed, more are a block, and ids count on from one to the next', async (t) => {
  const metadata = await openTestMetadata(t);
  const encoder = await createEncoder({ metadata, clock });
  const encode = (count: number) =>
    encoder.encode(Array.from({ length: count }, (_, i) => logRecord({ body: `${i}` })));
  const first = (clock.now() - Date.UTC(2024, 0, 1)) * 128;
  const id = (sequence: number): string => `${sequence.toString(16).padStart(12, '0')}0001`;

  const few = encode(32);
  const packed = unpackRows(few.payload.subarray(0, -FOOTER_BYTES));
  assert.deepEqual([packed?.firstSequence, packed?.node, packed?.records.length], [first, 1, 32]);
  assert.deepEqual([few.idOf(0), few.idOf(31)], [id(first), id(first + 31)]);

  const many = encode(33);
  assert.equal(unpackRows(many.payload.subarray(0, -FOOTER_BYTES)), undefined);
  const rows = readBlocks(many.payload.subarray(0, -FOOTER_BYTES));
  assert.deepEqual([many.idOf(0), many.idOf(32)], [id(first + 32), id(first + 64)]);
  assert.deepEqual([rows[0]?.rowId, rows[32]?.rowId], [id(first + 32), id(first + 64)]);
});

test('what another thread has encoded gets the next ids', async (t) => {
  const metadata = await openTestMetadata(t);
  const encoder = await createEncoder({ metadata, clock });
  const there = createBlockEncoder({ node: 0, take: () => 0 });
  const block = there.encodeUnnumbered([logRecord(), logRecord()], FOOTER_BYTES);

  const idOf = encoder.number(block);

  const rows = readBlocks(block.bytes.subarray(0, -FOOTER_BYTES));
  assert.deepEqual(
    rows.map(({ rowId }) => rowId),
    [idOf(0), idOf(1)],
  );
  assert.match(idOf(1), /0001$/);
});
