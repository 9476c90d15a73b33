import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../../spec/limits.ts';
import { until, type PromiseOf } from './places.suite.ts';

export function notificationPromises(promise: PromiseOf): void {
  promise('a notification of a transaction is heard once it has committed', async (store) => {
    const heard: string[] = [];
    await using _ = await store.listen('news', recordTo(heard));

    await store.transaction(async (unit) => {
      await unit.notify('news', 'from inside');
      await unit.notify('news', 'from inside');
      await nextTurn();
      assert.deepEqual(heard, []);
    });
    await store.notify('news', 'from outside');
    await until(() => heard.length === 2);

    assert.deepEqual(heard, ['from inside', 'from outside']);
  });

  promise('a notification of a transaction that fails is never heard', async (store) => {
    const heard: string[] = [];
    await using _ = await store.listen('news', recordTo(heard));

    await assert.rejects(
      store.transaction(async (unit) => {
        await unit.notify('news', 'lost');
        throw new Error('no');
      }),
    );
    await store.notify('news', 'last');
    await until(() => heard.length > 0);

    assert.deepEqual(heard, ['last']);
  });

  promise('every listener of the channel hears, until it is disposed of', async (store) => {
    const first: string[] = [];
    const second: string[] = [];
    const other: string[] = [];
    const failing = { onMessage: () => assert.fail('on purpose'), onGap: () => {} };
    await using _ = await store.listen('news', failing);
    await using __ = await store.listen('weather', recordTo(other));
    const ending = await store.listen('news', recordTo(first));
    await using ___ = await store.listen('news', recordTo(second));
    assert.equal(store.isListening(), true);

    await store.notify('news', 'ünï 🎉');
    await until(() => second.length === 1);
    await ending[Symbol.asyncDispose]();
    await store.notify('news', '');
    await until(() => second.length === 2);

    assert.deepEqual(first, ['ünï 🎉']);
    assert.deepEqual(second, ['ünï 🎉', '']);
    assert.deepEqual(other, []);
  });

  promise('a notification that one store could not carry is refused by both', async (store) => {
    await assert.rejects(store.notify('Not A Channel', ''), TypeError);
    await assert.rejects(store.listen('x"; drop', recordTo([])), TypeError);
    await assert.rejects(store.notify('news', 'a\0b'), { code: 'VALIDATION_ERROR' });
    const { notificationBytesMax } = LIMITS.metadata;
    await assert.rejects(
      store.notify('news', 'ü'.repeat(notificationBytesMax / 2 + 1)),
      RangeError,
    );
    await assert.rejects(
      store.transaction((unit) => unit.notify('news', 'x'.repeat(notificationBytesMax + 1))),
      RangeError,
    );
    await store.notify('news', 'x'.repeat(notificationBytesMax));
  });
}

function recordTo(heard: string[]) {
  return { onMessage: (payload: string) => void heard.push(payload), onGap: () => {} };
}
