import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCursor, encodeCursor, pageAnswer, type Cursor } from './cursor.ts';
import { pageOf } from './page-of.ts';

const cursorOf = (id: string): Cursor => ({ at: id.charCodeAt(0), id });
const page = (rows: readonly string[], limit: number) =>
  pageAnswer(rows, limit, cursorOf, (row) => row.toUpperCase());

test('a cursor is read as it was written', () => {
  assert.equal(encodeCursor({ at: 17, id: 'usr_a-b' }), 'MTc6dXNyX2EtYg==');
  assert.deepEqual(decodeCursor('MTc6dXNyX2EtYg=='), { at: 17, id: 'usr_a-b' });
});

test('what is no cursor is refused by the name of the field', () => {
  const longest = { at: 1_234_567_890_123_456, id: 'x'.repeat(64) };
  assert.deepEqual(decodeCursor(encodeCursor(longest)), longest);
  const wrong = ['', '%', btoa('17'), btoa('17:'), btoa(':a'), btoa('x:a'), btoa('1:a b')];
  for (const text of [...wrong, btoa(`1:${'x'.repeat(65)}`), btoa('12345678901234567:a')]) {
    assert.throws(() => decodeCursor(text), {
      code: 'VALIDATION_ERROR',
      message: 'Invalid input.',
      facts: {
        details: [
          { path: 'cursor', message: 'Invalid cursor. Use the nextCursor of the previous page.' },
        ],
      },
    });
  }
});

test('a row beyond the page is cut, and says that there are more', () => {
  const nextCursor = encodeCursor({ at: 98, id: 'b' });

  assert.deepEqual(page(['a', 'b', 'c'], 2), { data: ['A', 'B'], nextCursor });
  assert.deepEqual(page(['a', 'b'], 2), { data: ['A', 'B'], nextCursor: null });
  assert.deepEqual(page(['a'], 2), { data: ['A'], nextCursor: null });
  assert.deepEqual(page([], 2), { data: [], nextCursor: null });
  assert.deepEqual(page(['a'], 0), { data: [], nextCursor: null });
});

test('a list is asked for with its usual size and from its beginning, or as the query says', () => {
  assert.deepEqual(pageOf({}), { limit: 50, after: undefined });
  assert.deepEqual(pageOf({ limit: 3, cursor: encodeCursor({ at: 5, id: 'a' }) }), {
    limit: 3,
    after: { at: 5, id: 'a' },
  });
});
