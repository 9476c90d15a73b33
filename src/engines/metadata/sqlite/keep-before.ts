import { randomUUID } from 'node:crypto';
import { chmod, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migrations/migration.ts';
import type { Tables } from '../tables.ts';
import { copySqlite } from './copy-sqlite.ts';

/** One more than the last: an upgrade that was broken off between two steps leaves a copy for each start. */
const KEPT = 2;

/**
 * Copies the file aside before its schema changes: the way back to the release that wrote it. Named after the first step
 * that comes.
 */
export async function keepBefore(
  db: Kysely<Tables>,
  path: string,
  migrations: readonly Migration[],
): Promise<void> {
  const migration = await firstMissing(db, migrations);
  if (migration === undefined) return;
  const start = `${basename(path)}.before-`;
  const name = `${start}${migration}`;
  const folder = dirname(path);
  // Several processes may start at the same time.
  const draft = join(folder, `.${start}${randomUUID()}`);
  await copySqlite(path, draft);
  await chmod(draft, 0o600);
  await rename(draft, join(folder, name));
  const copies = (await readdir(folder)).filter((each) => each.startsWith(start)).toSorted();
  for (const old of copies.slice(0, -KEPT)) await rm(join(folder, old), { force: true });
}

/** Undefined for a new store, and for one that lacks no step. */
async function firstMissing(
  db: Kysely<Tables>,
  migrations: readonly Migration[],
): Promise<string | undefined> {
  const tables = await sql`
    select name from sqlite_master where name = 'schema_migrations'`.execute(db);
  if (tables.rows.length === 0) return undefined;
  const done = await sql`select position from schema_migrations`.execute(db);
  return done.rows.length === 0 ? undefined : migrations[done.rows.length]?.name;
}
