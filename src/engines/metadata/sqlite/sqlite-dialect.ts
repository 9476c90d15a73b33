import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
} from 'kysely';
import type { UnitScope } from '../unit-scope.ts';
import type { Turns } from './create-turns.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { whenFree } from './when-free.ts';

export interface SqliteFiles {
  /** The only connection that writes; used by one transaction at a time. */
  readonly writer: SqliteFile;
  /** Reads committed data, independent of the writer. */
  readonly reader: SqliteFile;
  readonly turns: Turns;
  readonly scope: UnitScope;
}

/** Kysely dialect for Node's SQLite. Kysely sees many connections, which share one writer and one reader. */
export function createSqliteDialect(files: SqliteFiles): Dialect {
  return {
    createDriver: () => createDriver(files),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter,
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Kysely's adapter would let one statement through at a time, reads too; the turns are finer. */
function createAdapter(): DialectAdapter {
  const adapter = new SqliteAdapter();
  Object.defineProperty(adapter, 'supportsMultipleConnections', { value: true });
  return adapter;
}

function createDriver(files: SqliteFiles): Driver {
  const sessions = new WeakMap<DatabaseConnection, Session>();

  function sessionOf(connection: DatabaseConnection): Session {
    const session = sessions.get(connection);
    if (session === undefined) throw new Error('this connection was not made by this driver');
    return session;
  }

  return {
    init: async () => {},
    async acquireConnection() {
      files.scope.refuseInside();
      const session = createSession(files);
      sessions.set(session.connection, session);
      return session.connection;
    },
    beginTransaction: (connection) => sessionOf(connection).begin(),
    commitTransaction: async (connection) => sessionOf(connection).commit(),
    rollbackTransaction: async (connection) => sessionOf(connection).rollback(),
    releaseConnection: async (connection) => sessionOf(connection).rollback(),
    destroy: async () => {},
  };
}

interface Session {
  readonly connection: DatabaseConnection;
  begin(): Promise<void>;
  commit(): void;
  /** Does nothing when no transaction is open. */
  rollback(): void;
}

function createSession({ writer, reader, turns }: SqliteFiles): Session {
  let endTurn: (() => void) | undefined;
  let hasFailed = false;

  function runInTransaction<Row>({ sql, parameters }: CompiledQuery): { rows: Row[] } {
    // PostgreSQL aborts a transaction after its first error. SQLite would continue, so code tested on it would fail on
    // PostgreSQL.
    if (hasFailed) throw new Error('an earlier statement of this transaction failed');
    try {
      return writer.run<Row>(sql, parameters);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }

  async function runAlone<Row>({ sql, parameters }: CompiledQuery): Promise<{ rows: Row[] }> {
    const finish = await turns.take();
    try {
      return await whenFree(() => writer.run<Row>(sql, parameters));
    } finally {
      finish();
    }
  }

  return {
    connection: {
      async executeQuery<Row>(query: CompiledQuery) {
        if (endTurn !== undefined) return runInTransaction<Row>(query);
        if (!isRead(query)) return runAlone<Row>(query);
        return whenFree(() => reader.run<Row>(query.sql, query.parameters));
      },
      streamQuery: () => {
        throw new Error('the metadata store does not stream: read in pages');
      },
    },
    async begin() {
      const finish = await turns.take();
      try {
        rollbackIfOpen(writer);
        await whenFree(() => writer.execute('begin immediate'));
        endTurn = finish;
        hasFailed = false;
      } catch (error) {
        finish();
        throw error;
      }
    },
    commit() {
      if (hasFailed) throw new Error('a statement of this transaction failed, so it cannot commit');
      writer.execute('commit');
      endTurn?.();
      endTurn = undefined;
    },
    rollback() {
      if (endTurn === undefined) return;
      try {
        rollbackIfOpen(writer);
      } finally {
        endTurn();
        endTurn = undefined;
      }
    },
  };
}

/** After errors such as a full disk, SQLite has rolled back by itself, or couldn't. */
function rollbackIfOpen(writer: SqliteFile): void {
  if (writer.isInTransaction()) writer.execute('rollback');
}

/** SQL that can't write: Kysely selects, and raw SQL that starts with SELECT. */
function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || /^\s*select\b/i.test(sql);
}
