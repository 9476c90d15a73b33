/** The evaluation that alert rules have their events judged by, for tests of rules. */
import { after } from 'node:test';
import type { Log } from '../../src/base/log.ts';
import { silentMetrics } from '../../src/base/metrics.ts';
import { openMemoryCounters } from '../../src/engines/counters/memory/open-memory-counters.ts';
import type { OpenedModel } from '../../src/engines/model/model.ts';
import type { Judge } from '../../src/features/alerts/conditions/judge.ts';
import { createJudge } from '../../src/features/evaluation/create-judge.ts';
import { createRunMeter } from '../../src/features/evaluation/run-meter.ts';
import { openEvaluationThreads } from '../../src/features/evaluation/threads/open-threads.ts';
import { PLANS } from '../../src/spec/plans.ts';
import { LIMITS } from './limits.ts';
import type { ConditionsUnderTest } from './alerts/start-conditions.ts';

export interface JudgeSetting {
  readonly model?: OpenedModel;
  readonly monthlyCredits?: number;
}

export type RealJudges = (tested: ConditionsUnderTest, log: Log, setting: JudgeSetting) => Judge;

/** One thread serves all tests of a file. */
export function realJudges(): RealJudges {
  const threads = openEvaluationThreads({ limits: LIMITS.evaluation });
  after(() => threads[Symbol.asyncDispose]());
  return (tested, log, { monthlyCredits = 1_000, model = { kind: 'offline' } }) =>
    createJudge(
      {
        ...tested.needs.search,
        metadata: tested.search.access.metadata,
        counters: openMemoryCounters({ clock: tested.clock, limits: LIMITS.counters }),
        plans: { ...PLANS, business: { ...PLANS.business, monthlyCredits } },
        threads,
        log,
        meter: createRunMeter(silentMetrics),
        model,
        offlineRegion: 'eu-self-hosted',
        vendor: 'vendor',
      },
      'alerts',
    );
}
