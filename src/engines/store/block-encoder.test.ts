import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import { hostileRecord, logRecord } from '../../../test/support/log-records.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import type { LogRecord } from '../../base/record.ts';
import { createBlockEncoder, numberRows } from './block-encoder.ts';
import { readBlocks } from '../../../test/support/store/read-block.ts';
import { createRowIds, formatRowId } from './row-ids.ts';
import { PROMOTED } from './schema/columns.ts';

/** What a record is after a round trip: well-formed, promoted attributes first. */
function expected(record: LogRecord): LogRecord {
  const attributes = record.attributes.map(([k, v]) => [k, v.toWellFormed()] as const);
  const promoted = PROMOTED.flatMap((name) =>
    attributes.filter(([key, value]) => key === name && value !== ''),
  );
  return {
    ...record,
    source: record.source.toWellFormed(),
    id: record.id.toWellFormed(),
    body: record.body.toWellFormed(),
    attributes: [...promoted, ...attributes.filter((pair) => !promoted.includes(pair))],
  };
}

test('what is encoded can be read again, whatever the text', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed);
    const rowIds = createRowIds(fakeClock(), random.integer(0, 0xffff));
    const encoder = createBlockEncoder(rowIds);
    // Several rounds: buffers of an earlier one must not shine through.
    for (let round = 0; round < 3; round++) {
      const records = Array.from({ length: random.integer(0, 60) }, () =>
        hostileRecord(random, {}),
      );

      const { bytes, firstSequence } = encoder.encode(records);

      const read = readBlocks(bytes);
      const wanted = records.map((record, i) => ({
        rowId: formatRowId(firstSequence + i, rowIds.node),
        ...expected(record),
      }));
      assert.deepEqual(read, wanted, `seed ${seed}, round ${round}`);
    }
  }
});

test('joined blocks are read as one, up to a number', () => {
  const encoder = createBlockEncoder(createRowIds(fakeClock(), 1));
  const blocks = ['a', 'b', 'c'].map((body) => encoder.encode([logRecord({ body })]).bytes);

  const bodies = readBlocks(Buffer.concat(blocks)).map((record) => record.body);

  assert.deepEqual(bodies, ['a', 'b', 'c']);
  assert.equal(readBlocks(Buffer.concat(blocks), 2).length, 2);
});

test('more than 256 and more than 65,536 different values of a column are told apart', () => {
  const encoder = createBlockEncoder(createRowIds(fakeClock(), 1));
  for (const count of [256, 257, 65_536, 65_537]) {
    const records = Array.from({ length: count }, (_, i) =>
      logRecord({ level: `l${i}`, attributes: [[`key ${i}`, `${i}`]] }),
    );

    const read = readBlocks(encoder.encode(records).bytes);

    assert(read.every((record, i) => record.level === `l${i}`));
    assert(read.every((record, i) => record.attributes[0]?.[0] === `key ${i}`));
  }
});

test('times before 1970 and far ahead keep their milliseconds', () => {
  const encoder = createBlockEncoder(createRowIds(fakeClock(), 1));
  const times = [-1, -86_400_000_001, 0, 2 ** 32 - 1, 2 ** 32, 7_258_118_400_123];

  const read = readBlocks(encoder.encode(times.map((timestamp) => logRecord({ timestamp }))).bytes);

  assert.deepEqual(
    read.map((record) => record.timestamp),
    times,
  );
});

test('a block that is cut off or of another release is refused, not misread', () => {
  const encoder = createBlockEncoder(createRowIds(fakeClock(), 1));
  const { bytes } = encoder.encode([logRecord(), logRecord()]);

  for (const end of [1, 10, 100, bytes.length - 1]) {
    assert.throws(() => readBlocks(bytes.subarray(0, end)));
  }
  assert.throws(() => readBlocks(Buffer.from([3, 1, 0])));
});

test('bytes of one call stay as they are through the next', () => {
  const encoder = createBlockEncoder(createRowIds(fakeClock(), 1));
  const first = encoder.encode([logRecord({ body: 'first' })]).bytes;

  encoder.encode([logRecord({ body: 'second' })]);

  assert.equal(readBlocks(first)[0]?.body, 'first');
});

test('rows that are numbered later are the same rows', () => {
  const rowIds = createRowIds(fakeClock(), 5);
  const records = ['a', 'b', 'c'].map((body) => logRecord({ body }));
  const encoder = createBlockEncoder(createRowIds(fakeClock(), 5));

  const block = encoder.encodeUnnumbered(records);
  const firstSequence = numberRows(block, rowIds);

  assert.deepEqual({ bytes: block.bytes, firstSequence }, encoder.encode(records));
  assert.equal(numberRows(block, rowIds), firstSequence + records.length);
});

test('the memory of a block holds it and the room that was asked for, nothing else', () => {
  const encoder = createBlockEncoder(createRowIds(fakeClock(), 1));
  for (const count of [0, 1, 127, 128, 257]) {
    const records = Array.from({ length: count }, (_, i) =>
      logRecord({ level: `l${i}`, body: 'ü'.repeat(i), attributes: i % 2 ? [] : [['k', `${i}`]] }),
    );

    const { bytes } = encoder.encodeUnnumbered(records, 16);

    assert.equal(bytes.buffer.byteLength, bytes.length, `${count} records`);
    assert.equal(readBlocks(bytes.subarray(0, -16)).length, count);
  }
});
