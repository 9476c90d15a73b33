import { createHash } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { MetadataDialect } from '../metadata.ts';
import type { Tables } from '../tables.ts';
import { SCHEMA_WORDS, type Migration } from './migration.ts';

/** An arbitrary number that nothing else locks in this database. */
const SCHEMA_LOCK = 7_316_829_105;

export interface MigrateNeeds {
  readonly db: Kysely<Tables>;
  readonly dialect: MetadataDialect;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Updates the schema, one migration per transaction. Each takes the lock and checks again what has been applied, so any
 * number of processes may start at the same time.
 */
export async function migrate(
  needs: MigrateNeeds,
  migrations: readonly Migration[],
): Promise<void> {
  const steps = migrations.map(({ name, isAdditive, statements }) => {
    const texts = statements(SCHEMA_WORDS[needs.dialect]);
    const checksum = createHash('sha256').update(texts.join(';\n')).digest('hex');
    return { name, isAdditive, texts, checksum };
  });
  // One round more than there are steps: the last one finds that nothing is left.
  for (let round = 0; round <= steps.length; round += 1) {
    const applied = await needs.db
      .transaction()
      .execute((db) => applyNext({ ...needs, db }, steps));
    if (applied === undefined) return;
    needs.log.info({ migration: applied }, 'schema migrated');
  }
}

interface Step {
  readonly name: string;
  readonly isAdditive: boolean;
  readonly texts: readonly string[];
  readonly checksum: string;
}

async function applyNext(
  needs: MigrateNeeds & { readonly db: Transaction<Tables> },
  steps: readonly Step[],
): Promise<string | undefined> {
  const { db, dialect, clock } = needs;
  await takeLock(db, dialect);
  const { text, integer, strict } = SCHEMA_WORDS[dialect];
  await sql
    .raw(
      `create table if not exists schema_migrations (
         position ${integer} primary key,
         name ${text} not null,
         checksum ${text} not null,
         applied_at ${integer} not null
       ) ${strict}`,
    )
    .execute(db);
  await sql
    .raw(`create table if not exists schema_additions (name ${text} primary key) ${strict}`)
    .execute(db);
  const done = await db.selectFrom('schema_migrations').selectAll().orderBy('position').execute();
  const additions = await db.selectFrom('schema_additions').selectAll().execute();
  checkHistory(done, new Set(additions.map(({ name }) => name)), steps);

  const next = steps[done.length];
  if (next === undefined) return undefined;
  for (const statement of next.texts) await sql.raw(statement).execute(db);
  await db
    .insertInto('schema_migrations')
    .values({
      position: done.length + 1,
      name: next.name,
      checksum: next.checksum,
      applied_at: clock.now(),
    })
    .execute();
  if (next.isAdditive) {
    await db.insertInto('schema_additions').values({ name: next.name }).execute();
  }
  return next.name;
}

/** On SQLite the transaction itself is the lock: only one can write. */
async function takeLock(db: Transaction<Tables>, dialect: MetadataDialect): Promise<void> {
  if (dialect === 'sqlite') return;
  for (const bound of ['lock_timeout', 'statement_timeout']) {
    await sql.raw(`set local ${bound} = ${LIMITS.metadata.openMsMax}`).execute(db);
  }
  await sql.raw(`select pg_advisory_xact_lock(${SCHEMA_LOCK})`).execute(db);
}

/**
 * The applied migrations must be a prefix of this release's migrations. Additive migrations of a newer release may
 * follow.
 */
function checkHistory(
  done: readonly { readonly name: string; readonly checksum: string }[],
  additions: ReadonlySet<string>,
  steps: readonly Step[],
): void {
  const known = new Set(steps.map((step) => step.name));
  for (const [index, { name, checksum }] of done.entries()) {
    const step = steps[index];
    if (!known.has(name) && index >= steps.length && additions.has(name)) continue;
    if (!known.has(name)) {
      throw new Error(
        `The metadata store was written by a newer version: it has the migration ${name}, which this ` +
          'version does not know. Start the newer version, or restore the backup from before the upgrade.',
      );
    }
    if (step?.name !== name) {
      throw new Error(
        `The metadata store has the migration ${name} where this version has ${step?.name ?? 'none'}. ` +
          'It was written by a version that does not precede this one; start that version instead.',
      );
    }
    if (step.checksum !== checksum) {
      throw new Error(
        `The migration ${name} has changed since it was applied to the metadata store. ` +
          'Start the version that applied it. A schema change requires a new migration.',
      );
    }
  }
}
