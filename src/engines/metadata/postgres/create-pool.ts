import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Client, Pool, types, type ClientConfig, type PoolClient } from 'pg';
import type { Log } from '../../../base/log.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { checkValues } from '../check-values.ts';
import { AppError } from '../../../base/errors.ts';
import { storeIsAway } from '../unavailable.ts';
import { isRefusal, toSharedError } from './postgres-errors.ts';

export interface PoolNeeds {
  readonly log: Log;
  /** Called for each requested connection; throws if it must not be used here. */
  readonly checkUse: () => void;
}

/** Connections for Kysely: what they refuse and how they fail is the same as on SQLite. */
export function createPool(needs: PoolNeeds, url: string): PostgresPool {
  const pool = new Pool({ ...connectionTo(url), max: LIMITS.metadata.connectionsMax });
  // The pool replaces idle connections that break; nothing else notices.
  pool.on('error', (error) => needs.log.warn({ err: error }, 'idle database connection lost'));
  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      needs.checkUse();
      try {
        return guardClient(await pool.connect());
      } catch (error) {
        // A wrong password is passed on unchanged, so that startup can report it immediately.
        throw isRefusal(error) ? error : storeIsAway(error);
      }
    },
  };
}

/** A connection outside the pool. */
export function createClient(url: string): Client {
  return new Client(connectionTo(url));
}

function connectionTo(url: string): ClientConfig {
  const { openMsMax, statementMsMax, waitMsMax } = LIMITS.metadata;
  return {
    connectionString: url,
    application_name: 'xplain',
    connectionTimeoutMillis: waitMsMax,
    statement_timeout: statementMsMax,
    lock_timeout: waitMsMax,
    idle_in_transaction_session_timeout: statementMsMax,
    // Longer than all server-side timeouts: this one is for a server that doesn't respond at all.
    query_timeout: openMsMax + waitMsMax,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** The object identifiers of PostgreSQL's own types. */
const TYPES = { bytea: 17, int8: 20, numeric: 1700 } as const;

/** Counts and times are int8, sums of them numeric: all are numbers here, as they are on SQLite. */
function getTypeParser(type: number, format?: string): (text: string) => unknown {
  switch (type) {
    case TYPES.int8:
    case TYPES.numeric:
      return toNumber;
    case TYPES.bytea:
      return toBytes;
    default:
      return parserOfDriver(type, format);
  }
}

/** The driver's own type for a parser is `any`; all of them take the text of one value. */
function parserOfDriver(type: number, format: string | undefined): (text: string) => unknown {
  const kind = format === 'binary' ? 'binary' : 'text';
  return types.getTypeParser(type, kind) as (text: string) => unknown;
}

function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new RangeError('an integer of the store does not fit into a number');
  }
  return number;
}

function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.slice('\\x'.length), 'hex'));
}

/** One connection while it is in use. */
function guardClient(client: PoolClient): PostgresPoolClient {
  let isBroken = false;
  // The pool doesn't listen while a connection is in use, and an unhandled error event would end the process.
  const onError = (): void => {
    isBroken = true;
  };
  client.on('error', onError);

  async function query(text: string, values: readonly unknown[]): Promise<object> {
    checkValues(values);
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      const shared = toSharedError(error);
      // Its answer may still come, and would be taken for the answer to the next statement.
      if (shared instanceof AppError) isBroken = true;
      throw shared;
    }
  }

  return {
    query: asKyselyQuery(query),
    release(destroy) {
      client.off('error', onError);
      client.release(destroy === true || isBroken);
    },
  };
}

/** Kysely's type also has cursors, which are not used, and a row type that only Kysely knows. */
function asKyselyQuery(
  query: (text: string, values: readonly unknown[]) => Promise<object>,
): PostgresPoolClient['query'] {
  return query as unknown as PostgresPoolClient['query'];
}
