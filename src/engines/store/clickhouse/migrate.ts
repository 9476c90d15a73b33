/** Brings the tables of every node to the version this program knows. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '../schema/migrations.ts';
import type { EngineClause, MigrationStep } from '../schema/logs-table.ts';
import { EngineRefusal } from './connection.ts';
import type { Connection } from './connection.ts';
import type { StoreNodes } from './nodes.ts';
import { commandSettings } from './query-settings.ts';

export interface MigrateNeeds {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
}

export interface TableLayout {
  readonly engine: EngineClause;
  /** The cluster over which `logs` of the reading database is spread. */
  readonly cluster: string | undefined;
}

/** Rejects if a node has a newer schema: an older program would write rows that it does not understand. */
export async function migrate(
  needs: MigrateNeeds,
  nodes: StoreNodes,
  layout: TableLayout,
): Promise<void> {
  for (const connection of nodes.connections) {
    const run = runnerFor(needs, nodes, connection);
    await run(`CREATE DATABASE IF NOT EXISTS ${quote(nodes.localDatabase)}`, '');
    // A normal start finds everything up to date and does not need the lock.
    if (await isUpToDate(run, nodes, layout)) continue;
    await withLock(needs, run, () => migrateNode(needs, run, nodes, layout));
  }
}

type Run = (text: string, database?: string) => Promise<string>;

function runnerFor(needs: MigrateNeeds, nodes: StoreNodes, connection: Connection): Run {
  const { commandTimeoutMs } = needs.limits.store;
  return async (text, database = nodes.localDatabase) => {
    const answer = await connection.read({
      text,
      ...(database === '' ? {} : { database }),
      settings: commandSettings(commandTimeoutMs),
      silenceMsMax: commandTimeoutMs,
    });
    return answer.toString().trim();
  };
}

async function isUpToDate(run: Run, nodes: StoreNodes, layout: TableLayout): Promise<boolean> {
  const version = await readVersion(run, nodes);
  if (version > SCHEMA_VERSION) throw tooNew(version);
  if (version < SCHEMA_VERSION) return false;
  return layout.cluster === undefined || (await hasTable(run, nodes.database, 'logs'));
}

async function migrateNode(
  needs: MigrateNeeds,
  run: Run,
  nodes: StoreNodes,
  layout: TableLayout,
): Promise<void> {
  await run(
    `CREATE TABLE IF NOT EXISTS schema_versions (version UInt32, applied_at DateTime('UTC'))
     ENGINE = MergeTree ORDER BY version SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
  );
  const version = await readVersion(run, nodes);
  if (version > SCHEMA_VERSION) throw tooNew(version);
  for (const migration of MIGRATIONS) {
    if (migration.version <= version) continue;
    for (const step of migration.steps(layout.engine)) await takeStep(run, step);
    await run(`INSERT INTO schema_versions SELECT ${migration.version}, now('UTC')`);
    needs.log.info({ version: migration.version }, 'log store schema migrated');
  }
  if (layout.cluster !== undefined) await spreadTable(run, nodes, layout.cluster);
}

async function takeStep(run: Run, step: MigrationStep): Promise<void> {
  if ('awaitInserts' in step) await awaitInserts(run);
  else if (step.onlyIf === undefined || (await run(step.onlyIf)) !== '0') await run(step.run);
}

const INSERTS_POLL_MS = 50;

async function awaitInserts(run: Run): Promise<void> {
  const underWay = async (): Promise<string[]> => {
    const ids = await run(
      "SELECT query_id FROM system.processes WHERE query_kind = 'Insert' FORMAT TSV",
    );
    return ids.split('\n').filter(Boolean);
  };
  let begun = await underWay();
  while (begun.length > 0) {
    await sleep(INSERTS_POLL_MS);
    const still = new Set(await underWay());
    begun = begun.filter((id) => still.has(id));
  }
}

/** Contains no rows itself, so it is recreated to match the columns. */
async function spreadTable(run: Run, nodes: StoreNodes, cluster: string): Promise<void> {
  const local = quote(nodes.localDatabase);
  const all = quote(nodes.database);
  await run(`CREATE DATABASE IF NOT EXISTS ${all}`, '');
  await run(
    `CREATE OR REPLACE TABLE ${all}.logs AS ${local}.logs
     ENGINE = Distributed(${quote(cluster)}, ${local}, logs, intHash64(row_id))`,
  );
}

async function readVersion(run: Run, nodes: StoreNodes): Promise<number> {
  if (!(await hasTable(run, nodes.localDatabase, 'schema_versions'))) return 0;
  return Number(await run('SELECT max(version) FROM schema_versions FORMAT TSV'));
}

async function hasTable(run: Run, database: string, table: string): Promise<boolean> {
  return (await run(`EXISTS TABLE ${quote(database)}.${quote(table)} FORMAT TSV`, '')) === '1';
}

function tooNew(version: number): Error {
  return new Error(
    `The log store was written by a newer release: its schema has version ${version}, this release ` +
      `knows ${SCHEMA_VERSION}. Start the newer release, or restore a backup from before the upgrade.`,
  );
}

const TABLE_EXISTS_CODE = 57;
const LOCK_POLL_MS = 200;

/**
 * Only one process can create the table, which makes it a lock. It is in memory and records when it was taken, so that
 * the lock of a dead process expires.
 */
async function withLock(needs: MigrateNeeds, run: Run, work: () => Promise<void>): Promise<void> {
  const { migrationLockMs } = needs.limits.store;
  const deadline = needs.clock.now() + 2 * migrationLockMs;
  while (!(await takeLock(run))) {
    if (await isLockStale(run, migrationLockMs)) await run('DROP TABLE IF EXISTS schema_lock SYNC');
    else if (needs.clock.now() > deadline) {
      throw new Error(
        'Another process has been changing the tables of the log store for too long.',
      );
    } else await sleep(LOCK_POLL_MS);
  }
  try {
    await work();
  } finally {
    await run('DROP TABLE IF EXISTS schema_lock SYNC');
  }
}

async function takeLock(run: Run): Promise<boolean> {
  try {
    await run('CREATE TABLE schema_lock (held UInt8) ENGINE = Memory');
    return true;
  } catch (error) {
    if (error instanceof EngineRefusal && error.fault.code === TABLE_EXISTS_CODE) return false;
    throw error;
  }
}

async function isLockStale(run: Run, heldMsMax: number): Promise<boolean> {
  const stale = await run(
    `SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'schema_lock'
     AND metadata_modification_time < now() - ${Math.ceil(heldMsMax / 1000)} FORMAT TSV`,
  );
  return stale !== '0';
}

/** Names come from the configuration, not from users; quoting supports unusual ones. */
function quote(name: string): string {
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``;
}
