import { settings } from './0001-settings.ts';
import { leases } from './0002-leases.ts';
import { mailOutbox } from './0003-mail-outbox.ts';
import { accounts } from './0004-accounts.ts';
import { organizations } from './0005-organizations.ts';
import { credentials } from './0006-credentials.ts';
import { indexes } from './0007-indexes.ts';
import { usage } from './0009-usage.ts';
import { savedSearches } from './0011-saved-searches.ts';
import { pipelines } from './0012-pipelines.ts';
import { quotas } from './0013-quotas.ts';
import { logDeletions } from './0014-log-deletions.ts';
import { aiCredits } from './0015-ai-credits.ts';
import { lookupTables } from './0016-lookup-tables.ts';
import { indexErasures } from './0017-index-erasures.ts';
import { auditReaders } from './0018-audit-readers.ts';
import { operators } from './0019-operators.ts';
import { indexRetentions } from './0020-index-retentions.ts';
import { dueRows } from './0022-due-rows.ts';
import { organizationSignIn } from './0023-organization-sign-in.ts';
import type { Migration } from './migration.ts';

/** Every step of the schema, oldest first. A room adds its own file at the end. */
export const MIGRATIONS: readonly Migration[] = [
  settings,
  leases,
  mailOutbox,
  accounts,
  organizations,
  credentials,
  indexes,
  usage,
  savedSearches,
  pipelines,
  quotas,
  logDeletions,
  aiCredits,
  lookupTables,
  indexErasures,
  auditReaders,
  operators,
  indexRetentions,
  dueRows,
  organizationSignIn,
];
