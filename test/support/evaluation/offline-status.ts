import { evaluateOffline } from '../../../src/evaluator/index.ts';
import type { FindingStatus } from '../../../src/spec/evaluation.ts';

/** What the offline evaluator says of one item. */
export function statusOf(lines: readonly string[], description: string): FindingStatus | undefined {
  const items = [{ id: 'a', description }];
  const { findings } = evaluateOffline({
    lines,
    criteria: 'How did it go?',
    items,
    mode: 'test_classification',
  });
  return findings[0]?.status;
}
