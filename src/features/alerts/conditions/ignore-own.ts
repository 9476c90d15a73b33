import { parse, type Query } from '../../../language/index.ts';

const ID = /^alr_\w+$/;

/**
 * A rule that looks into the index of alerts does not see what it has caused itself: else its own firing would keep it
 * firing for ever.
 */
export function ignoreOwn(query: Query, text: string, ruleId: string): Query {
  const [first, ...others] = query.stages;
  // Wildcards do not match the indexes of the platform: a query on this one names it.
  if (first?.kind !== 'search' || !text.includes('_alerts') || !ID.test(ruleId)) return query;
  const filter = parse(`* | where isnull(rule_id) OR rule_id!="${ruleId}"`).query?.stages[1];
  if (filter === undefined) throw new Error('the filter of own events cannot be read');
  return { ...query, stages: [first, filter, ...others] };
}
