/**
 * A statement that does not stop ends the engine for everyone. Its organization bears the cost: its searches are
 * refused for a while, so that only one of them at a time can do that, and others continue meanwhile.
 */
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../base/errors.ts';
import { MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { bind, type Sql } from '../sql.ts';
import type { LogStore, QueryOptions } from '../store.ts';
import { STUCK } from './engine-commands.ts';

export interface SearchPauses {
  /** The options with a name for the statement, or a refusal while its organization has to wait. */
  admit<Options extends QueryOptions>(statement: Sql, options: Options): Options;
  /** Receives an engine's last output. */
  noteEnd(lastWords: string): void;
}

const PAUSE_MS = 1 * MINUTE_MS;
/** More than the statements that ever run at the same time. */
const NAMES_MAX = 1_000;

export function createSearchPauses(now: () => number = () => performance.now()): SearchPauses {
  const organizations = new Map<string, string>();
  const pausedUntil = new Map<string, number>();
  return {
    admit(statement, options) {
      const organization = bind(statement).reads[0]?.organization;
      if (organization === undefined) return options;
      const leftMs = (pausedUntil.get(organization) ?? 0) - now();
      if (leftMs > 0) throw paused(leftMs);
      pausedUntil.delete(organization);
      const queryId = options.queryId ?? randomUUID();
      organizations.set(queryId, organization);
      const [oldest] = organizations.keys();
      if (organizations.size > NAMES_MAX && oldest !== undefined) organizations.delete(oldest);
      return { ...options, queryId };
    },
    noteEnd(lastWords) {
      const at = lastWords.lastIndexOf(STUCK);
      if (at < 0) return;
      const [queryId = ''] = lastWords.slice(at + STUCK.length).split('\n', 1);
      const organization = organizations.get(queryId);
      if (organization !== undefined) pausedUntil.set(organization, now() + PAUSE_MS);
    },
  };
}

/** A store that refuses all row reads for an organization that has to wait. */
export function withPauses(store: LogStore, pauses: SearchPauses): LogStore {
  return {
    ...store,
    query: async (statement, options = {}) =>
      store.query(statement, pauses.admit(statement, options)),
    stream: (statement, options = {}) => store.stream(statement, pauses.admit(statement, options)),
    export: async (statement, format, options = {}) =>
      store.export(statement, format, pauses.admit(statement, options)),
  };
}

function paused(leftMs: number): AppError {
  const message =
    'A search of this organization could not be stopped, and the log store had to restart. Searches of this organization pause for a minute. Narrow that search before you run it again.';
  return new AppError('QUERY_SLOTS_BUSY', message, {
    retryAfterSeconds: Math.ceil(leftMs / SECOND_MS),
  });
}
