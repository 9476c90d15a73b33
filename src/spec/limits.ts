/**
 * Every size, count, rate, time-out and retention the product promises, once: nobody can change them, so schemas, the
 * language, code, tests and web import them from here. What an operator may set stands in `defaults.ts`.
 * `docs/operating/limits.md` is made from both, comments included.
 */
import type { SettableLimits, Widen } from './defaults.ts';
import { ACCOUNT_MAILS_LIMITS } from './limits/account-mails.ts';
import { ACCOUNTS_LIMITS } from './limits/accounts.ts';
import { AGENTS_LIMITS } from './limits/agents.ts';
import { OAUTH_LIMITS } from './limits/oauth.ts';
import { ALERTS_LIMITS } from './limits/alerts.ts';
import { AUDIT_LIMITS } from './limits/audit.ts';
import { BACKUP_LIMITS } from './limits/backup.ts';
import { BUNDLES_LIMITS } from './limits/bundles.ts';
import { CARDINALITY_LIMITS } from './limits/cardinality.ts';
import { COUNTERS_LIMITS } from './limits/counters.ts';
import { CHECKS_LIMITS } from './limits/checks.ts';
import { CREDENTIALS_LIMITS } from './limits/credentials.ts';
import { DASHBOARDS_LIMITS } from './limits/dashboards.ts';
import { DATA_LINKS_LIMITS } from './limits/data-links.ts';
import { DATA_MODELS_LIMITS } from './limits/data-models.ts';
import { DELETIONS_LIMITS } from './limits/deletions.ts';
import { EVALUATION_LIMITS } from './limits/evaluation.ts';
import { EVENTS_LIMITS } from './limits/events.ts';
import { EXPORTS_LIMITS } from './limits/exports.ts';
import { GAPS_LIMITS } from './limits/gaps.ts';
import { HTTP_LIMITS } from './limits/http.ts';
import { IDENTITY_LIMITS } from './limits/identity.ts';
import { INDEXES_LIMITS } from './limits/indexes.ts';
import { INGEST_LIMITS } from './limits/ingest.ts';
import { LOOKUPS_LIMITS } from './limits/lookups.ts';
import { MACROS_LIMITS } from './limits/macros.ts';
import { MAIL_LIMITS } from './limits/mail.ts';
import { METADATA_LIMITS } from './limits/metadata.ts';
import { MODEL_LIMITS } from './limits/model.ts';
import { MOVING_LIMITS } from './limits/moving.ts';
import { OBJECTS_LIMITS } from './limits/objects.ts';
import { ORGANIZATIONS_LIMITS } from './limits/organizations.ts';
import { OUTBOUND_LIMITS } from './limits/outbound.ts';
import { PASSWORDS_LIMITS } from './limits/passwords.ts';
import { PIPELINES_LIMITS } from './limits/pipelines.ts';
import { QUERY_LIMITS } from './limits/query.ts';
import { QUEUE_LIMITS } from './limits/queue.ts';
import { RATES_LIMITS } from './limits/rates.ts';
import { READING_LIMITS } from './limits/reading.ts';
import { SAVED_SEARCHES_LIMITS } from './limits/saved-searches.ts';
import { SCHEDULE_LIMITS } from './limits/schedule.ts';
import { SERVICES_LIMITS } from './limits/services.ts';
import { SHORT_LINKS_LIMITS } from './limits/short-links.ts';
import { STATUS_LIMITS } from './limits/status.ts';
import { STORE_LIMITS } from './limits/store.ts';
import { TAIL_LIMITS } from './limits/tail.ts';
import { TARGETS_LIMITS } from './limits/targets.ts';
import { THREADS_LIMITS } from './limits/threads.ts';
import { VIEWS_LIMITS } from './limits/views.ts';

export const LIMITS = {
  http: HTTP_LIMITS,
  evaluation: EVALUATION_LIMITS,
  events: EVENTS_LIMITS,
  ingest: INGEST_LIMITS,
  gaps: GAPS_LIMITS,
  query: QUERY_LIMITS,
  views: VIEWS_LIMITS,
  tail: TAIL_LIMITS,
  deletions: DELETIONS_LIMITS,
  savedSearches: SAVED_SEARCHES_LIMITS,
  bundles: BUNDLES_LIMITS,
  agents: AGENTS_LIMITS,
  oauth: OAUTH_LIMITS,
  alerts: ALERTS_LIMITS,
  lookups: LOOKUPS_LIMITS,
  moving: MOVING_LIMITS,
  checks: CHECKS_LIMITS,
  macros: MACROS_LIMITS,
  dataModels: DATA_MODELS_LIMITS,
  dataLinks: DATA_LINKS_LIMITS,
  shortLinks: SHORT_LINKS_LIMITS,
  dashboards: DASHBOARDS_LIMITS,
  exports: EXPORTS_LIMITS,
  services: SERVICES_LIMITS,
  organizations: ORGANIZATIONS_LIMITS,
  identity: IDENTITY_LIMITS,
  audit: AUDIT_LIMITS,
  indexes: INDEXES_LIMITS,
  pipelines: PIPELINES_LIMITS,
  rates: RATES_LIMITS,
  passwords: PASSWORDS_LIMITS,
  accounts: ACCOUNTS_LIMITS,
  credentials: CREDENTIALS_LIMITS,
  accountMails: ACCOUNT_MAILS_LIMITS,
  targets: TARGETS_LIMITS,
  cardinality: CARDINALITY_LIMITS,
  status: STATUS_LIMITS,
  mail: MAIL_LIMITS,
  outbound: OUTBOUND_LIMITS,
  backup: BACKUP_LIMITS,
  schedule: SCHEDULE_LIMITS,
  metadata: METADATA_LIMITS,
  counters: COUNTERS_LIMITS,
  objects: OBJECTS_LIMITS,
  reading: READING_LIMITS,
  threads: THREADS_LIMITS,
  model: MODEL_LIMITS,
  queue: QUEUE_LIMITS,
  store: STORE_LIMITS,
} as const;

type Promised = Widen<typeof LIMITS>;
type GroupOf<Table, Group> = Group extends keyof Table ? Table[Group] : unknown;

/** The whole table as one installation has it: what is promised, and what its operator has set. */
export type Limits = {
  readonly [G in keyof (Promised & SettableLimits)]: GroupOf<Promised, G> &
    GroupOf<SettableLimits, G>;
};

export function limitsWith(settable: SettableLimits): Limits {
  const tables: readonly Readonly<Record<string, object>>[] = [LIMITS, settable];
  const groups = new Set(tables.flatMap((table) => Object.keys(table)));
  const merged = [...groups].map((group) => [
    group,
    { ...tables[0]?.[group], ...tables[1]?.[group] },
  ]);
  // Every group of either table is there, with the values of both.
  return Object.fromEntries(merged) as Limits;
}
