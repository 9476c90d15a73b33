import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlertRuleDraft } from '../src/contract/alert-rule-settings.ts';
import { advance, type GroupState } from '../src/features/alerts/states/advance.ts';
import { settleDraft } from '../src/features/alerts/rules/settle-settings.ts';
import { MINUTE_MS, SECOND_MS } from '../src/spec/units.ts';
import {
  settleMembers,
  simulatedStore,
  startConditions,
} from '../test/support/alerts/start-conditions.ts';
import type { TestEvent } from '../test/support/start-search.ts';
import { demoSections } from './demo/bundle.ts';
import { eventsAt } from './demo/send-history.ts';

const simulated = await simulatedStore();

/** The release goes out in the tenth minute, the roll-back comes in the twenty-seventh. */
const MINUTES = 36;
const RELEASE_MINUTE = 10;
/** How long before the start of the demo the release went out. */
const BEFORE_START_MINUTES = 42;

test('the incident of the demo fires one of them, once, and the others keep quiet', async (t) => {
  const tested = await startConditions(t, simulated);
  await tested.search.access.metadata.db
    .insertInto('indexes')
    .values(
      ['web', 'app', 'infra', 'security', 'deploy'].map((name) => ({
        organization_id: tested.organization,
        name,
        description: '',
        retention_days: null,
        created_at: 0,
      })),
    )
    .execute();
  const begin = Math.floor(tested.clock.now() / MINUTE_MS) * MINUTE_MS;
  const startedAt = begin + (RELEASE_MINUTE + BEFORE_START_MINUTES) * MINUTE_MS;
  const { alertRules = {} } = await demoSections();
  // Notifications are no part of this.
  const drafts = Object.values(alertRules).map(
    ({ channels: _channels, ...draft }) => draft as unknown as AlertRuleDraft,
  );
  const rules = drafts.map((draft) => ({
    rule: { ...tested.newRule(draft.condition), name: draft.name, settings: settleDraft(draft) },
    members: [] as ReturnType<typeof settleMembers>,
    memory: '',
    groups: [] as readonly GroupState[],
  }));
  const fired: string[] = [];
  const resolved: string[] = [];

  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const at = begin + minute * MINUTE_MS;
    tested.clock.advance(at - SECOND_MS - tested.clock.now());
    const events: TestEvent[] = [];
    for (let second = at - MINUTE_MS; second < at; second += SECOND_MS) {
      for (const each of eventsAt(startedAt, second)) {
        const { timestamp, index, level, source, event, attributes } = each;
        const fields = Object.fromEntries(
          Object.entries(attributes).map(([name, value]) => [name, String(value)]),
        );
        events.push({ timestamp, index, level, source, body: event, fields });
      }
    }
    await tested.write(events);
    tested.clock.advance(SECOND_MS);
    for (const each of rules) {
      const { rule, members, memory } = each;
      const known = new Set(each.groups.map(({ hash }) => hash));
      const measurement = await tested.measured(rule, at, { members, memory, groups: known });
      const next = advance(rule, each.groups, measurement, { at });
      each.members = settleMembers(rule, members, measurement);
      each.memory = measurement.memory ?? memory;
      each.groups = next.groups.map((group) => ({ ...group, incidentId: 'inc_1' }));
      for (const { kind } of next.transitions) {
        if (kind === 'fired') fired.push(rule.name);
        if (kind === 'resolved') resolved.push(rule.name);
      }
    }
  }

  assert.equal(rules.length, 5);
  assert.deepEqual(fired, ['Checkout errors']);
  assert.deepEqual(resolved, ['Checkout errors']);
});
