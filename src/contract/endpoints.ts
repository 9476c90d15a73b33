/** Every endpoint of the product, by name. A new file of this folder gets its line here. */
import * as accounts from './accounts.ts';
import * as audit from './audit.ts';
import * as credentials from './credentials.ts';
import * as deadLetters from './dead-letters.ts';
import * as elasticsearch from './elasticsearch.ts';
import type { Endpoint } from './endpoint.ts';
import * as evaluation from './evaluation.ts';
import * as hec from './hec.ts';
import * as indexes from './indexes.ts';
import * as ingest from './ingest.ts';
import * as loki from './loki.ts';
import * as lookups from './lookups.ts';
import * as logDeletions from './log-deletions.ts';
import * as logExport from './log-export.ts';
import * as logTail from './log-tail.ts';
import * as members from './members.ts';
import * as organizations from './organizations.ts';
import * as operator from './operator.ts';
import * as pipelines from './pipelines.ts';
import * as otlp from './otlp.ts';
import * as platform from './platform.ts';
import * as receipts from './receipts.ts';
import * as savedSearches from './saved-searches.ts';
import * as search from './search.ts';
import * as searchViews from './search-views.ts';

const FILES: readonly Readonly<Record<string, unknown>>[] = [
  ingest,
  otlp,
  hec,
  elasticsearch,
  loki,
  receipts,
  indexes,
  pipelines,
  search,
  searchViews,
  logExport,
  logTail,
  logDeletions,
  savedSearches,
  lookups,
  evaluation,
  deadLetters,
  accounts,
  organizations,
  operator,
  members,
  credentials,
  audit,
  platform,
];

export const ENDPOINTS: Readonly<Record<string, Endpoint>> = byName(
  FILES.flatMap((file) => Object.entries(file)).filter(isNamedEndpoint),
);

/** Two of one name would hide one of them from every document. */
function byName(entries: readonly [string, Endpoint][]): Record<string, Endpoint> {
  const named: Record<string, Endpoint> = {};
  for (const [name, endpoint] of entries) {
    if (Object.hasOwn(named, name)) throw new Error(`Two endpoints are named ${name}: rename one`);
    named[name] = endpoint;
  }
  return named;
}

function isNamedEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry;
  return typeof value === 'object' && value !== null && 'method' in value && 'url' in value;
}
