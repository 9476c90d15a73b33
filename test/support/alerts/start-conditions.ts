/** What rules are measured with, on a real store whose time a test moves. */
import type { TestContext } from 'node:test';
import type { OrganizationId } from '../../../src/base/ids.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { AlertCondition } from '../../../src/contract/alert-conditions.ts';
import type { AlertRuleSettings } from '../../../src/contract/alert-rule-settings.ts';
import type { AlertMemberRow } from '../../../src/engines/metadata/tables/alerts.ts';
import type { LogStore } from '../../../src/engines/store/store.ts';
import type { ConditionNeeds } from '../../../src/features/alerts/conditions/condition-needs.ts';
import type { Judge } from '../../../src/features/alerts/conditions/judge.ts';
import { measureRule } from '../../../src/features/alerts/conditions/measure-rule.ts';
import type {
  Known,
  Measurement,
  Tick,
} from '../../../src/features/alerts/conditions/measurement.ts';
import { createRuleTrees } from '../../../src/features/alerts/conditions/rule-trees.ts';
import type { Rule } from '../../../src/features/alerts/rule.ts';
import { settleCondition } from '../../../src/contract/alert-rule-form.ts';
import type { GapKind } from '../../../src/flow/ingest/index.ts';
import { runSearch } from '../../../src/flow/search/index.ts';
import { EXAMPLE_SETTINGS } from './example-rule.ts';
import { putGap } from '../put-gap.ts';
import { DAY_MS, SECOND_MS } from '../../../src/spec/units.ts';
import type { FakeClock } from '../fake-clock.ts';
import { openSimulatedStore } from '../store/open-simulated-store.ts';
import { type SearchUnderTest, startSearch, type TestEvent } from '../start-search.ts';

type Measured = Extract<Measurement, { kind: 'measured' }>;

type Measuring = [rule: Rule, at?: number, known?: Partial<Known>, tick?: Partial<Tick>];

export interface ConditionsUnderTest {
  readonly search: SearchUnderTest;
  readonly clock: FakeClock;
  readonly organization: OrganizationId;
  readonly needs: ConditionNeeds;
  /** Stores events now; `agoMs` says how long ago they happened. */
  readonly write: (events: readonly TestEvent[]) => Promise<string[]>;
  /** The ids of the events that a query finds, as people run it. */
  readonly find: (query: string) => Promise<string[]>;
  readonly measure: (...given: Measuring) => Promise<Measurement>;
  /** The same, where it is expected to go well. */
  readonly measured: (...given: Measuring) => Promise<Measured>;
  readonly newRule: (condition: AlertCondition, settings?: Partial<AlertRuleSettings>) => Rule;
  readonly openGap: (kind: GapKind, from: number, to: number | null) => Promise<void>;
}

const noJudge: Judge = {
  judge: () => Promise.reject(new Error('this test has nothing judged')),
  estimate: () => Promise.reject(new Error('this test has nothing judged')),
};

export interface SimulatedStore {
  readonly store: LogStore;
  /** By whose clock it goes from now on. */
  readonly follow: (clock: FakeClock) => void;
}

/** One store for all tests of a file; each has an organization of its own, and its own clock. */
export async function simulatedStore(): Promise<SimulatedStore> {
  let current: FakeClock | undefined;
  const store = await openSimulatedStore({ now: () => current?.now() ?? 0 });
  return {
    store,
    follow(clock) {
      // Time of a store does not go back: each test begins a day after the one before it.
      if (current !== undefined) clock.advance(current.now() + DAY_MS - clock.now());
      current = clock;
    },
  };
}

export async function startConditions(
  t: TestContext,
  { store, follow }: SimulatedStore,
  judge: Judge = noJudge,
): Promise<ConditionsUnderTest> {
  const search = await startSearch(t, store, () => {});
  const { clock } = search.access;
  follow(clock);
  const { id: organization, owner } = await search.access.newOrganization();
  const { metadata } = search.access;
  const needs: ConditionNeeds = {
    search: { ...search.needs, searchKind: 'alert' },
    metadata,
    trees: createRuleTrees(),
    judge,
    log: silentLog,
  };
  const measure: ConditionsUnderTest['measure'] = (
    rule,
    at = clock.now(),
    known = {},
    tick = {},
  ) => {
    const { signal } = new AbortController();
    return measureRule(
      needs,
      rule,
      { at, timeoutMs: 30 * SECOND_MS, signal, ...tick },
      {
        members: [],
        memory: '',
        groups: new Set(),
        ...known,
      },
    );
  };
  let gaps = 0;
  let rules = 0;
  return {
    search,
    clock,
    organization,
    needs,
    write: (events) => search.write(organization, events),
    async find(query) {
      const { signal } = new AbortController();
      const { data } = await runSearch(search.needs, owner.actor, { query }, signal);
      return data.rows.map((row) => String(row['_id']));
    },
    measure,
    async measured(...given) {
      const measurement = await measure(...given);
      if (measurement.kind === 'measured') return measurement;
      throw new Error(`${measurement.code}: ${measurement.message}`);
    },
    newRule: (condition, settings) =>
      ruleOf(organization, `alr_${(rules += 1)}`, condition, settings),
    openGap: (kind, from, to) =>
      putGap(metadata, { id: `gap_${(gaps += 1)}`, node: 'n1', organization, kind, from, to }),
  };
}

export function ruleOf(
  organization: OrganizationId,
  id: string,
  condition: AlertCondition,
  settings: Partial<AlertRuleSettings> = {},
): Rule {
  return {
    id,
    organization,
    name: id,
    version: 1,
    isEnabled: true,
    settings: {
      ...EXAMPLE_SETTINGS,
      query: '*',
      keepFiring: 60,
      condition: settleCondition(condition),
      ...settings,
    },
    snoozedUntil: null,
    createdBy: 'usr_test',
    changedAt: 0,
  };
}

/** The rows of members after a tick, as settling writes them. */
export function settleMembers(
  rule: Rule,
  before: readonly AlertMemberRow[],
  { members }: Measured,
): AlertMemberRow[] {
  const rows = new Map(before.map((row) => [row.group_hash, row]));
  for (const { key, hash, windowsSeen, isExpected, firstSeenAt, lastSeenAt } of members?.seen ??
    []) {
    rows.set(hash, {
      organization_id: rule.organization,
      rule_id: rule.id,
      group_hash: hash,
      group_key: JSON.stringify(key),
      windows_seen: windowsSeen,
      is_expected: isExpected ? 1 : 0,
      first_seen_at: firstSeenAt,
      last_seen_at: lastSeenAt,
    });
  }
  for (const hash of members?.expired ?? []) rows.delete(hash);
  return [...rows.values()];
}
