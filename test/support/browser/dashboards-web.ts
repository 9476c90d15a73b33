/** Dashboards in the browser: what journeys about them begin with. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DashboardDefinition } from '../../../src/contract/dashboard-definition.ts';
import type { Dashboard } from '../../../src/contract/dashboards.ts';
import { signIn, type Visitor } from '../programs/visitor.ts';
import { sendEvents, startWebApp, type WebApp } from './web-people.ts';
import type { VisitOptions } from './start-browser.ts';

const ERRORS = 40;
const MINUTE_MS = 60_000;

/** Errors of four hosts, one a minute: what a dashboard shows of the present is rounded down. */
async function sendPast(web: WebApp, owner: Visitor): Promise<void> {
  const draft = { name: 'sender', scope: 'ingest-only' };
  const { value: key } = await owner.create<{ value: string }>('/api/v1/api-keys', draft);
  const now = Date.now();
  const events = Array.from({ length: ERRORS }, (_, number) => ({
    timestamp: now - (number + 1) * MINUTE_MS,
    event: `payment ${number} refused by bank`,
    level: 'error',
    source: 'checkout',
    attributes: { host: `web-${number % 4}` },
  }));
  assert.equal(await sendEvents(web.app, key, events), 202);
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const { rows } = await owner.read<{ rows: unknown[] }>('/api/v1/logs?limit=1000&earliest=-2h');
    if (rows.length >= ERRORS) return;
    await sleep(100);
  }
  assert.fail('the events did not become searchable');
}

export interface DashboardsWeb extends WebApp {
  readonly make: (definition: Partial<DashboardDefinition>) => Promise<Dashboard>;
  readonly read: (id: string) => Promise<Dashboard>;
  readonly list: () => Promise<readonly { readonly id: string; readonly name: string }[]>;
}

/** The program with errors in it, on a plan that has room for several dashboards; undefined without a browser. */
export async function startDashboardsWeb(
  t: TestContext,
  options: VisitOptions = {},
): Promise<DashboardsWeb | undefined> {
  const web = await startWebApp(t, options);
  if (web === undefined) return undefined;
  const owner = await signIn(web.app.url, web.person);
  await sendPast(web, owner);
  await owner.change('/api/v1/organization/billing', { plan: 'business' });
  return {
    ...web,
    make: (definition) =>
      owner.create<Dashboard>('/api/v1/dashboards', {
        definition: { schema: 1, name: 'Errors', time: { earliest: '-1h' }, ...definition },
      }),
    read: (id) => owner.read<Dashboard>(`/api/v1/dashboards/${id}`),
    list: () => owner.read('/api/v1/dashboards'),
  };
}
