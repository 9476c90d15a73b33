import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import { arrivalOf, createRowIds, formatRowId, parseRowId, rowIdAt } from './row-ids.ts';

test('ids never repeat, also when the clock goes back or more come than it counts', () => {
  const clock = fakeClock();
  const rowIds = createRowIds(clock, 3);
  const taken: number[] = [];
  const take = (count: number): void => {
    const first = rowIds.take(count);
    for (let i = 0; i < count; i++) taken.push(first + i);
  };

  take(1_000);
  clock.advance(1);
  take(1);
  clock.advance(-60_000);
  take(5);
  clock.advance(120_000);
  take(2);

  assert.equal(new Set(taken).size, taken.length);
  assert.deepEqual(
    taken,
    taken.toSorted((a, b) => a - b),
  );
});

test('ids of a later time are larger as text, too', () => {
  const clock = fakeClock();
  const rowIds = createRowIds(clock, 0xffff);
  const texts: string[] = [];
  for (let i = 0; i < 50; i++) {
    texts.push(formatRowId(rowIds.take(1), rowIds.node));
    clock.advance(10 ** (i % 9));
  }

  assert.deepEqual(texts, texts.toSorted());
  assert(texts.every((text) => /^[0-9a-f]{12}ffff$/.test(text)));
});

test('nodes with different numbers make different ids at the same time', () => {
  const clock = fakeClock();
  const [one, two] = [createRowIds(clock, 1), createRowIds(clock, 2)];

  assert.notEqual(formatRowId(one.take(1), one.node), formatRowId(two.take(1), two.node));
});

test('the sequence fits 48 bits until 2093', () => {
  const rowIds = createRowIds({ now: () => Date.UTC(2093, 0, 1) }, 0);

  assert(rowIds.take(1) < 2 ** 48);
});

test('an id tells when its row arrived', () => {
  const clock = fakeClock();
  const rowIds = createRowIds(clock, 0xffff);
  rowIds.take(1);

  const id = parseRowId(formatRowId(rowIds.take(1), rowIds.node)) ?? 0n;

  assert.equal(arrivalOf(id), clock.now());
  assert.ok(rowIdAt(clock.now()) < id && id < rowIdAt(clock.now() + 1));
  assert.equal(arrivalOf(rowIdAt(clock.now())), clock.now());
  for (const text of ['', 'x', '0'.repeat(15), '0'.repeat(17), 'G'.repeat(16), 'A'.repeat(16)]) {
    assert.equal(parseRowId(text), undefined);
  }
});
