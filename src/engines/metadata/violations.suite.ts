import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import {
  ConstraintViolation,
  isCheckViolation,
  isForeignKeyViolation,
  isUniqueViolation,
} from './metadata.ts';
import { setting, type PromiseOf } from './places.suite.ts';

export function violationPromises(promise: PromiseOf): void {
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

  promise('a rule that the schema names is told by that name', async (store) => {
    const add = (id: string) =>
      sql`insert into users (id, name, email, email_verified, created_at, updated_at)
        values (${id}, 'Ada', 'ada@example.com', 1, 0, 0)`.execute(store.db);
    await add('a');

    const failure = await failureOf(add('b'));

    assert.ok(isUniqueViolation(failure, 'users_email'));
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

async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => assert.fail('it should have failed'),
    (error: unknown) => error,
  );
}
