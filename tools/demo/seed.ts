/** What the demo organization has before the first visitor looks: indexes, a key, saved searches, alert rules, services, dashboards, exports. */
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from '../../test/support/programs/visitor.ts';
import { ALERT_RULES } from './alert-rules.ts';
import { DASHBOARDS } from './dashboards.ts';
import { archiveTo, REPORT } from './exports.ts';
import { addServices } from './services.ts';

export interface Seed {
  /** The key that the demo sends its events with. */
  readonly key: string;
}

const INDEXES = {
  web: 'Edge requests',
  app: 'Service logs of the shop',
  infra: 'Database and cluster logs',
  security: 'SSH logins',
  deploy: 'Deployment steps',
};

/** The first three are the tour, in order. */
const SAVED_SEARCHES = [
  {
    name: 'Tour 1: when did checkouts break?',
    query: 'index=web path=/checkout | timechart span=1m count by status',
    description: 'Orders fail with 502 minutes after a release. Click the chart to see the events.',
    earliest: '-60m',
  },
  {
    name: 'Tour 2: what do the errors have in common?',
    query: 'index=app level=error | patterns',
    description:
      'Thousands of lines, a handful of patterns. The connection pool of payments stands out.',
    earliest: '-60m',
  },
  {
    name: 'Tour 3: did the deployment go as planned?',
    query: 'index=deploy',
    description: 'Evaluate these events: check that the migration ran and the smoke test passed.',
    earliest: '-60m',
  },
  {
    name: 'Slowest checkouts',
    query:
      'index=web path=/checkout | stats count, p95(duration_ms) as p95, max(duration_ms) as slowest by region',
    description: '',
    earliest: '-60m',
  },
  {
    name: 'Failed logins by source IP',
    query: 'index=security level=warn | top limit=10 src_ip',
    description: '',
    earliest: '-24h',
  },
];

export async function seed(
  url: string,
  account: { readonly email: string; readonly password: string },
): Promise<Seed> {
  const visitor = await signIn(url, account);
  await visitor.change('/api/v1/organization', { name: 'Nordkante Demo' });
  await visitor.change('/api/v1/organization/billing', { plan: 'business' });
  for (const [name, description] of Object.entries(INDEXES)) {
    await visitor.create('/api/v1/indexes', { name, description });
  }
  for (const draft of SAVED_SEARCHES.toReversed()) {
    await visitor.create('/api/v1/saved-searches', draft);
  }
  for (const draft of ALERT_RULES.toReversed()) {
    await visitor.create('/api/v1/alert-rules', draft);
  }
  for (const definition of DASHBOARDS.toReversed()) {
    await visitor.create('/api/v1/dashboards/import', definition);
  }
  const draft = { name: 'demo shop', scope: 'ingest-only' };
  const { value } = await visitor.create<{ value: string }>('/api/v1/api-keys', draft);
  return { key: value };
}

/** How often it is looked whether all that was sent can be found, a second apart. */
const LOOKS_MAX = 60;

/** Services know their past from the start, so they come once what was sent can be found. */
export async function seedServices(
  url: string,
  account: { readonly email: string; readonly password: string },
): Promise<void> {
  const visitor = await signIn(url, account);
  let before = -1;
  for (let look = 0; look < LOOKS_MAX; look++) {
    const query = encodeURIComponent('index IN (web, app, infra) earliest=-4h | stats count');
    const { rows } = await visitor.read<{ rows: { count: number }[] }>(
      `/api/v1/search?query=${query}`,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0 && count === before) break;
    before = count;
    await sleep(1_000);
  }
  await addServices((path, body) => visitor.create(path, body));
}

/** The report is written at once, so that there is a file to look at. */
export async function seedExports(
  url: string,
  account: { readonly email: string; readonly password: string },
  folder: string | undefined,
): Promise<void> {
  const visitor = await signIn(url, account);
  await visitor.create('/api/v1/exports', archiveTo(folder));
  const { id } = await visitor.create<{ id: string }>('/api/v1/exports', REPORT);
  await visitor.create(`/api/v1/exports/${id}/run`, undefined);
}
