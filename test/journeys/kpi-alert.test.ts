/** "Alert on this": what the platform suggests for a KPI is a rule, and it fires when the KPI is critical. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../src/base/log.ts';
import type { AlertRuleDraft } from '../../src/contract/alert-rule-settings.ts';
import { measureRule } from '../../src/features/alerts/conditions/measure-rule.ts';
import { createRuleTrees } from '../../src/features/alerts/conditions/rule-trees.ts';
import type { Rule } from '../../src/features/alerts/rule.ts';
import { createAlertRule } from '../../src/features/alerts/rules/manage-alert-rules.ts';
import { settleDraft } from '../../src/features/alerts/rules/settle-settings.ts';
import { PLANS } from '../../src/spec/plans.ts';
import { SECOND_MS } from '../../src/spec/units.ts';
import { simulatedStore } from '../support/alerts/start-conditions.ts';
import { KPIS, startServices } from '../support/services/start-services.ts';

const simulated = await simulatedStore();
const EVERY_SECONDS = 60;
const DELAY_SECONDS = 30;

test('a KPI that becomes critical fires the rule that is suggested for it, and ends it when it is well', async (t) => {
  const services = await startServices(t, simulated.store);
  const { clock, metadata } = services.access;
  simulated.follow(clock);
  const { id: organization, owner } = await services.access.newOrganization();
  const service = await services.addService(owner);
  const times = { everySeconds: EVERY_SECONDS, delaySeconds: DELAY_SECONDS };
  const kpi = await services.addKpi(owner, service.id, times);
  await services.measure();
  const { rule: draft, secondsToFire } = await services.read<{
    rule: AlertRuleDraft;
    secondsToFire: number;
  }>(owner, `${KPIS}/${kpi.id}/alert`);
  const nothing = async () => {};
  const needs = { metadata, clock, plans: PLANS, resetRule: nothing, resetGroup: nothing };
  const { id } = await createAlertRule(needs, owner.actor, draft);
  const rule: Rule = {
    id,
    organization,
    name: draft.name,
    version: 1,
    isEnabled: true,
    settings: settleDraft(draft),
    snoozedUntil: null,
    createdBy: '',
    changedAt: 0,
  };
  const fires = async (): Promise<boolean> => {
    const judge = { judge: unasked, estimate: unasked };
    const search = { ...services.needs, searchKind: 'alert' } as const;
    const measurement = await measureRule(
      { search, metadata, trees: createRuleTrees(), judge, log: silentLog },
      rule,
      { at: clock.now(), timeoutMs: 30 * SECOND_MS, signal: new AbortController().signal },
      { members: [], memory: '', groups: new Set() },
    );
    assert.equal(measurement.kind, 'measured');
    return (
      measurement.kind === 'measured' && measurement.groups.some(({ holds }) => holds === 'true')
    );
  };
  /** Sends a slot of events, and waits until it is measured, stored and looked at. */
  const slot = async (bad: number): Promise<boolean> => {
    clock.advance(EVERY_SECONDS * SECOND_MS - (clock.now() % (EVERY_SECONDS * SECOND_MS)));
    await services.write(
      organization,
      Array.from({ length: 100 }, (_, at) => ({
        level: at < bad ? 'error' : 'info',
        fields: { service: 'checkout' },
      })),
    );
    clock.advance((EVERY_SECONDS + DELAY_SECONDS + 1) * SECOND_MS);
    await services.measure();
    clock.advance(SECOND_MS);
    return fires();
  };

  const well = await slot(0);
  const bad = await slot(50);
  const over = await slot(0);

  assert.deepEqual([well, bad, over], [false, true, false]);
  assert.equal(draft.name, 'checkout: Error rate is critical');
  assert.equal(secondsToFire, 125);
});

function unasked(): Promise<never> {
  return Promise.reject(new Error('this test has nothing judged'));
}
