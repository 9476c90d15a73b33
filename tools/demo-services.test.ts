/** The incident of the demo makes payments critical, and names it as the cause of what happens to checkout. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrganizationId } from '../src/base/ids.ts';
import type { Metadata } from '../src/engines/metadata/metadata.ts';
import { MINUTE_MS, SECOND_MS } from '../src/spec/units.ts';
import { openTestStore } from '../test/support/open-test-store.ts';
import type { TestEvent } from '../test/support/start-search.ts';
import { startExports } from '../test/support/exports/start-exports.ts';
import { startServices } from '../test/support/services/start-services.ts';
import { ARCHIVE_FOLDER, demoSections } from './demo/bundle.ts';
import { eventsAt } from './demo/send-history.ts';

const store = await openTestStore();
/** How long before the start of the demo the release went out, and how long after it the shop is looked at. */
const BEFORE_START_MINUTES = 42;
const BEFORE_MINUTES = 4;
const AFTER_MINUTES = 12;

test('five services with twenty KPIs are well before the release, and tell who is to blame after it', async (t) => {
  const services = await startServices(t, store);
  const { clock, metadata } = services.access;
  const { id: organization, owner } = await services.access.newOrganization('business');
  await addIndexes(metadata, organization);
  const releasedAt = Math.ceil(clock.now() / MINUTE_MS) * MINUTE_MS;
  const startedAt = releasedAt + BEFORE_START_MINUTES * MINUTE_MS;
  const send = async (from: number, to: number): Promise<void> => {
    const events: TestEvent[] = [];
    for (let second = from; second < to; second += SECOND_MS) {
      for (const each of eventsAt(startedAt, second)) {
        const { timestamp, index, level, source, event, attributes } = each;
        const fields = Object.fromEntries(
          Object.entries(attributes).map(([name, value]) => [name, String(value)]),
        );
        events.push({ timestamp, index, level, source, body: event, fields });
      }
    }
    await services.write(organization, events);
  };
  const statesOf = async (ids: ReadonlyMap<string, string>) => {
    const found: string[] = [];
    for (const [name, id] of ids) {
      const { state, likelyCauses } = await services.health(owner, id);
      const causes = likelyCauses.map(({ service }) => service).join(', ');
      found.push(`${name} ${state}${causes === '' ? '' : ` by ${causes}`}`);
    }
    return found;
  };
  await send(releasedAt - BEFORE_MINUTES * MINUTE_MS, releasedAt);
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await services.call(`POST ${path}`, { as: owner, body });
    assert.equal(answer.status, 201, answer.text);
    return (answer.body.data as { id: string }).id;
  };
  const sections = await demoSections();
  const ids = new Map<string, string>();
  for (const [name, definition] of Object.entries(sections['services'] ?? {})) {
    const names = (definition['dependsOn'] ?? []) as readonly string[];
    const dependsOn = names.flatMap((each) => ids.get(each) ?? []);
    ids.set(name, await create('/api/v1/services', { name, ...definition, dependsOn }));
  }
  const kpis = Object.values(sections['kpis'] ?? {});
  for (const { service, ...kpi } of kpis) {
    await create('/api/v1/kpis', { serviceId: ids.get(String(service)), ...kpi });
  }
  await services.measure();
  const before = await statesOf(ids);

  for (let minute = 1; minute <= AFTER_MINUTES; minute++) {
    const to = releasedAt + minute * MINUTE_MS;
    await send(to - MINUTE_MS, to);
    clock.advance(to + 30 * SECOND_MS - clock.now());
    await services.measure();
  }

  assert.deepEqual(
    before,
    ['database', 'payments', 'inventory', 'checkout', 'gateway'].map((name) => `${name} healthy`),
  );
  const after = await statesOf(ids);
  assert.ok(after.includes('payments critical'), after.join('; '));
  assert.ok(after.includes('inventory healthy'), after.join('; '));
  const checkout = after.find((each) => each.startsWith('checkout')) ?? '';
  assert.match(checkout, /^checkout (degraded|critical) by (.*, )?payments/);
  assert.equal(kpis.length, 20);
});

async function addIndexes(
  metadata: Pick<Metadata, 'db'>,
  organization: OrganizationId,
): Promise<void> {
  await metadata.db
    .insertInto('indexes')
    .values(
      ['web', 'app', 'infra', 'security', 'deploy'].map((name) => ({
        organization_id: organization,
        name,
        description: '',
        retention_days: null,
        created_at: 0,
      })),
    )
    .execute();
}

test('the platform takes the exports of the demo, and writes its report', async (t) => {
  const { access, call, runDue } = await startExports(t, { store });
  const { id: organization, owner } = await access.newOrganization('business');
  await addIndexes(access.metadata, organization);
  const create = (body: unknown) => call('POST /api/v1/exports', { as: owner, body });
  const { exports = {} } = await demoSections();
  const archive = exports['all-events'];
  assert.deepEqual(archive?.['destination'], { kind: 'folder', folder: ARCHIVE_FOLDER });
  const { status, text } = await create(archive);
  assert.equal(status, 201, text);
  const report = await create(exports['checkouts-by-region']);
  assert.equal(report.status, 201, report.text);
  const { id } = report.body.data as { id: string };

  const asked = await call(`POST /api/v1/exports/${id}/run`, { as: owner });
  await runDue();

  assert.equal(asked.status, 202, asked.text);
  const { body } = await call(`GET /api/v1/exports/${id}/runs`, { as: owner });
  assert.deepEqual(
    (body.data as { state: string }[]).map(({ state }) => state),
    ['done'],
  );
});
