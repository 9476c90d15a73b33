import assert from 'node:assert/strict';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Metadata } from './metadata.ts';
import { MIGRATIONS } from './migrations/list.ts';
import { setting, settingsOf, things, type PromiseOf } from './places.suite.ts';

export function transactionPromises(promise: PromiseOf): void {
  promise('a transaction whose work resolves is committed', async (store, open) => {
    const answer = await store.transaction(async ({ db }) => {
      await db.insertInto('settings').values(setting('a', '1')).execute();
      await db.insertInto('settings').values(setting('b', '2')).execute();
      return 'done';
    });

    assert.equal(answer, 'done');
    await using other = await open([...MIGRATIONS, things]);
    assert.deepEqual(await settingsOf(other), { a: '1', b: '2' });
  });

  promise('a transaction whose work rejects leaves nothing behind', async (store) => {
    const failure = new Error('no');

    const attempt = store.transaction(async ({ db }) => {
      await db.insertInto('settings').values(setting('a', '1')).execute();
      throw failure;
    });

    await assert.rejects(attempt, failure);
    assert.deepEqual(await settingsOf(store), {});
    await store.transaction(({ db }) =>
      db.insertInto('settings').values(setting('b', '2')).execute(),
    );
    assert.deepEqual(await settingsOf(store), { b: '2' });
  });

  promise('after a failed statement a transaction can only end', async (store) => {
    await store.db.insertInto('settings').values(setting('a', '1')).execute();

    const attempt = store.transaction(async ({ db }) => {
      await db.insertInto('settings').values(setting('b', '2')).execute();
      await assert.rejects(db.insertInto('settings').values(setting('a', '3')).execute());
      await assert.rejects(db.insertInto('settings').values(setting('c', '4')).execute());
    });

    await assert.rejects(attempt);
    assert.deepEqual(await settingsOf(store), { a: '1' });
  });

  promise('the store refuses to be used inside a transaction', async (store) => {
    await store.transaction(async () => {
      const use = /use its unit/;
      await assert.rejects(store.db.selectFrom('settings').selectAll().execute(), use);
      await assert.rejects(store.db.deleteFrom('settings').execute(), use);
      await assert.rejects(
        store.transaction(async () => {}),
        use,
      );
    });
  });

  promise('work that outlives the transaction it began in may use the store', async (store) => {
    let later: Promise<unknown> = Promise.resolve();

    await store.transaction(async () => {
      later = sleep(20).then(() =>
        store.db.insertInto('settings').values(setting('late', '1')).execute(),
      );
    });

    await later;
    assert.deepEqual(await settingsOf(store), { late: '1' });
  });
}

export function isolationPromises(promise: PromiseOf): void {
  promise('20 writers that read, wait and write lose no count', async (store) => {
    await store.db.insertInto('settings').values(setting('n', '0')).execute();

    await Promise.all(Array.from({ length: 20 }, () => countUp(store, 5)));

    assert.deepEqual(await settingsOf(store), { n: '100' });
  });

  promise('20 writers through two handles lose no count', async (store, open) => {
    await using other = await open([...MIGRATIONS, things]);
    await store.db.insertInto('settings').values(setting('n', '0')).execute();

    await Promise.all(
      Array.from({ length: 20 }, (_, writer) => countUp(writer % 2 === 0 ? store : other, 3)),
    );

    assert.deepEqual(await settingsOf(store), { n: '60' });
  });

  promise('a read does not wait for a transaction and sees nothing of it', async (store) => {
    const gate = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const transaction = store.transaction(async ({ db }) => {
      await db.insertInto('settings').values(setting('a', '1')).execute();
      written.resolve();
      await gate.promise;
    });
    await written.promise;

    const during = await settingsOf(store);
    const raw = await sql<{ n: number }>`select count(*) as n from settings`.execute(store.db);
    gate.resolve();
    await transaction;

    assert.deepEqual(during, {});
    assert.deepEqual(raw.rows, [{ n: 0 }]);
    assert.deepEqual(await settingsOf(store), { a: '1' });
  });

  promise('a locked row is there or not, and is held until the end', async (store) => {
    await store.db.insertInto('settings').values(setting('n', '0')).execute();
    const order: string[] = [];
    const locked = Promise.withResolvers<void>();

    const first = store.transaction(async (unit) => {
      assert.equal(await unit.lockRow('settings', { key: 'missing' }), false);
      assert.equal(await unit.lockRow('settings', { key: 'n', value: '0' }), true);
      locked.resolve();
      await sleep(30);
      order.push('first');
    });
    await locked.promise;
    const second = store.transaction(async (unit) => {
      await unit.lockRow('settings', { key: 'n' });
      order.push('second');
    });
    await Promise.all([first, second]);

    assert.deepEqual(order, ['first', 'second']);
    await assert.rejects(
      store.transaction((unit) => unit.lockRow('settings', {})),
      TypeError,
    );
  });
}

/** Reads, lets others run, and writes one more: loses counts unless the row is held. */
async function countUp(store: Metadata, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await store.transaction(async ({ db, lockRow }) => {
      await lockRow('settings', { key: 'n' });
      const { value } = await db
        .selectFrom('settings')
        .select('value')
        .where('key', '=', 'n')
        .executeTakeFirstOrThrow();
      await nextTurn();
      await db
        .updateTable('settings')
        .set({ value: String(Number(value) + 1) })
        .where('key', '=', 'n')
        .execute();
    });
  }
}
