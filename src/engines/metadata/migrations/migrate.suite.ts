import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Metadata } from '../metadata.ts';
import { setting, settingsOf, type NewPlace, type OpenPlace } from '../places.suite.ts';
import { MIGRATIONS } from './list.ts';
import { SCHEMA_WORDS, type Migration } from './migration.ts';

const fruit: Migration = {
  name: '9001-fruit',
  isAdditive: false,
  statements: ({ text, strict }) => [`create table fruit (name ${text} primary key) ${strict}`],
};
const pear: Migration = {
  name: '9002-pear',
  isAdditive: false,
  statements: () => [`insert into fruit (name) values ('pear')`],
};

/** What a start does to the schema, on any store. */
export function migrateSuite(newPlace: NewPlace): void {
  function promise(name: string, check: (open: OpenPlace) => Promise<void>): void {
    test(name, async (t) => {
      const open = await newPlace(t);
      if (open !== undefined) await check(open);
    });
  }

  promise('a fresh store gets every migration, in order', async (open) => {
    await using store = await open();

    assert.deepEqual(
      await migrationsOf(store),
      MIGRATIONS.map(({ name }) => name),
    );
  });

  promise('an upgrade adds what is missing and keeps the rest', async (open) => {
    await using old = await open();
    await old.db.insertInto('settings').values(setting('a', '1')).execute();
    await old[Symbol.asyncDispose]();

    await using upgraded = await open([...MIGRATIONS, fruit, pear]);
    await using again = await open([...MIGRATIONS, fruit, pear]);

    assert.deepEqual(await settingsOf(upgraded), { a: '1' });
    const { rows } = await sql`select name from fruit`.execute(again.db);
    assert.deepEqual(rows, [{ name: 'pear' }]);
    assert.equal((await migrationsOf(again)).length, MIGRATIONS.length + 2);
  });

  promise(
    'a provider that was switched off stays so when the switches become a list',
    async (open) => {
      const at = MIGRATIONS.findIndex(({ name }) => name === '0023-organization-sign-in');
      await using old = await open(MIGRATIONS.slice(0, at));
      const switches = { both: [1, 1], google: [1, 0], github: [0, 1], none: [0, 0] };
      for (const [id, [google, github]] of Object.entries(switches)) {
        await sql`
        insert into organizations (id, name, plan, timezone, retention_days, oauth_google, oauth_github,
          allowed_networks, created_by, created_at, updated_at)
        values (${id}, 'Acme', 'free', 'UTC', 30, ${google}, ${github}, '[]', 'usr_1', 0, 0)`.execute(
          old.db,
        );
      }
      await old[Symbol.asyncDispose]();

      await using upgraded = await open();

      const rows = await upgraded.db
        .selectFrom('organizations')
        .select(['id', 'closed_providers'])
        .orderBy('id')
        .execute();
      assert.deepEqual(
        rows.map((row) => [row.id, JSON.parse(row.closed_providers) as string[]]),
        [
          ['both', []],
          ['github', ['google']],
          ['google', ['github']],
          ['none', ['google', 'github']],
        ],
      );
    },
  );

  promise('a store that a newer version wrote is refused, in one sentence', async (open) => {
    await using newer = await open([...MIGRATIONS, fruit]);
    await newer[Symbol.asyncDispose]();

    await assert.rejects(open(), /newer version: it has the migration 9001-fruit/);
  });

  promise('what a newer version has only added does no harm to this one', async (open) => {
    const added = { ...fruit, isAdditive: true };
    await using newer = await open([...MIGRATIONS, added]);
    await newer.db.insertInto('settings').values(setting('newer', '1')).execute();

    // Both releases side by side, as while nodes are exchanged one by one.
    await using older = await open();
    await older.db.insertInto('settings').values(setting('older', '1')).execute();
    assert.deepEqual(await settingsOf(newer), { newer: '1', older: '1' });
    await using again = await open([...MIGRATIONS, added, pear]);
    assert.equal((await migrationsOf(again)).at(-1), pear.name);

    await assert.rejects(open(), /newer version: it has the migration 9002-pear/);
  });

  promise(
    'what was only added by one version is refused where another has a step',
    async (open) => {
      await using newer = await open([...MIGRATIONS, { ...fruit, isAdditive: true }]);
      await newer[Symbol.asyncDispose]();
      const other = { name: '9001-other', isAdditive: true, statements: () => [] };

      await assert.rejects(open([...MIGRATIONS, other]), /9001-fruit/);
    },
  );

  promise('a migration that changed after it was applied is refused', async (open) => {
    await using before = await open([...MIGRATIONS, fruit]);
    await before[Symbol.asyncDispose]();
    const changed = { ...fruit, statements: () => ['create table fruit (x text)'] };

    await assert.rejects(open([...MIGRATIONS, changed]), /9001-fruit has changed/);
  });

  promise('a migration that would have to go in between is refused', async (open) => {
    await using before = await open([...MIGRATIONS, fruit]);
    await before[Symbol.asyncDispose]();
    const between = { name: '9000-late', isAdditive: true, statements: () => [] };

    await assert.rejects(open([...MIGRATIONS, between, fruit]), /9001-fruit where .* 9000-late/);
  });

  promise('a migration that fails leaves nothing of itself behind', async (open) => {
    const broken = {
      name: '9002-broken',
      isAdditive: false,
      statements: () => [
        `insert into fruit (name) values ('plum')`,
        'insert into nowhere values (1)',
      ],
    };

    await assert.rejects(open([...MIGRATIONS, fruit, broken]), /nowhere/);

    await using store = await open([...MIGRATIONS, fruit]);
    const { rows } = await sql`select name from fruit`.execute(store.db);
    assert.deepEqual(rows, []);
    assert.equal((await migrationsOf(store)).at(-1), '9001-fruit');
  });

  promise('six that start at once apply each migration once', async (open) => {
    const list = [...MIGRATIONS, fruit, pear];

    const stores = await Promise.all(Array.from({ length: 6 }, () => open(list)));

    const [store] = stores;
    assert.ok(store !== undefined);
    assert.deepEqual(
      await migrationsOf(store),
      list.map(({ name }) => name),
    );
    for (const each of stores) await each[Symbol.asyncDispose]();
  });

  test('each migration says rightly whether it only adds', () => {
    const words = SCHEMA_WORDS.sqlite;
    for (const { name, isAdditive, statements } of MIGRATIONS) {
      assert.equal(isAdditive, onlyAdds(statements(words)), name);
    }
    const column = 'alter table a add column b text';
    assert.ok(onlyAdds(['create table a (b text)', 'create unique index c on a (b)', column]));
    assert.ok(onlyAdds([`${column} not null default 'x'`, 'create index c on a (b)']));
    for (const text of [
      `${column} not null`,
      'create unique index c on a (b)',
      'alter table a drop column b',
      'alter table a rename to b',
      'update a set b = 1',
      'drop index c',
    ]) {
      assert.equal(onlyAdds([text]), false, text);
    }
  });

  test('the list names every file of this folder, in order', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => /^\d{4}-.*\.ts$/.test(file));

    assert.deepEqual(
      MIGRATIONS.map(({ name }) => `${name}.ts`),
      files.toSorted(),
    );
  });
}

/** Whoever does not know these goes on reading and writing as before. */
function onlyAdds(statements: readonly string[]): boolean {
  const created = new Set<string>();
  return statements.every((text) => {
    const table = /^\s*create table (\w+)/i.exec(text)?.[1];
    if (table !== undefined) created.add(table);
    const [, unique, on = ''] = /^\s*create (unique )?index \w+ on (\w+)/i.exec(text) ?? [];
    const isIndex = on !== '' && (unique === undefined || created.has(on));
    const column = /^\s*alter table \w+ add column (.*)$/is.exec(text)?.[1];
    const isColumn = column !== undefined && (!/not null/i.test(column) || /default/i.test(column));
    return table !== undefined || isIndex || isColumn;
  });
}

async function migrationsOf(store: Metadata): Promise<string[]> {
  const rows = await store.db
    .selectFrom('schema_migrations')
    .select('name')
    .orderBy('position')
    .execute();
  return rows.map(({ name }) => name);
}
