import type { TestContext } from 'node:test';
import { openMemoryCounters } from '../../../src/engines/counters/memory/open-memory-counters.ts';
import { noteFailedRun, requireNoPause } from '../../../src/features/evaluation/failed-runs.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { startEvaluation } from '../../support/evaluation/start-evaluation.ts';
import { SYSTEM } from '../actors.ts';
import { outcomeOf } from '../observe.ts';
import { probe, type ProbesOf } from '../probe.ts';
import { EVALUATION_THREAD_PROBES } from './threads.ts';

/** What the next run gets after two have failed, the last of them 100 ms ago. */
async function afterFailures(limits: Limits): Promise<string> {
  const clock = fakeClock();
  const needs = { counters: openMemoryCounters({ clock, limits: limits.counters }), limits };
  for (let run = 0; run < 2; run += 1) await noteFailedRun(needs, SYSTEM);
  clock.advance(100);
  return outcomeOf(() => requireNoPause(needs, SYSTEM));
}

/** The same, where two failures are too many. */
const afterTooMany = (limits: Limits): Promise<string> =>
  afterFailures({ ...limits, evaluation: { ...limits.evaluation, failedRunsMax: 2 } });

/** The status of a run whose time is over before it is asked about, or not. */
async function statusOfRun(limits: Limits, t: TestContext): Promise<number> {
  const { runMsMax } = limits.evaluation;
  const { run } = await startEvaluation(t, { limits: { runMsMax } });
  // Whether it was over, not how long it took: a time-out fires at once here, or never.
  t.mock.method(AbortSignal, 'timeout', (ms: number) =>
    ms < 10
      ? AbortSignal.abort(new DOMException('late', 'TimeoutError'))
      : new AbortController().signal,
  );
  const { status } = await run({ rows: ['a line'], criteria: 'Is there a line?' });
  return status;
}

export const EVALUATION_PROBES: ProbesOf<'evaluation'> = {
  evaluation: {
    ...EVALUATION_THREAD_PROBES,
    failedRunsMax: probe(afterFailures, [2, 'RATE_LIMITED'], [3, 'done']),
    failedRunsMs: probe(afterTooMany, [50, 'done'], [200, 'RATE_LIMITED']),
    runMsMax: probe(statusOfRun, [1, 408], [600_000, 200]),
  },
};
