import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSearch, writeSearch } from './search-text.ts';

test('what is written is read again', () => {
  const values = { q: 'a=b & "c" | stats count', n: '12', empty: '', odd: '100 % ä\n' };
  assert.deepEqual(readSearch(writeSearch(values)), values);
});

test('numbers stay texts, and missing values leave no trace', () => {
  assert.equal(
    writeSearch({ page: 2, open: true, gone: undefined, none: null }),
    '?page=2&open=true',
  );
  assert.deepEqual(readSearch('?token=123'), { token: '123' });
  assert.equal(writeSearch({}), '');
});

test('a name that comes several times has several values', () => {
  const values = { 'var.level': ['error', 'warn'], earliest: '-1h' };
  assert.equal(writeSearch(values), '?var.level=error&var.level=warn&earliest=-1h');
  assert.deepEqual(readSearch(writeSearch(values)), values);
});
