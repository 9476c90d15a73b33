import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOfWhole } from './page-of-whole.ts';

const NAMES = ['access', 'main', 'orders.eu', 'web'];
const page = (names: readonly string[], query: { limit?: number; cursor?: string }) =>
  pageOfWhole(names, query, (name) => name);

test('without a limit a list is one page', () => {
  assert.deepEqual(page(NAMES, {}), { data: NAMES, nextCursor: null });
  assert.deepEqual(page([], { limit: 1 }), { data: [], nextCursor: null });
});

test('pages follow each other to the end, the last one says so', () => {
  const first = page(NAMES, { limit: 3 });
  assert.deepEqual(first.data, ['access', 'main', 'orders.eu']);

  const second = page(NAMES, { limit: 3, cursor: first.nextCursor ?? '' });

  assert.deepEqual(second, { data: ['web'], nextCursor: null });
  assert.equal(page(NAMES, { limit: NAMES.length }).nextCursor, null);
});

test('what comes and goes between two pages neither hides nor repeats the others', () => {
  const cursor = page(NAMES, { limit: 2 }).nextCursor ?? '';

  assert.deepEqual(page(['a', ...NAMES], { cursor }).data, ['orders.eu', 'web']);
  assert.deepEqual(page(['access', 'orders.eu', 'web'], { cursor }).data, ['orders.eu', 'web']);
});

test('a cursor that is none is the caller’s mistake', () => {
  assert.throws(() => page(NAMES, { cursor: 'x' }), { code: 'VALIDATION_ERROR' });
});
