/**
 * Every limit an operator may set with XPLAIN_LIMITS, as it is where nobody did. Only the configuration and tests
 * import these values: whoever enforces one is handed it, or setting it would change nothing.
 */
import { ACCOUNT_MAILS_DEFAULTS } from './defaults/account-mails.ts';
import { ACCOUNTS_DEFAULTS } from './defaults/accounts.ts';
import { COUNTERS_DEFAULTS } from './defaults/counters.ts';
import { DELETIONS_DEFAULTS } from './defaults/deletions.ts';
import { EVALUATION_DEFAULTS } from './defaults/evaluation.ts';
import { EVENTS_DEFAULTS } from './defaults/events.ts';
import { HTTP_DEFAULTS } from './defaults/http.ts';
import { INGEST_DEFAULTS } from './defaults/ingest.ts';
import { LOG_EXPORTS_DEFAULTS } from './defaults/log-exports.ts';
import { LOOKUPS_DEFAULTS } from './defaults/lookups.ts';
import { MINING_DEFAULTS } from './defaults/mining.ts';
import { MODEL_DEFAULTS } from './defaults/model.ts';
import { OBJECTS_DEFAULTS } from './defaults/objects.ts';
import { ORGANIZATIONS_DEFAULTS } from './defaults/organizations.ts';
import { PASSWORDS_DEFAULTS } from './defaults/passwords.ts';
import { PIPELINES_DEFAULTS } from './defaults/pipelines.ts';
import { QUERY_DEFAULTS } from './defaults/query.ts';
import { QUEUE_DEFAULTS } from './defaults/queue.ts';
import { READING_DEFAULTS } from './defaults/reading.ts';
import { SESSIONS_DEFAULTS } from './defaults/sessions.ts';
import { STORE_DEFAULTS } from './defaults/store.ts';
import { TAIL_DEFAULTS } from './defaults/tail.ts';

export const DEFAULTS = {
  http: HTTP_DEFAULTS,
  evaluation: EVALUATION_DEFAULTS,
  events: EVENTS_DEFAULTS,
  ingest: INGEST_DEFAULTS,
  query: QUERY_DEFAULTS,
  tail: TAIL_DEFAULTS,
  deletions: DELETIONS_DEFAULTS,
  logExports: LOG_EXPORTS_DEFAULTS,
  lookups: LOOKUPS_DEFAULTS,
  organizations: ORGANIZATIONS_DEFAULTS,
  pipelines: PIPELINES_DEFAULTS,
  passwords: PASSWORDS_DEFAULTS,
  sessions: SESSIONS_DEFAULTS,
  accounts: ACCOUNTS_DEFAULTS,
  accountMails: ACCOUNT_MAILS_DEFAULTS,
  counters: COUNTERS_DEFAULTS,
  objects: OBJECTS_DEFAULTS,
  mining: MINING_DEFAULTS,
  reading: READING_DEFAULTS,
  model: MODEL_DEFAULTS,
  queue: QUEUE_DEFAULTS,
  store: STORE_DEFAULTS,
} as const;

export type Widen<T> = T extends number ? number : { readonly [K in keyof T]: Widen<T[K]> };
export type SettableLimits = Widen<typeof DEFAULTS>;
