import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownColumns, withColumn } from './columns.ts';
import { DEFAULT_STATE } from '../../../data/search-state.ts';

test('a table always has the text of the events', () => {
  const table = { ...DEFAULT_STATE, view: 'table' as const };

  assert.deepEqual(shownColumns(table), ['level', 'source', 'event']);
  assert.deepEqual(shownColumns({ ...table, columns: ['host'] }), ['host', 'event']);
  assert.deepEqual(shownColumns({ ...table, columns: ['event', 'host'] }), ['event', 'host']);
});

test('lines show the chosen fields beside their text', () => {
  assert.deepEqual(shownColumns(DEFAULT_STATE), []);
  assert.deepEqual(shownColumns({ ...DEFAULT_STATE, columns: ['host', 'event'] }), ['host']);
});

test('a new column stands before the text, and goes when it is chosen again', () => {
  assert.deepEqual(withColumn(['level', 'event'], 'host'), ['level', 'host', 'event']);
  assert.deepEqual(withColumn([], 'host'), ['host']);
  assert.deepEqual(withColumn(['a', 'b'], 'a'), ['b']);
});
