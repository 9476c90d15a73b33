import assert from 'node:assert/strict';
import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { invalid } from '../../../base/errors.ts';
import type { Histogram } from '../../../contract/search-views.ts';
import {
  autoSpan,
  bucketsOf,
  lengthOf,
  parse,
  parseSpan,
  print,
  printSpan,
  type Query,
  type TimechartStage,
  type TimeSpan,
} from '../../../language/index.ts';
import { findBaseline } from '../compare/find-baseline.ts';
import { comparedRange } from '../compare/read-comparison.ts';
import { runSearch } from '../run-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { searchPart, type SearchPart, type ViewInput } from './search-part.ts';

export interface HistogramInput extends ViewInput {
  /** Automatic when it is missing. */
  readonly span?: string;
  /** The field whose values become series; empty for none. */
  readonly split?: string;
  /** `previous`, or how far back, such as `1d`. */
  readonly compare?: string;
}

/** How many of the events a search finds fall into each stretch of its range, empty ones included. */
export async function readHistogram(
  needs: SearchNeeds,
  actor: Actor,
  input: HistogramInput,
  signal: AbortSignal,
): Promise<Histogram> {
  const part = await searchPart(needs, actor, input);
  const { span, starts } = bucketsFor(needs, part, input.span);
  const split = input.split ?? 'level';
  const query = chartOf(part, span, split);
  const limit = needs.limits.query.rowsMax;
  const timeZone = part.zone.name;
  const asked = { query, ...part.bounds, timeZone, limit };
  const [{ data }, compared] = await Promise.all([
    runSearch(needs, actor, asked, signal),
    input.compare === undefined
      ? undefined
      : countEarlier(needs, actor, { part, span, compare: input.compare }, signal),
  ]);

  const names = data.columns.map(({ name }) => name).filter((name) => name !== '_time');
  const found = new Map(data.rows.map((row) => [Date.parse(String(row['_time'])), row]));
  // A bucket that is not among ours would be missing in the sum: better no answer than a wrong one.
  assert(
    found.keys().every((start) => starts.includes(start)),
    'buckets begin where they should',
  );
  const totals = new Map(names.map((name) => [name, 0]));
  const buckets = starts.map((start) => {
    const counts = names.map((name) => [name, Number(found.get(start)?.[name] ?? 0)] as const);
    for (const [name, count] of counts) totals.set(name, (totals.get(name) ?? 0) + count);
    const count = counts.reduce((sum, [, each]) => sum + each, 0);
    const bucket = {
      time: isoTime(start),
      count,
      ...(compared === undefined ? {} : { previous: compared.countOf(start) }),
    };
    return split === '' ? bucket : { ...bucket, values: Object.fromEntries(counts) };
  });
  const { stats, truncated, limits_applied, warnings } = data;
  return {
    from: part.bounds.earliest,
    to: part.bounds.latest,
    span: printSpan(span),
    split: split === '' ? null : split,
    total: [...totals.values()].reduce((sum, count) => sum + count, 0),
    series: split === '' ? [] : [...totals].map(([value, count]) => ({ value, count })),
    buckets,
    ...(compared === undefined ? {} : { comparison: compared.comparison }),
    stats,
    truncated,
    limits_applied: [...limits_applied],
    warnings: [...warnings],
  };
}

interface Earlier {
  readonly part: SearchPart;
  readonly span: TimeSpan;
  readonly compare: string;
}

/** How many events there were in the bucket that each is compared with. */
async function countEarlier(
  needs: SearchNeeds,
  actor: Actor,
  { part, span, compare }: Earlier,
  signal: AbortSignal,
): Promise<{
  readonly countOf: (start: number) => number | null;
  readonly comparison: NonNullable<Histogram['comparison']>;
}> {
  const { rowsMax, timeoutMsMax } = needs.limits.query;
  const { from, to, before } = comparedRange(part, part.zone, compare, lengthOf(span));
  const tree = read(chartOf(part, span, ''));
  const bounds = { earliest: isoTime(from), latest: isoTime(to) };
  const query = print(tree);
  const asked = { query, ...bounds, timeZone: part.zone.name, limit: rowsMax };
  const [{ data }, found] = await Promise.all([
    runSearch(needs, actor, { ...asked, waitMsMax: timeoutMsMax }, signal),
    findBaseline(needs, actor, tree, { range: { from, to }, waitMsMax: timeoutMsMax }, signal),
  ]);
  const counts = new Map(
    data.rows.map((row) => [Date.parse(String(row['_time'])), Number(row['count'])]),
  );
  const isKnown = found.baseline !== 'none' && !data.truncated;
  return {
    countOf: (start) => (isKnown ? (counts.get(before(start)) ?? 0) : null),
    comparison: { from: isoTime(from), to: isoTime(to), ...found },
  };
}

function bucketsFor(
  needs: SearchNeeds,
  part: SearchPart,
  written: string | undefined,
): { readonly span: TimeSpan; readonly starts: readonly number[] } {
  const span = written === undefined ? autoSpan(part) : parseSpan(written);
  if (span.kind === 'problem') throw invalid('span', span.message);
  if (span.kind !== 'time') {
    throw invalid('span', 'Invalid duration. Use a value such as 30s or 5m.');
  }
  const { bucketsMax } = needs.limits.query;
  const { starts, isCut } = bucketsOf(part, span, part.zone);
  if (isCut || starts.length > bucketsMax) {
    throw invalid('span', `Too many buckets (maximum ${bucketsMax}). Use a longer interval.`);
  }
  return { span, starts };
}

/** Appends a chart to the search. Modifies the tree instead of the text, so that any name is safe. */
function chartOf(part: SearchPart, span: TimeSpan, split: string): string {
  const query = read(`${part.text} | timechart count BY level`);
  const stages = query.stages.map((stage) => {
    return stage.kind === 'timechart' ? withSplit(stage, span, split) : stage;
  });
  return print({ ...query, stages });
}

function withSplit(stage: TimechartStage, span: TimeSpan, name: string): TimechartStage {
  // Empty buckets are filled in here, where the list of all of them is known anyway.
  const options = { ...stage.options, span, cont: false };
  if (stage.split === undefined || name === '') return { ...stage, options, split: undefined };
  const field = { ...stage.split.field, name };
  return { ...stage, options, split: { ...stage.split, field } };
}

function read(text: string): Query {
  const { query } = parse(text);
  if (query === undefined) throw invalid('query', 'The query is too long for a histogram.');
  return query;
}
