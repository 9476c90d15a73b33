import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepWish, keptWish } from './after-sign-up.ts';

test('a wish is kept until it is taken back', () => {
  const stored = new Map<string, string>();
  const shelf = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  assert.equal(keptWish(shelf), undefined);

  keepWish('/invitations/inv_1', shelf);
  assert.equal(keptWish(shelf), '/invitations/inv_1');

  keepWish(undefined, shelf);
  assert.equal(keptWish(shelf), undefined);
});

test('a storage that refuses does no harm', () => {
  const refuse = (): never => {
    throw new Error('forbidden');
  };
  const shelf = { getItem: refuse, setItem: refuse, removeItem: refuse };
  assert.doesNotThrow(() => keepWish('/x', shelf));
  assert.equal(keptWish(shelf), undefined);
});
