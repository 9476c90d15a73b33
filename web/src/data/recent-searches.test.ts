import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteSearch, recentSearches } from './recent-searches.ts';

function shelf(stored: Record<string, string> = {}) {
  return {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
  };
}

test('the newest search stands first, and each stands once', () => {
  const kept = shelf();
  for (const query of ['a', 'b', ' a ', '']) noteSearch('org_1', query, kept);

  assert.deepEqual(recentSearches('org_1', kept), ['a', 'b']);
  assert.deepEqual(recentSearches('org_2', kept), []);
});

test('fifty are kept, and none that is too long', () => {
  const kept = shelf();
  for (let number = 0; number < 60; number += 1) noteSearch('o', `query ${number}`, kept);
  noteSearch('o', 'x'.repeat(4_001), kept);

  const found = recentSearches('o', kept);
  assert.equal(found.length, 50);
  assert.equal(found[0], 'query 59');
});

test('a storage that holds nonsense, or refuses, does no harm', () => {
  assert.deepEqual(recentSearches('o', shelf({ 'xplain-recent-searches:o': '{"a":' })), []);
  assert.deepEqual(recentSearches('o', shelf({ 'xplain-recent-searches:o': '[1,"a"]' })), ['a']);
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  };
  assert.doesNotThrow(() => noteSearch('o', 'a', full));
});
