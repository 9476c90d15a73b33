/** Back-tests on a real store whose time a test moves. */
import type { TestContext } from 'node:test';
import { AppError } from '../../../src/base/errors.ts';
import type { AlertTest } from '../../../src/contract/alert-tests.ts';
import { type TestOptions, testRule } from '../../../src/features/alerts/backtest/test-rule.ts';
import type { Rule } from '../../../src/features/alerts/rule.ts';
import { LIMITS } from '../../../src/spec/limits.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/spec/units.ts';
import type { seededRandom } from '../seeded-random.ts';
import type { TestEvent } from '../start-search.ts';
import { type ConditionsUnderTest, simulatedStore, startConditions } from './start-conditions.ts';

const simulated = await simulatedStore();

export interface Tested extends ConditionsUnderTest {
  readonly backtest: (rule: Rule, options?: Partial<TestOptions>) => Promise<AlertTest>;
  /** Hears how long a statement may take, before it is run. */
  onStatement: (timeoutMs: number) => void;
  readonly tests: string[];
  /** Of the back-tests from here on. */
  groupsMax: number;
}

export async function startBacktest(t: TestContext): Promise<Tested> {
  const tested = await startConditions(t, simulated);
  const { owner } = await tested.search.access.newOrganization();
  const tests: string[] = [];
  const { search } = tested.needs;
  const store: typeof search.store = {
    ...search.store,
    query: (statement, options = {}) => {
      whole.onStatement(options.timeoutMs ?? 0);
      return search.store.query(statement, { ...options, timeoutMs: LIMITS.alerts.testMsMax });
    },
  };
  const needs = {
    ...tested.needs,
    search: {
      ...search,
      store,
      get limits() {
        const { query } = search.limits;
        return { ...search.limits, query: { ...query, groupsMax: whole.groupsMax } };
      },
    },
    judge: {
      judge: async () => ({
        findings: [
          {
            id: 'a',
            status: 'failed' as const,
            confidence: 1,
            isIncomplete: false,
            eventIds: [],
          },
        ],
        creditsSpent: 0.5,
      }),
      estimate: async () => 0.25,
    },
    frontier: async () => tested.clock.now(),
    testChannel: async (_: unknown, id: string) => {
      tests.push(id);
      if (id === 'chn_gone') throw new AppError('NOT_FOUND', 'No such channel.');
      return { state: 'sent' as const };
    },
  };
  const whole: Tested = {
    ...tested,
    tests,
    groupsMax: search.limits.query.groupsMax,
    onStatement: () => {},
    backtest: (rule, options = {}) => {
      const all = { hours: 2, notify: false, spend: false, ...options };
      return testRule(needs, owner.actor, rule, all, new AbortController().signal);
    },
  };
  return whole;
}

/** What a minute brings: bursts, slow hosts, backlogs and replays, the same in every run. */
export function eventsOf(minute: number, random: ReturnType<typeof seededRandom>): TestEvent[] {
  const events: TestEvent[] = [];
  const add = (count: number, host: string, agoMs: number): void => {
    for (let i = 0; i < count; i += 1) {
      events.push({ agoMs: agoMs + random.integer(0, 20) * SECOND_MS, fields: { host } });
    }
  };
  add(random.integer(0, 3), 'web-1', 0);
  if (minute % 40 === 20) add(30, 'web-2', 0);
  add(random.integer(0, 2), 'slow', 2 * MINUTE_MS);
  if (minute % 30 === 10) add(random.integer(5, 25), 'web-1', random.integer(5, 40) * MINUTE_MS);
  if (minute % 50 === 45) add(random.integer(1, 3), 'old', 20 * HOUR_MS);
  if (minute % 50 === 46) add(10, 'older', 30 * HOUR_MS);
  return events;
}
