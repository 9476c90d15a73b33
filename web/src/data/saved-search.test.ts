import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SavedSearch } from '../../../src/contract/saved-searches.ts';
import {
  differsFromSaved,
  displayOf,
  keptPart,
  starredFirst,
  stateOfSaved,
} from './saved-search.ts';
import { DEFAULT_STATE, type SearchState } from './search-state.ts';

const STATE: SearchState = {
  query: 'level=error "a & b"',
  earliest: '-7d@d',
  latest: '@d',
  mode: 'events',
  view: 'table',
  columns: ['service', 'a,b', '100%'],
  sort: 'oldest',
  order: { field: '+x', isDown: false },
  hasDistances: true,
  saved: 'ssr_1',
  event: undefined,
  field: undefined,
  isLive: true,
  compare: undefined,
};

function savedAs(state: SearchState, part: Partial<SavedSearch> = {}): SavedSearch {
  return {
    id: 'ssr_1',
    name: 'Errors',
    description: '',
    isStarred: false,
    createdBy: 'ada@example.com',
    createdAt: '',
    updatedAt: '',
    ...keptPart(state),
    ...part,
  };
}

test('everything that the address holds comes back from what was saved', () => {
  assert.deepEqual(stateOfSaved(savedAs(STATE)), STATE);
  assert.deepEqual(stateOfSaved(savedAs(DEFAULT_STATE)), { ...DEFAULT_STATE, saved: 'ssr_1' });
});

test('what is as usual is not kept, and a search without a range gets the usual one', () => {
  assert.equal(displayOf(DEFAULT_STATE), null);
  assert.deepEqual(displayOf({ ...DEFAULT_STATE, view: 'json' }), { view: 'json' });
  const rangeless = savedAs(DEFAULT_STATE, { earliest: null, latest: null });
  assert.equal(stateOfSaved(rangeless).earliest, DEFAULT_STATE.earliest);
});

test('every change of the address is seen, but for the event that is open', () => {
  const saved = savedAs(STATE);
  const changes: Partial<SearchState>[] = [
    { query: 'level=warn' },
    { earliest: '-1h' },
    { latest: 'now' },
    { mode: 'auto' },
    { view: 'raw' },
    { columns: ['service'] },
    { sort: 'newest' },
    { order: { field: '+x', isDown: true } },
    { order: undefined },
    { hasDistances: false },
    { isLive: false },
  ];

  for (const change of changes) {
    assert.ok(differsFromSaved({ ...STATE, ...change }, saved), JSON.stringify(change));
  }
  assert.ok(!differsFromSaved({ ...STATE, event: '42' }, saved));
});

test('starred ones come first, the rest stays in order', () => {
  const list = ['a', 'b', 'c', 'd'].map((id) =>
    savedAs(DEFAULT_STATE, { id, isStarred: id === 'b' || id === 'd' }),
  );

  assert.deepEqual(
    starredFirst(list).map(({ id }) => id),
    ['b', 'd', 'a', 'c'],
  );
});
