import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEFAULT_PREFERENCES,
  HISTOGRAM_HEIGHT,
  readPreferences,
  togglePin,
  writePreferences,
} from './preferences.ts';

const KEY = 'xplain.search.preferences';

function memoryStorage(initial: Record<string, string> = {}): Storage {
  const values = new Map(Object.entries(initial));
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: (at) => [...values.keys()][at] ?? null,
    get length() {
      return values.size;
    },
  };
}

test('preferences survive, and nonsense becomes the usual', () => {
  const storage = memoryStorage();
  writePreferences(storage, { ...DEFAULT_PREFERENCES, isWrapped: true, pinnedFields: ['a'] });

  assert.equal(readPreferences(storage).isWrapped, true);
  assert.deepEqual(readPreferences(storage).pinnedFields, ['a']);
  for (const text of ['{"isWrapped":7,"pinnedFields":3}', '{', 'null', '7']) {
    assert.deepEqual(readPreferences(memoryStorage({ [KEY]: text })), DEFAULT_PREFERENCES);
  }
});

test('the histogram is never higher or lower than it can be', () => {
  const { min, max } = HISTOGRAM_HEIGHT;
  for (const [given, read] of [
    [min, min],
    [min - 1, min],
    [max, max],
    [max + 1, max],
  ]) {
    const storage = memoryStorage({ [KEY]: JSON.stringify({ histogramHeight: given }) });
    assert.equal(readPreferences(storage).histogramHeight, read);
  }
});

test('a storage that refuses is no reason to stop', () => {
  const refusing = memoryStorage();
  refusing.getItem = () => {
    throw new Error('denied');
  };
  refusing.setItem = () => {
    throw new Error('full');
  };

  writePreferences(refusing, { ...DEFAULT_PREFERENCES, isWrapped: true });
  assert.deepEqual(readPreferences(refusing), DEFAULT_PREFERENCES);
});

test('a pin is set and taken away', () => {
  assert.deepEqual(togglePin(['a'], 'b'), ['a', 'b']);
  assert.deepEqual(togglePin(['a', 'b'], 'a'), ['b']);
});
