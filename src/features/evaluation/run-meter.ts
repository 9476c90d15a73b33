import type { Metrics } from '../../base/metrics.ts';

/** Counts runs for the operator. Numbers only: nothing of rows, criteria or verdicts. */
export interface RunMeter {
  preview(): void;
  run(outcome: string, provider: string, seconds: number): void;
}

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

export function createRunMeter(metrics: Metrics): RunMeter {
  const runs = metrics.counter('xplain_evaluations_total', 'Evaluations by outcome.', [
    'outcome',
    'provider',
  ]);
  const seconds = metrics.histogram(
    'xplain_evaluation_seconds',
    'Duration of an evaluation.',
    SECONDS,
    ['provider'],
  );
  return {
    preview: () => runs.add(1, { outcome: 'preview', provider: 'none' }),
    run: (outcome, provider, took) => {
      runs.add(1, { outcome, provider });
      seconds.observe(took, { provider });
    },
  };
}
