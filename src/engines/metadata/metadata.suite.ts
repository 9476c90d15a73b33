import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import { LIMITS } from '../../spec/limits.ts';
import {
  ConstraintViolation,
  isCheckViolation,
  isForeignKeyViolation,
  isUniqueViolation,
  type Metadata,
} from './metadata.ts';
import { MIGRATIONS } from './migrations/list.ts';
import type { Migration } from './migrations/migration.ts';

/** Opens one and the same place each time it is called. */
export type OpenPlace = (migrations?: readonly Migration[]) => Promise<Metadata>;

/** Makes an empty place for one test; undefined when the test is skipped. */
export type NewPlace = (t: TestContext) => Promise<OpenPlace | undefined>;

const things: Migration = {
  name: '9000-things',
  statements: ({ dialect, text, integer, real, blob, strict }) => [
    `create table owners (id ${text} primary key) ${strict}`,
    `create table things (
       id ${text} primary key,
       owner ${text} references owners (id),
       code ${text} unique,
       big ${integer},
       ratio ${real},
       bytes ${blob},
       constraint things_big check (big is null or big <> 13)
     ) ${strict}`,
    'create unique index things_owner_big on things (owner, big)',
    ...(dialect === 'sqlite'
      ? [
          `create trigger last_owner before delete on owners
           begin select raise(abort, 'last_owner'); end`,
        ]
      : [
          `create function refuse_last_owner() returns trigger language plpgsql as $$
           begin raise exception 'last_owner' using errcode = 'check_violation', constraint = 'last_owner'; end $$`,
          `create trigger last_owner before delete on owners
           for each row execute function refuse_last_owner()`,
        ]),
  ],
};

/** Every sentence of the port, on any store. */
export function metadataSuite(newPlace: NewPlace): void {
  function promise(name: string, check: (store: Metadata, open: OpenPlace) => Promise<void>): void {
    test(name, async (t) => {
      const open = await newPlace(t);
      if (open === undefined) return;
      await using store = await open([...MIGRATIONS, things]);
      await check(store, open);
    });
  }

  transactionPromises(promise);
  isolationPromises(promise);
  violationPromises(promise);
  notificationPromises(promise);
  valuePromises(promise);
}

type PromiseOf = (name: string, check: (store: Metadata, open: OpenPlace) => Promise<void>) => void;

function transactionPromises(promise: PromiseOf): void {
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

function isolationPromises(promise: PromiseOf): void {
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

function violationPromises(promise: PromiseOf): void {
  promise('a broken rule of the schema is told by kind and name', async (store) => {
    await sql`insert into owners (id) values ('o')`.execute(store.db);
    await sql`insert into things (id, owner, code, big) values ('t', 'o', 'c', 1)`.execute(
      store.db,
    );

    const primaryKey = await failureOf(sql`insert into things (id) values ('t')`.execute(store.db));
    const column = await failureOf(
      sql`insert into things (id, code) values ('u', 'c')`.execute(store.db),
    );
    const index = await failureOf(
      sql`insert into things (id, owner, big) values ('u', 'o', 1)`.execute(store.db),
    );
    const check = await failureOf(
      sql`insert into things (id, big) values ('u', 13)`.execute(store.db),
    );
    const foreignKey = await failureOf(
      sql`insert into things (id, owner) values ('u', 'nobody')`.execute(store.db),
    );
    const trigger = await failureOf(sql`delete from owners`.execute(store.db));

    assert.ok(isUniqueViolation(primaryKey, 'things_pkey'));
    assert.ok(isUniqueViolation(column, 'things_code_key'));
    assert.ok(isUniqueViolation(index, 'things_owner_big'));
    assert.ok(isUniqueViolation(index));
    assert.ok(!isUniqueViolation(index, 'things_pkey'));
    assert.ok(!isUniqueViolation(check));
    assert.ok(isCheckViolation(check, 'things_big'));
    assert.ok(isCheckViolation(trigger, 'last_owner'));
    assert.ok(isForeignKeyViolation(foreignKey));
    assert.ok(!isForeignKeyViolation(check));
  });

  promise('a missing value is told as such', async (store) => {
    const failure = await failureOf(
      sql`insert into settings (key, changed_at) values ('k', 1)`.execute(store.db),
    );

    assert.ok(failure instanceof ConstraintViolation);
    assert.equal(failure.kind, 'not_null');
  });

  promise('an error says nothing of the values', async (store) => {
    const secret = 'hunter2-very-secret';
    await store.db.insertInto('settings').values(setting(secret, secret)).execute();

    const failure = await failureOf(
      store.db.insertInto('settings').values(setting(secret, secret)).execute(),
    );

    assert.ok(failure instanceof Error);
    assert.ok(isUniqueViolation(failure, 'settings_pkey'));
    assert.ok(!inspect(failure, { depth: 5, showHidden: true }).includes(secret));
  });
}

function notificationPromises(promise: PromiseOf): void {
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

function valuePromises(promise: PromiseOf): void {
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

export function setting(key: string, value: string) {
  return { key, value, changed_at: 1_700_000_000_000 };
}

export async function settingsOf(store: Metadata): Promise<Record<string, string>> {
  const rows = await store.db.selectFrom('settings').selectAll().orderBy('key').execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
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

function recordTo(heard: string[]) {
  return { onMessage: (payload: string) => void heard.push(payload), onGap: () => {} };
}

async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => assert.fail('it should have failed'),
    (error: unknown) => error,
  );
}

export async function until(isTrue: () => boolean, withinMs = 10_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (isTrue()) return;
    await sleep(5);
  }
  assert.fail('it did not happen');
}
