import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { checkChannel, checkNotification } from '../check-values.ts';
import { createListeners, type Listeners } from '../create-listeners.ts';
import { createUnit } from '../create-unit.ts';
import type { Metadata, Unit } from '../metadata.ts';
import { MIGRATIONS } from '../migrations/list.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import type { Tables } from '../tables.ts';
import { createUnitScope, type UnitScope } from '../unit-scope.ts';
import { copySqlite } from './copy-sqlite.ts';
import { keepBefore } from './keep-before.ts';
import { createTurns } from './create-turns.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import {
  openSqliteFile,
  prepareForReading,
  prepareForWriting,
  type SqliteFile,
} from './sqlite-file.ts';
import { whenFree } from './when-free.ts';

export interface SqliteNeeds {
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The metadata store of one process, in one file. Commits are synced to the disk before they resolve.
 * Several processes may use the file without harm, but notifications stay inside this one.
 */
export async function openSqlite(
  needs: SqliteNeeds,
  path: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Metadata> {
  createPrivately(path);
  const writer = openSqliteFile(path);
  try {
    await whenFree(() => prepareForWriting(writer));
    const turns = createTurns(LIMITS.metadata.waitMsMax);
    const scope = createUnitScope();
    const reader = openSqliteFile(path);
    prepareForReading(reader);
    const dialect = createSqliteDialect({ writer, reader, turns, scope });
    const db = new Kysely<Tables>({ dialect });
    try {
      await keepBefore(db, path, migrations);
      await migrate({ db, dialect: 'sqlite', ...needs }, migrations);
    } catch (error) {
      reader[Symbol.dispose]();
      throw error;
    }
    const listeners = createListeners(needs.log);
    return createStore({ db, scope, listeners, writer, reader, path });
  } catch (error) {
    writer[Symbol.dispose]();
    throw error;
  }
}

/** The file contains password hashes, so only its owner may read it; SQLite applies the same mode to its side files. */
function createPrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
}

interface Parts {
  readonly db: Kysely<Tables>;
  readonly scope: UnitScope;
  readonly listeners: Listeners;
  readonly writer: SqliteFile;
  readonly reader: SqliteFile;
  readonly path: string;
}

function createStore({ db, scope, listeners, writer, reader, path }: Parts): Metadata {
  let isClosed = false;

  /** Asynchronous, so that a listener never runs inside the notifier. */
  function deliverLater(channel: string, payload: string): void {
    setImmediate(() => {
      if (!isClosed) listeners.deliver(channel, payload);
    });
  }

  async function transaction<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const notifications = new Map<string, { channel: string; payload: string }>();
    const result = await db.transaction().execute((handle) => {
      const unit = createUnit(handle, 'sqlite', async (channel, payload) => {
        checkNotification(channel, payload);
        // Duplicates within one transaction are delivered once, as in PostgreSQL.
        notifications.set(`${channel} ${payload}`, { channel, payload });
      });
      return scope.run(() => work(unit));
    });
    for (const { channel, payload } of notifications.values()) deliverLater(channel, payload);
    return result;
  }

  return {
    dialect: 'sqlite',
    db,
    transaction,
    async notify(channel, payload) {
      checkNotification(channel, payload);
      deliverLater(channel, payload);
    },
    async listen(channel, listener) {
      checkChannel(channel);
      listeners.add(channel, listener);
      return { [Symbol.asyncDispose]: async () => listeners.remove(channel, listener) };
    },
    isListening: () => !isClosed,
    async health() {
      try {
        reader.run('select 1 from schema_migrations', []);
        return { state: 'up' };
      } catch {
        return { state: 'down', note: 'The metadata file cannot be read.' };
      }
    },
    copyTo: (file) => copySqlite(path, file),
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      await db.destroy();
      reader[Symbol.dispose]();
      writer[Symbol.dispose]();
    },
  };
}
