/** Every example of the page about services, run. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { SERVICES, startServices } from '../../../../test/support/services/start-services.ts';
import type { KpiDraft } from '../../../contract/kpi-settings.ts';
import type { Service } from '../../../contract/services.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';

interface Example {
  readonly kpi: Omit<KpiDraft, 'serviceId'>;
  /** In one slot. */
  readonly logged: readonly {
    readonly times: number;
    readonly level?: string;
    readonly fields?: Readonly<Record<string, string>>;
  }[];
  readonly gives: Readonly<Record<'state' | 'value' | 'good' | 'total', unknown>>;
}

const page = readFileSync(new URL('../../../../docs/services.md', import.meta.url), 'utf8');
const blocks = (head: string): unknown[] =>
  [...page.matchAll(new RegExp(`^\`\`\`json ${head}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => JSON.parse(text) as unknown,
  );
const examples = blocks('example') as Example[];
const [service] = blocks('service');
const store = await openTestStore();

for (const { kpi: draft, logged, gives } of examples) {
  test(`the example “${draft.name}” gives what the page says`, async (t) => {
    const services = await startServices(t, store);
    const { id: organization, owner } = await services.access.newOrganization();
    const { clock } = services.access;
    const made = await services.call(`POST ${SERVICES}`, { as: owner, body: service as object });
    assert.equal(made.status, 201, made.text);
    const kpi = await services.addKpi(owner, (made.body.data as Service).id, {
      warning: null,
      critical: null,
      ...draft,
    });
    await services.measure();
    const events = logged.flatMap(({ times, level = 'info', fields = {} }) =>
      Array.from({ length: times }, () => ({ level, fields: { service: 'checkout', ...fields } })),
    );
    clock.advance(SECOND_MS);
    if (events.length > 0) await services.write(organization, events);
    clock.advance((kpi.everySeconds + kpi.delaySeconds) * SECOND_MS);
    await services.measure();

    const { state, value, good, total } = await services.kpi(owner, kpi.id);
    assert.deepEqual({ state, value, good, total }, gives);
  });
}

test('the page shows every kind of measure, and speaks of the bounds as they are', () => {
  assert.ok(examples.length >= 5);
  const kinds = new Set(examples.map(({ kpi }) => kpi.measure.kind));
  assert.deepEqual(kinds, new Set(['ratio', 'aggregate', 'query']));
  const { delaySecondsMin, delaySecondsMax, delaySecondsDefault, slotsKeptDays } = LIMITS.services;
  assert.ok(page.includes(`${delaySecondsMin} to ${delaySecondsMax} (${delaySecondsDefault})`));
  assert.ok(page.includes(`for ${slotsKeptDays} days`));
});
