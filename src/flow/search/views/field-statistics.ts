import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import type { FieldStatistics } from '../../../contract/field-statistics.ts';
import {
  autoSpan,
  bucketsOf,
  printExpression,
  printSpan,
  type TimeSpan,
} from '../../../language/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import { runSearch, type SearchResult } from '../run-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { countMatched } from './count-matched.ts';
import { searchPart, type SearchPart, type ViewInput } from './search-part.ts';

export interface FieldStatisticsInput extends ViewInput {
  readonly field: string;
}

type Row = SearchResult['rows'][number];

/** What the values of a field are like in the events of a search, from a few statements over the same events. */
export async function readFieldStatistics(
  needs: SearchNeeds,
  actor: Actor,
  input: FieldStatisticsInput,
  signal: AbortSignal,
): Promise<FieldStatistics> {
  const startedAt = performance.now();
  const { views } = needs.limits;
  const part = await searchPart(needs, actor, input);
  const matched = await countMatched(needs, actor, part, signal);
  const sampling = samplingOf(part, matched, views);
  const answers: SearchResult[] = [];
  const ask = async (commands: string): Promise<readonly Row[]> => {
    const query = `${part.text}${sampling} | eval xp_f=${expressionOf(input.field)} | ${commands}`;
    const limit = needs.limits.query.rowsMax;
    const asked = { query, ...part.bounds, timeZone: part.zone.name, limit };
    const { data } = await runSearch(needs, actor, asked, signal);
    answers.push(data);
    return data.rows;
  };
  const facts = await readFacts(ask);
  const isNumeric = facts.present > 0 && facts.numeric / facts.present >= NUMERIC_SHARE_MIN;
  const values = facts.present === 0 ? [] : await readTop(ask, views);
  const span = autoSpan(part, views.fieldStatisticsBuckets);
  const buckets = await readBuckets(ask, part, span);
  const numbers = isNumeric ? await readNumbers(ask, views) : null;
  const limits = answers.flatMap(({ limits_applied }) => [...limits_applied]);
  if (facts.events < matched) limits.push(sampledOnly(views, facts.events, matched));
  return {
    from: part.bounds.earliest,
    to: part.bounds.latest,
    field: input.field,
    matched: Math.max(matched, facts.events),
    sampled: facts.events,
    count: facts.present,
    distinct: facts.distinct,
    firstSeen: facts.firstSeen,
    lastSeen: facts.lastSeen,
    values,
    numbers,
    span: printSpan(span),
    buckets,
    stats: {
      scannedRows: sum(answers, 'scannedRows'),
      scannedBytes: sum(answers, 'scannedBytes'),
      elapsedMs: Math.round((performance.now() - startedAt) * 100) / 100,
    },
    truncated: limits.length > 0,
    limits_applied: limits,
    warnings: [],
  };
}

/** A field with a few texts among its numbers still is one of numbers. */
const NUMERIC_SHARE_MIN = 0.9;
const PERCENTILES = [1, 5, 25, 50, 75, 95, 99] as const;
/** The range is cut into so many stretches, of which a sample takes whole ones. */
const STRETCHES = 5_000;
/** Spreads the numbers of stretches, so that those that are taken have no rhythm. */
const FACTOR = 40_503;
const MODULUS = 65_536;

/** Of many events those of some stretches of time are taken, the same ones every time. */
function samplingOf(
  part: SearchPart,
  matched: number,
  { fieldStatisticsEventsMax }: Limits['views'],
): string {
  const share = fieldStatisticsEventsMax / matched;
  if (matched <= fieldStatisticsEventsMax) return '';
  const seconds = Math.max(0.001, (part.to - part.from) / STRETCHES / 1_000);
  const kept = Math.max(1, Math.floor(share * MODULUS));
  return ` | where (floor(_time / ${seconds.toFixed(3)}) * ${FACTOR}) % ${MODULUS} < ${kept}`;
}

type Ask = (commands: string) => Promise<readonly Row[]>;

interface Facts {
  readonly events: number;
  readonly present: number;
  readonly numeric: number;
  readonly distinct: number;
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
}

async function readFacts(ask: Ask): Promise<Facts> {
  const [row = {}] = await ask(
    'eval xp_t=if(isnotnull(xp_f), _time, null()) | stats count AS events, ' +
      'count(eval(isnotnull(xp_f))) AS present, count(eval(isnotnull(tonumber(xp_f)))) AS numeric, ' +
      'dc(xp_f) AS distinct, min(xp_t) AS first, max(xp_t) AS last',
  );
  return {
    events: Number(row['events'] ?? 0),
    present: Number(row['present'] ?? 0),
    numeric: Number(row['numeric'] ?? 0),
    distinct: Number(row['distinct'] ?? 0),
    firstSeen: timeOf(row['first']),
    lastSeen: timeOf(row['last']),
  };
}

async function readTop(
  ask: Ask,
  { fieldStatisticsValuesMax }: Limits['views'],
): Promise<FieldStatistics['values']> {
  const rows = await ask(
    `where isnotnull(xp_f) | stats count AS xp_count BY xp_f | sort ${fieldStatisticsValuesMax} -xp_count, xp_f`,
  );
  return rows.map((row) => ({ value: String(row['xp_f']), count: Number(row['xp_count']) }));
}

async function readBuckets(
  ask: Ask,
  part: SearchPart,
  span: TimeSpan,
): Promise<FieldStatistics['buckets']> {
  const rows = await ask(
    `timechart span=${printSpan(span)} cont=false count AS events, count(eval(isnotnull(xp_f))) AS present`,
  );
  const found = new Map(rows.map((row) => [Date.parse(String(row['_time'])), row]));
  return bucketsOf(part, span, part.zone).starts.map((start) => {
    const row = found.get(start);
    const events = Number(row?.['events'] ?? 0);
    return { time: isoTime(start), events, count: Number(row?.['present'] ?? 0) };
  });
}

async function readNumbers(
  ask: Ask,
  { fieldStatisticsBinsMax }: Limits['views'],
): Promise<FieldStatistics['numbers']> {
  const number = 'eval xp_n=tonumber(xp_f) | where isnotnull(xp_n)';
  const percentiles = PERCENTILES.map((each) => `perc${each}(xp_n) AS p${each}`).join(', ');
  const [row = {}] = await ask(
    `${number} | stats min(xp_n) AS low, max(xp_n) AS high, avg(xp_n) AS mean, stdev(xp_n) AS spread, ${percentiles}`,
  );
  const min = numberIn(row, 'low');
  const max = numberIn(row, 'high');
  if (min === null || max === null) return null;
  return {
    min,
    max,
    mean: numberIn(row, 'mean') ?? min,
    deviation: numberIn(row, 'spread'),
    percentiles: PERCENTILES.map((percentile) => ({
      percentile,
      value: numberIn(row, `p${percentile}`) ?? min,
    })),
    bins: await readBins(ask, number, { min, max, count: fieldStatisticsBinsMax }),
  };
}

interface Bins {
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

/** Bins of equal width from the least to the largest number, empty ones included. */
async function readBins(
  ask: Ask,
  number: string,
  { min, max, count }: Bins,
): Promise<{ from: number; to: number; count: number }[]> {
  const width = (max - min) / count;
  if (!Number.isFinite(width) || width <= 0) {
    const [row] = await ask(`${number} | stats count AS xp_count`);
    return [{ from: min, to: max, count: Number(row?.['xp_count'] ?? 0) }];
  }
  const place = `min(floor((xp_n - ${literal(min)}) / ${literal(width)}), ${count - 1})`;
  const rows = await ask(`${number} | eval xp_bin=${place} | stats count AS xp_count BY xp_bin`);
  const counts = new Map(rows.map((row) => [Number(row['xp_bin']), Number(row['xp_count'])]));
  return Array.from({ length: count }, (_, at) => ({
    from: min + at * width,
    to: at === count - 1 ? max : min + (at + 1) * width,
    count: counts.get(at) ?? 0,
  }));
}

/** As text, since numbers of queries have no exponents. */
function literal(value: number): string {
  return `tonumber("${value}")`;
}

/** As expressions name it, whatever letters it has. */
function expressionOf(name: string): string {
  return printExpression({ kind: 'field', name, start: 0, end: 0 });
}

function numberIn(row: Row, name: string): number | null {
  const value = row[name];
  const number = value === null || value === undefined || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Seconds since 1970, or a time as it is written. */
function timeOf(value: unknown): string | null {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(String(value));
  return Number.isFinite(ms) ? isoTime(Math.round(ms)) : null;
}

function sum(answers: readonly SearchResult[], name: 'scannedRows' | 'scannedBytes'): number {
  return answers.reduce((total, { stats }) => total + stats[name], 0);
}

function sampledOnly(
  { fieldStatisticsEventsMax }: Limits['views'],
  sampled: number,
  matched: number,
) {
  const message = `Sampled: ${sampled} of ${matched} events, spread over the time range.`;
  return { limit: 'fieldStatistics', max: fieldStatisticsEventsMax, message };
}
