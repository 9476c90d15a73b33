import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOfEntry } from './changes-of-entry.ts';

test('each field stands with both its values as texts', () => {
  const changes = [
    { field: 'condition.value', before: 5, after: 9 },
    { field: 'owner', before: null, after: 'Ada' },
    { field: 'description', after: 'Paging' },
    { field: 'url', secret: 'changed' },
  ];

  assert.deepEqual(changesOfEntry({ changes }), [
    { field: 'condition.value', before: '5', after: '9' },
    { field: 'owner', before: 'null', after: 'Ada' },
    { field: 'description', after: 'Paging' },
    { field: 'url', before: 'secret', after: 'changed' },
  ]);
});

test('an entry without a list, or with something else, shows none', () => {
  assert.deepEqual(changesOfEntry({ changed: ['name'] }), []);
  assert.deepEqual(changesOfEntry({ changes: 'all' }), []);
  assert.deepEqual(changesOfEntry({ changes: [null, 7, { before: 1 }] }), []);
});
