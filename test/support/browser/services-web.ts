/** Services in the browser: what journeys about them begin with. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KpiDraft } from '../../../src/contract/kpi-settings.ts';
import type { Service } from '../../../src/contract/services.ts';
import type { VisitOptions } from './start-browser.ts';
import { signIn, type Visitor } from '../programs/visitor.ts';
import { sendEvents, startWebApp, type WebApp } from './web-people.ts';

const MINUTE_MS = 60_000;
const MINUTES = 100;
/** The services go on for this long: whoever measures late on a slow machine finds what was there before. */
const MINUTES_AHEAD = 15;
const EVENTS_A_MINUTE = 6;
/** How many of the last minutes a service fails, if it does. */
const FAILING: Readonly<Record<string, number>> = { payments: 50, checkout: 30, catalog: 0 };
const BATCH = 500;
/** Measuring runs beside the pages, on a machine that does other things, too. */
export const MEASURED_MS_MAX = 60_000;

/**
 * Slots this long stay what they are while a journey lasts: the one under way has enough events whenever it ends.
 * Payments fails first, then checkout, which depends on it.
 */
const ERROR_RATE = {
  name: 'Error rate',
  measure: { kind: 'ratio', bad: 'level=error' },
  warning: 5,
  critical: 20,
  importance: 8,
  everySeconds: 900,
  delaySeconds: 30,
  minimumEvents: 5,
} as const satisfies Omit<KpiDraft, 'serviceId'>;
const THROUGHPUT = {
  name: 'Throughput',
  measure: { kind: 'aggregate', function: 'rate' },
  better: 'higher',
  importance: 2,
  everySeconds: 900,
  delaySeconds: 30,
} as const satisfies Omit<KpiDraft, 'serviceId'>;

export interface ServicesWeb extends WebApp {
  readonly owner: Visitor;
  /** Payments, checkout that depends on it, and a catalog that is well; by name. */
  readonly makeServices: () => Promise<ReadonlyMap<string, string>>;
}

/** The program with a past of three services in its events; undefined without a browser. */
export async function startServicesWeb(
  t: TestContext,
  options: VisitOptions = {},
): Promise<ServicesWeb | undefined> {
  const web = await startWebApp(t, options);
  if (web === undefined) return undefined;
  const owner = await signIn(web.app.url, web.person);
  await owner.change('/api/v1/organization/billing', { plan: 'business' });
  await sendPast(web, owner);
  return { ...web, owner, makeServices: () => makeServices(owner) };
}

async function sendPast(web: WebApp, owner: Visitor): Promise<void> {
  const draft = { name: 'sender', scope: 'ingest-only' };
  const { value: key } = await owner.create<{ value: string }>('/api/v1/api-keys', draft);
  const now = Date.now();
  const events = Object.entries(FAILING).flatMap(([service, failing]) =>
    Array.from({ length: (MINUTES_AHEAD + MINUTES) * EVENTS_A_MINUTE }, (_, number) => {
      const ago = Math.floor(number / EVENTS_A_MINUTE) - MINUTES_AHEAD;
      const isBad = Math.max(0, ago) < failing;
      return {
        timestamp: now - ago * MINUTE_MS - (number % EVENTS_A_MINUTE) * 5_000 - 1_000,
        event: isBad ? 'connection pool exhausted' : 'order placed',
        level: isBad ? 'error' : 'info',
        attributes: { service, duration_ms: 80 + (number % 40) },
      };
    }),
  );
  for (let from = 0; from < events.length; from += BATCH) {
    assert.equal(await sendEvents(web.app, key, events.slice(from, from + BATCH)), 202);
  }
  const asked = { query: '* | stats count', earliest: '-3h', latest: '+1h' };
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const { rows } = await owner.create<{ rows: { count: number }[] }>('/api/v1/search', asked);
    if (Number(rows[0]?.count ?? 0) >= events.length) return;
    await sleep(100);
  }
  assert.fail('the events did not become searchable');
}

async function makeServices(owner: Visitor): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const name of Object.keys(FAILING)) {
    const dependsOn = name === 'checkout' ? [ids.get('payments')] : [];
    const body = { name, selector: `service=${name}`, owner: 'Cards team', tier: 1, dependsOn };
    const { id } = await owner.create<Service>('/api/v1/services', body);
    ids.set(name, id);
    const slo = name === 'payments' ? { target: 99, windowDays: 7 } : null;
    await owner.create('/api/v1/kpis', { ...ERROR_RATE, slo, serviceId: id });
    await owner.create('/api/v1/kpis', { ...THROUGHPUT, serviceId: id });
  }
  return ids;
}
