import { LIMITS } from '../../spec/limits.ts';
import type { StatsFunction } from './signature.ts';

/** Every function of `stats` and its kin, by its canonical name. */
export const STATS_FUNCTIONS = {
  count: {
    aliases: ['c'],
    argument: 'optional',
    summary: 'Number of rows. With a field, the number of values that aren’t NULL.',
  },
  dc: {
    aliases: ['distinct_count'],
    argument: 'required',
    summary:
      'Exact number of distinct values. Values are compared as strings: 1, 1.0 and 01 are distinct.',
  },
  estdc: {
    argument: 'required',
    summary: 'Estimated number of distinct values. Faster and uses less memory than `dc`.',
  },
  sum: { argument: 'required', summary: 'Sum of the numeric values.' },
  sumsq: { argument: 'required', summary: 'Sum of the squares of the numeric values.' },
  avg: { aliases: ['mean'], argument: 'required', summary: 'Average of the numeric values.' },
  min: {
    argument: 'required',
    summary:
      'Minimum value. Compared numerically if all values are numbers, otherwise alphabetically.',
  },
  max: {
    argument: 'required',
    summary:
      'Maximum value. Compared numerically if all values are numbers, otherwise alphabetically.',
  },
  range: {
    argument: 'required',
    summary: 'Difference between the maximum and the minimum of the numeric values.',
  },
  median: { argument: 'required', summary: 'Median of the numeric values.' },
  mode: { argument: 'required', summary: 'Most common value.' },
  stdev: { argument: 'required', summary: 'Sample standard deviation.' },
  stdevp: { argument: 'required', summary: 'Population standard deviation.' },
  var: { argument: 'required', summary: 'Sample variance.' },
  varp: { argument: 'required', summary: 'Population variance.' },
  perc: {
    aliases: ['p'],
    argument: 'required',
    percentile: true,
    summary: 'Approximate percentile, for example `perc95(duration)` or `p99.9(duration)`.',
  },
  exactperc: {
    argument: 'required',
    percentile: true,
    summary: 'Exact percentile. Keeps every value in memory.',
  },
  upperperc: {
    argument: 'required',
    percentile: true,
    summary: 'Approximate percentile. Same as `perc`.',
  },
  first: { argument: 'required', summary: 'Value in the first row (for events, the newest).' },
  last: { argument: 'required', summary: 'Value in the last row (for events, the oldest).' },
  earliest: { argument: 'required', summary: 'Value with the earliest `_time`.' },
  latest: { argument: 'required', summary: 'Value with the latest `_time`.' },
  earliest_time: {
    argument: 'required',
    summary: 'Earliest `_time` at which the field has a value.',
  },
  latest_time: { argument: 'required', summary: 'Latest `_time` at which the field has a value.' },
  rate: { argument: 'required', summary: 'Per-second rate of increase of a counter.' },
  values: { argument: 'required', summary: 'Distinct values, sorted alphabetically.' },
  list: {
    argument: 'required',
    summary: `The first ${LIMITS.query.listValuesMax} values, in row order.`,
  },
  sparkline: {
    argument: 'optional',
    summary:
      'Small chart over time, for example `sparkline`, `sparkline(avg(bytes))` or `sparkline(sum(bytes), 1h)`. A list that starts with `##__SPARKLINE__##`.',
  },
  per_second: { argument: 'required', timechartOnly: true, summary: 'Sum per second.' },
  per_minute: { argument: 'required', timechartOnly: true, summary: 'Sum per minute.' },
  per_hour: { argument: 'required', timechartOnly: true, summary: 'Sum per hour.' },
  per_day: { argument: 'required', timechartOnly: true, summary: 'Sum per day.' },
} as const satisfies Record<string, StatsFunction>;

export type StatsFunctionName = keyof typeof STATS_FUNCTIONS;

const BY_NAME = new Map<string, readonly [name: StatsFunctionName, facts: StatsFunction]>(
  Object.entries<StatsFunction>(STATS_FUNCTIONS).flatMap(([name, facts]) =>
    [name, ...(facts.aliases ?? [])].map((spelling) => [spelling, [asName(name), facts]] as const),
  ),
);

/** The keys of the table are exactly its names; Object.entries forgets it. */
function asName(name: string): StatsFunctionName {
  return name as StatsFunctionName;
}

export interface FoundStatsFunction {
  readonly name: StatsFunctionName;
  readonly facts: StatsFunction;
  readonly percentile: number | undefined;
}

/** Names are not case-sensitive; `p95` and `perc99.9` carry their number. */
export function findStatsFunction(spelling: string): FoundStatsFunction | undefined {
  const lower = spelling.toLowerCase();
  const match = /^([a-z]+?)(\d{1,2}(?:\.\d{1,3})?|100)$/.exec(lower);
  const found = BY_NAME.get(match?.[1] ?? lower);
  if (found === undefined) return undefined;
  const [name, facts] = found;
  if ((facts.percentile === true) !== (match !== null)) return undefined;
  return { name, facts, percentile: match === null ? undefined : Number(match[2]) };
}

export const STATS_FUNCTION_NAMES: readonly string[] = [...BY_NAME.keys()].filter(
  (name) => name !== 'c' && name !== 'p',
);
