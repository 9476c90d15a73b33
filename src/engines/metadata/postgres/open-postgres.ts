import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Clock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import type { EngineHealth } from '../../../base/health.ts';
import type { Log } from '../../../base/log.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { checkChannel, checkNotification } from '../check-values.ts';
import { createListeners } from '../create-listeners.ts';
import { createUnit } from '../create-unit.ts';
import type { Metadata, Unit } from '../metadata.ts';
import { MIGRATIONS } from '../migrations/list.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import type { Tables } from '../tables.ts';
import { createUnitScope, type UnitScope } from '../unit-scope.ts';
import { channelName, openListener, type PostgresListener } from './open-listener.ts';
import { createPool } from './create-pool.ts';
import { isConflict } from './postgres-errors.ts';

export interface PostgresNeeds {
  readonly clock: Clock;
  readonly log: Log;
}

/** The metadata store of many nodes, in a PostgreSQL database. */
export async function openPostgres(
  needs: PostgresNeeds,
  url: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Metadata> {
  const scope = createUnitScope();
  const pool = createPool({ log: needs.log, checkUse: () => scope.refuseInside() }, url);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const listeners = createListeners(needs.log);
  try {
    await waitUntilReachable(needs.log, db);
    await migrate({ db, dialect: 'postgres', ...needs }, migrations);
    const listener = await openListener({ log: needs.log, listeners }, url);
    return createStore({ db, scope, listener });
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** A database that starts together with this process may need a little longer. */
async function waitUntilReachable(log: Log, db: Kysely<Tables>): Promise<void> {
  const deadline = performance.now() + LIMITS.metadata.openMsMax;
  for (;;) {
    try {
      const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
      const encoding = rows[0]?.server_encoding;
      if (encoding === 'UTF8') return;
      throw new Error(`The PostgreSQL database must be encoded in UTF8, not ${encoding}.`);
    } catch (error) {
      if (!(error instanceof AppError) || performance.now() > deadline) throw error;
      log.warn({ err: error }, 'waiting for the database');
    }
    await sleep(500);
  }
}

interface Parts {
  readonly db: Kysely<Tables>;
  readonly scope: UnitScope;
  readonly listener: PostgresListener;
}

function createStore({ db, scope, listener }: Parts): Metadata {
  let isClosed = false;

  async function runOnce<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    return db.transaction().execute((handle) => {
      const unit = createUnit(handle, 'postgres', (channel, payload) =>
        notifyThrough(handle, channel, payload),
      );
      return scope.run(() => work(unit));
    });
  }

  async function transaction<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(work);
      } catch (error) {
        if (!isConflict(error) || attempt >= LIMITS.metadata.transactionAttemptsMax) throw error;
      }
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }

  return {
    dialect: 'postgres',
    db,
    transaction,
    notify: (channel, payload) => notifyThrough(db, channel, payload),
    async listen(channel, heard) {
      checkChannel(channel);
      return listener.add(channel, heard);
    },
    isListening: () => listener.isUp(),
    health: () => readHealth(db, listener),
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      await listener[Symbol.asyncDispose]();
      await db.destroy();
    },
  };
}

/** PostgreSQL itself keeps the notification until the transaction commits, and drops it otherwise. */
async function notifyThrough(db: Kysely<Tables>, channel: string, payload: string): Promise<void> {
  checkNotification(channel, payload);
  await sql`select pg_notify(${channelName(channel)}, ${payload})`.execute(db);
}

async function readHealth(db: Kysely<Tables>, listener: PostgresListener): Promise<EngineHealth> {
  const timeout = new AbortController();
  const isAnswering = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const isLate = sleep(LIMITS.metadata.listenerCheckMs, false, { signal: timeout.signal });
  const isUp = await Promise.race([isAnswering, isLate.catch(() => false)]);
  timeout.abort();
  if (!isUp) return { state: 'down', note: 'The PostgreSQL database is not responding.' };
  if (listener.isUp()) return { state: 'up' };
  return { state: 'degraded', note: 'Not receiving notifications from other nodes.' };
}
