import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields, conflictName } from './conflict-words.ts';

const panel = { kind: 'panels', key: 'panels:a', id: 'a' } as const;

test('a conflict names the panel and only what differs', () => {
  const mine = { id: 'a', title: 'Failed', query: 'level=error', x: 0, thresholds: [] };
  const theirs = { id: 'a', title: 'Failed', query: null, x: 4, thresholds: [] };

  assert.equal(conflictName({ ...panel, mine, theirs }), 'Panel “Failed”');
  assert.deepEqual(changedFields({ ...panel, mine, theirs }), [
    { name: 'query', mine: 'level=error', theirs: 'none' },
  ]);
});

test('what one side deleted is shown as the other left it', () => {
  const theirs = { id: 'a', title: '', query: '*' };

  assert.equal(conflictName({ ...panel, mine: undefined, theirs }), 'Panel “a”');
  assert.deepEqual(
    changedFields({ ...panel, mine: undefined, theirs }).map(({ name }) => name),
    ['id', 'title', 'query'],
  );
});

test('a setting is one thing', () => {
  const setting = { kind: 'setting', key: 'setting:tags', id: 'tags' } as const;

  assert.deepEqual(changedFields({ ...setting, mine: ['a'], theirs: [] }), [
    { name: 'tags', mine: '["a"]', theirs: '[]' },
  ]);
});
