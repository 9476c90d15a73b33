import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import { logRecord } from '../../../test/support/log-records.ts';
import { readBlocks } from '../../../test/support/store/read-block.ts';
import { createBlockEncoder } from './block-encoder.ts';
import { createBlockJoiner, packRows, unpackRows } from './packed-rows.ts';
import { createRowIds, formatRowId } from './row-ids.ts';

test('rows of many requests become one block, each with the id it was given', async () => {
  const parts = [1, 2, 3].map((node) =>
    packRows({
      firstSequence: 1_000 * node,
      node,
      records: [logRecord({ body: `a${node}` }), logRecord({ body: `b${node}` })],
    }),
  );

  const blocks = await createBlockJoiner().join(parts);

  assert.equal(blocks.length, 1);
  assert.deepEqual(
    readBlocks(blocks[0] ?? new Uint8Array()).map(({ rowId, body }) => [rowId, body]),
    [1, 2, 3].flatMap((node) => [
      [formatRowId(1_000 * node, node), `a${node}`],
      [formatRowId(1_000 * node + 1, node), `b${node}`],
    ]),
  );
});

test('a joined block says what a block of its own would have said, whatever the text', async () => {
  const texts = ['plain', 'ünï ✓ 🎉', 'a\u0000b', '\ud800', 'x\udc00y', '"\\\n\u2028', ''];
  const records = texts.map((text) =>
    logRecord({ body: text, id: text, level: text, attributes: [[`k${text}`, text]] }),
  );
  const node = 7;
  const { bytes, firstSequence } = createBlockEncoder(createRowIds(fakeClock(), node)).encode(
    records,
  );

  const joined = await createBlockJoiner().join([packRows({ firstSequence, node, records })]);

  assert.deepEqual(Buffer.concat(joined), Buffer.from(bytes));
});

test('what is a block already stays as it is', async () => {
  const block = createBlockEncoder(createRowIds(fakeClock(), 1)).encode([logRecord()]).bytes;
  const packed = packRows({ firstSequence: 5, node: 1, records: [logRecord()] });
  const joiner = createBlockJoiner();

  assert.equal(unpackRows(block), undefined);
  assert.equal((await joiner.join([block]))[0], block);
  const mixed = await joiner.join([packed, block, packed]);
  assert.equal(mixed.length, 2);
  assert.ok(mixed.includes(block));
});

test('many rows become several blocks, always the same ones', async () => {
  const records = Array.from({ length: 20 }, (_, i) => logRecord({ body: `row ${i}` }));
  const parts = Array.from({ length: 125 }, (_, i) =>
    packRows({ firstSequence: i * 100, node: 1, records }),
  );
  const joiner = createBlockJoiner();

  const first = await joiner.join(parts);
  const second = await joiner.join(parts);

  const rows = first.map((block) => readBlocks(block).length);
  assert.deepEqual(rows, [1_000, 1_000, 500]);
  assert.deepEqual(second, first);
});
