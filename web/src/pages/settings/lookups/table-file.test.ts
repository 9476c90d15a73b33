import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentTypeOf, tableNameOf } from './table-file.ts';

test('the name of a file becomes a name for a table', () => {
  assert.equal(tableNameOf('Team list (2).csv'), 'team-list-2');
  assert.equal(tableNameOf('_hosts.prod.CSV'), 'hosts-prod');
  assert.equal(tableNameOf('日本.csv'), '');
  assert.equal(tableNameOf(`${'x'.repeat(90)}.csv`).length, 64);
});

test('the ending says how a file is read', () => {
  assert.equal(contentTypeOf('a.csv'), 'text/csv');
  assert.equal(contentTypeOf('a.txt'), 'text/csv');
  assert.equal(contentTypeOf('a.JSONL'), 'application/x-ndjson');
  assert.equal(contentTypeOf('a.ndjson'), 'application/x-ndjson');
});
