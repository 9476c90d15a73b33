import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestMetadata } from '../../../test/support/open-test-metadata.ts';
import { copyTables, findFilled, readMark } from './copy-tables.ts';
import type { Metadata } from './metadata.ts';

const MARK = { value: '/somewhere', at: 7 };

/** As many settings as are more than two statements insert, and a lease. */
async function fill({ db }: Metadata, count = 401): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => ({
    key: `key ${i}`,
    value: `it's ${i}`,
    changed_at: i,
  }));
  for (let at = 0; at < rows.length; at += 100) {
    await db
      .insertInto('settings')
      .values(rows.slice(at, at + 100))
      .execute();
  }
  const lease = { name: 'tick', holder: 'node', fence: 1, renewals: 0, due_at: 1 };
  await db.insertInto('leases').values(lease).execute();
}

const settingsOf = async ({ db }: Metadata) =>
  db.selectFrom('settings').selectAll().orderBy('changed_at').orderBy('key').execute();

test('every row is copied, but those of leases, and the target says where it came from', async (t) => {
  const [from, to] = [await openTestMetadata(t), await openTestMetadata(t)];
  await fill(from);
  const before = await settingsOf(from);

  assert.equal(await readMark(to), undefined);
  const counts = await copyTables(from, to, MARK);

  assert.equal(counts['settings'], before.length);
  assert.equal(
    Object.values(counts).reduce((sum, count) => sum + count),
    before.length,
  );
  const left = ['leases', 'schema_migrations', 'schema_additions'].filter((name) => name in counts);
  assert.deepEqual(left, []);
  const copied = await settingsOf(to);
  assert.deepEqual(
    copied.filter(({ key }) => key !== 'migrated-from'),
    before,
  );
  assert.deepEqual(
    copied.filter(({ key }) => key === 'migrated-from'),
    [{ key: 'migrated-from', value: '/somewhere', changed_at: 7 }],
  );
  assert.equal(await readMark(to), '/somewhere');
  assert.deepEqual(await to.db.selectFrom('leases').selectAll().execute(), []);
});

test('a target that holds anything is refused, and left as it is', async (t) => {
  const [from, to] = [await openTestMetadata(t), await openTestMetadata(t)];
  assert.deepEqual(await findFilled(from, to), []);
  await fill(from, 3);
  await fill(to, 1);

  assert.deepEqual(await findFilled(from, to), ['settings']);
  await assert.rejects(copyTables(from, to, MARK), {
    name: 'StartError',
    message: 'The metadata store of the target is not empty: settings.',
  });
  assert.equal((await settingsOf(to)).length, 1);
});

test('only the metadata of a data folder is copied', async () => {
  const from = { dialect: 'postgres' } as Metadata;
  await assert.rejects(findFilled(from, from), {
    message: 'Only the metadata of a data folder can be moved.',
  });
});
