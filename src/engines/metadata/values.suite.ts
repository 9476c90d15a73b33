import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { setting, settingsOf, type PromiseOf } from './places.suite.ts';

export function valuePromises(promise: PromiseOf): void {
  promise('integers of 53 bits, counts and sums come back as numbers', async (store) => {
    const big = Number.MAX_SAFE_INTEGER;
    await sql`insert into things (id, big, ratio) values ('a', ${big}, 0.5)`.execute(store.db);
    await sql`insert into things (id, big) values ('b', ${-big})`.execute(store.db);

    const { rows } = await sql`
      select max(big) as high, min(big) as low, count(*) as n, sum(big) as total, max(ratio) as ratio
      from things`.execute(store.db);

    assert.deepEqual(rows, [{ high: big, low: -big, n: 2, total: 0, ratio: 0.5 }]);
  });

  promise('an integer that a number cannot hold is an error, not a wrong number', async (store) => {
    await sql`insert into things (id, big) values ('a', ${2n ** 60n + 1n})`.execute(store.db);

    await assert.rejects(sql`select big from things`.execute(store.db));
  });

  promise('texts of any script and bytes of any value come back as they went', async (store) => {
    const texts = [
      '',
      'žluťoučký',
      '日本語',
      '🧑‍🚀',
      'e\u0301',
      '\u{10FFFF}',
      `'; --"\\`,
      '\r\n\t\u007f',
    ];
    const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
    for (const text of texts) {
      await store.db
        .insertInto('settings')
        .values(setting(`k${text}`, text))
        .execute();
    }
    await sql`insert into things (id, bytes) values ('a', ${bytes})`.execute(store.db);

    const { rows } = await sql`select bytes from things`.execute(store.db);

    const expected = Object.fromEntries(texts.map((text) => [`k${text}`, text]));
    assert.deepEqual(await settingsOf(store), expected);
    assert.deepEqual(rows, [{ bytes }]);
  });

  promise('a text of several megabytes comes back whole', async (store) => {
    const text = 'ä🙂'.repeat(1_000_000);
    await store.db.insertInto('settings').values(setting('big', text)).execute();

    const { big } = await settingsOf(store);

    assert.ok(big === text);
  });

  promise('texts are sorted byte by byte', async (store) => {
    for (const key of ['b', 'a', 'B', 'ä', '_', '1', 'A b', 'Ab']) {
      await store.db.insertInto('settings').values(setting(key, '')).execute();
    }

    const sorted = Object.keys(await settingsOf(store));

    assert.deepEqual(sorted, ['1', 'A b', 'Ab', 'B', '_', 'a', 'b', 'ä']);
  });

  promise('a value that one store could not keep is refused by both', async (store) => {
    const insert = (value: unknown) =>
      sql`insert into settings (key, value, changed_at) values ('k', ${value}, 1)`.execute(
        store.db,
      );

    await assert.rejects(insert('a\0b'), { code: 'VALIDATION_ERROR' });
    for (const value of [undefined, true, new Date(0), Number.NaN, Infinity, {}, ['a']]) {
      await assert.rejects(insert(value), TypeError);
    }
    assert.deepEqual(await settingsOf(store), {});
  });

  promise('the store is up until it is closed', async (store) => {
    assert.deepEqual(await store.health(), { state: 'up' });

    await store[Symbol.asyncDispose]();

    assert.equal((await store.health()).state, 'down');
    assert.equal(store.isListening(), false);
    await assert.rejects(store.db.selectFrom('settings').selectAll().execute());
  });
}
