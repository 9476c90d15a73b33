import type { Kysely, Selectable, Transaction } from 'kysely';
import type { EngineHealth } from '../../base/health.ts';
import type { Tables } from './tables.ts';

/**
 * What the platform knows beside the logs: accounts, organizations, keys, rules, waiting mail. SQLite
 * holds it for one process, PostgreSQL for many nodes; both keep the same tables and the same promises.
 *
 * Statements stay in the part both share: text, integers, blobs, `ON CONFLICT`, `RETURNING`. Times are
 * integer milliseconds, JSON is text, true and false are 1 and 0. A value that one of the two could not
 * keep (a NUL character, a Date, a boolean, NaN) is refused by both.
 */
export interface Metadata extends AsyncDisposable {
  readonly dialect: MetadataDialect;
  /**
   * Single statements, each for itself. Reads never wait for a transaction. Inside `transaction` the
   * unit's own handle is used instead; this one refuses to work there, since it would wait for itself.
   */
  readonly db: Kysely<Tables>;
  /**
   * Commits when the work resolves, rolls back when it rejects. The work may run again when another
   * transaction was in its way, so it does nothing but talk to its unit: no mail, no network.
   * After a statement has failed the transaction can only end; catch outside, or use `ON CONFLICT`.
   */
  readonly transaction: <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;
  /** Tells every node, this one included. */
  notify(channel: string, payload: string): Promise<void>;
  /** Resolves once notifications are heard. Dispose of the answer to stop hearing them. */
  listen(channel: string, listener: Listener): Promise<AsyncDisposable>;
  /** False while notifications of other nodes may be lost: caches must not be trusted then. */
  isListening(): boolean;
  health(): Promise<EngineHealth>;
  /**
   * Writes a consistent snapshot to a new file that can be opened as a store. Undefined if the metadata is on other
   * machines.
   */
  readonly copyTo?: (file: string) => Promise<void>;
}

export type MetadataDialect = 'sqlite' | 'postgres';

/** One transaction that writes. */
export interface Unit {
  readonly db: Transaction<Tables>;
  /**
   * Locks the row until the transaction ends; false if it doesn't exist. Operations that count or compare before they
   * write lock a row first, so that two transactions can't both pass.
   */
  readonly lockRow: <Name extends keyof Tables>(
    table: Name,
    key: Partial<Selectable<Tables[Name]>>,
  ) => Promise<boolean>;
  /** Notifies every node once after the transaction commits; never after a rollback. */
  readonly notify: (channel: string, payload: string) => Promise<void>;
}

export interface Listener {
  onMessage(payload: string): void;
  /** Notifications may have been lost: drop everything that depends on having received all of them. */
  onGap(): void;
}

export {
  ConstraintViolation,
  isCheckViolation,
  isForeignKeyViolation,
  isUniqueViolation,
  orTaken,
} from './violations.ts';
