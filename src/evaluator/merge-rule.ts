/** How results for parts of a log come together for an item. */
import { isAboutAll } from './read-expectation.ts';
import { readCountRule } from './read-count-rule.ts';

/**
 * `latest`: what later rows say counts, as within one part. `all`: the item is about everything, so one failure decides.
 * `least` and `most`: it is about how often something happened, and parts can't be added up.
 */
export type MergeRule = 'latest' | 'all' | 'least' | 'most' | 'exactly';

export function readMergeRule(description: string): MergeRule {
  const rule = readCountRule(description)?.rule;
  if (rule === undefined) return isAboutAll(description) ? 'all' : 'latest';
  if (rule.max === Infinity) return 'least';
  return rule.min === 0 ? 'most' : 'exactly';
}
