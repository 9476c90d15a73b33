import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readItems, writeItems } from './item-lines.ts';

test('lines and items lead to each other', () => {
  const items = [
    { id: 'backup', description: 'The backup finished: exit code 0' },
    { id: 'cleanup', description: 'Old files were removed' },
  ];

  assert.deepEqual(readItems(writeItems(items)), items);
});

test('a line without a description is its own', () => {
  assert.deepEqual(readItems(' backup \n\ncleanup:\n'), [
    { id: 'backup', description: 'backup' },
    { id: 'cleanup', description: 'cleanup' },
  ]);
});
