import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packRows } from './search-rows.ts';

const ROWS = [
  { _id: 'e2', _index: 'main', message: 'second' },
  { _id: 'e1', _index: 'main', message: 'first', level: 'info' },
];

async function pack(rows: readonly Readonly<Record<string, unknown>>[], isOfEvents: boolean) {
  const { bytes, events } = await packRows({ rows, isOfEvents, isTruncated: isOfEvents });
  return { json: Buffer.from(bytes).toString(), ...events };
}

test('events are packed oldest first, without where they came from', async () => {
  assert.deepEqual(await pack(ROWS, true), {
    json: '[{"message":"first","level":"info"},{"message":"second"}]',
    eventIds: ['e1', 'e2'],
    isTruncated: true,
  });
});

test('other rows stay in their order, and need no id', async () => {
  assert.deepEqual(await pack([{ count: 3 }, { _id: 7, count: 2 }, { count: 1 }], false), {
    json: '[{"count":3},{"count":2},{"count":1}]',
    eventIds: [undefined, undefined, undefined],
    isTruncated: false,
  });
});

test('no rows are an empty list', async () => {
  assert.deepEqual(await pack([], true), { json: '[]', eventIds: [], isTruncated: true });
});
