import { LIMITS } from '../../spec/limits.ts';
import type { StatsFunction } from './signature.ts';

/** Every function of `stats` and its kin, by its canonical name. */
export const STATS_FUNCTIONS = {
  count: {
    aliases: ['c'],
    argument: 'optional',
    summary: 'Number of rows; with a field, number of values that are not NULL.',
  },
  dc: {
    aliases: ['distinct_count'],
    argument: 'required',
    summary: 'Exact number of distinct values. Values are text: 1, 1.0 and 01 are three.',
  },
  estdc: {
    argument: 'required',
    summary: 'Estimated number of distinct values: fast, with little memory.',
  },
  sum: { argument: 'required', summary: 'The sum of the numeric values.' },
  sumsq: { argument: 'required', summary: 'The sum of the squares.' },
  avg: { aliases: ['mean'], argument: 'required', summary: 'The average of the numbers.' },
  min: {
    argument: 'required',
    summary: 'The smallest value: numeric if all values are numbers, otherwise alphabetical.',
  },
  max: {
    argument: 'required',
    summary: 'The largest value: numeric if all values are numbers, otherwise alphabetical.',
  },
  range: { argument: 'required', summary: 'The largest number minus the smallest.' },
  median: { argument: 'required', summary: 'The median.' },
  mode: { argument: 'required', summary: 'The most frequent value.' },
  stdev: { argument: 'required', summary: 'The standard deviation of a sample.' },
  stdevp: { argument: 'required', summary: 'The standard deviation of the whole population.' },
  var: { argument: 'required', summary: 'The variance of a sample.' },
  varp: { argument: 'required', summary: 'The variance of the whole population.' },
  perc: {
    aliases: ['p'],
    argument: 'required',
    percentile: true,
    summary: 'A percentile, approximate: `perc95(duration)`, `p99.9(duration)`.',
  },
  exactperc: {
    argument: 'required',
    percentile: true,
    summary: 'A percentile, exact: needs memory for every value.',
  },
  upperperc: {
    argument: 'required',
    percentile: true,
    summary: 'A percentile, approximate, rounded up.',
  },
  first: { argument: 'required', summary: 'The value of the first row (for events, the newest).' },
  last: { argument: 'required', summary: 'The value of the last row (for events, the oldest).' },
  earliest: { argument: 'required', summary: 'The value with the earliest `_time`.' },
  latest: { argument: 'required', summary: 'The value with the latest `_time`.' },
  earliest_time: {
    argument: 'required',
    summary: 'The earliest `_time` with a value.',
  },
  latest_time: { argument: 'required', summary: 'The latest `_time` with a value.' },
  rate: { argument: 'required', summary: 'The growth of a counter per second.' },
  values: { argument: 'required', summary: 'The distinct values in alphabetical order.' },
  list: {
    argument: 'required',
    summary: `The values in row order; the first ${LIMITS.query.listValuesMax}.`,
  },
  per_second: { argument: 'required', timechartOnly: true, summary: 'The sum per second.' },
  per_minute: { argument: 'required', timechartOnly: true, summary: 'The sum per minute.' },
  per_hour: { argument: 'required', timechartOnly: true, summary: 'The sum per hour.' },
  per_day: { argument: 'required', timechartOnly: true, summary: 'The sum per day.' },
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
