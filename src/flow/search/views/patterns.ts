import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import type { PatternList } from '../../../contract/search-views.ts';
import { int64, sql, uint32, uint64, type Sql } from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import type { MinedRows } from '../../../engines/mining/mining.ts';
import type { Pattern } from '../../../patterns/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import { type Asking, readInPieces } from '../ask-store.ts';
import type { AppliedLimit } from '../compile/context.ts';
import { type Relation, select } from '../compile/relation.ts';
import { inSlot } from '../take-slot.ts';
import { prepareSearch } from '../prepare-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { countMatched } from './count-matched.ts';
import { searchPart, type SearchPart, type ViewInput } from './search-part.ts';

export interface PatternInput extends ViewInput {
  readonly limit?: number;
}

/** What the events of a search look like: those that differ only in their variables count as one. */
export async function listPatterns(
  needs: SearchNeeds,
  actor: Actor,
  input: PatternInput,
  signal: AbortSignal,
): Promise<PatternList> {
  const startedAt = performance.now();
  const { views } = needs.limits;
  const part = await searchPart(needs, actor, input);
  const matched = await countMatched(needs, actor, part, signal);
  const events = { query: part.text, ...part.bounds, eventsOnly: true };
  const prepared = await prepareSearch(needs, actor, events, signal);
  const sample = sampleOf(prepared.relation, part, matched, views);
  const lines = await inSlot(needs, actor, () => readSample(prepared.asking, sample, views));
  const mined = await needs.mining.minePatterns(
    lines.map(({ text }) => text),
    {
      maxSamples: views.patternSamplesMax,
      patternsMax: input.limit ?? views.patternsDefault,
    },
    signal,
    actor.organization,
  );
  const { patterns: shown, found } = mined;
  const spans = spansOf(lines, mined);
  const limits = [...prepared.limits];
  if (lines.length < matched) limits.push(sampledOnly(views, lines.length, matched));
  if (shown.length < found) limits.push(tooMany(shown.length, found));
  return {
    from: part.bounds.earliest,
    to: part.bounds.latest,
    matched: Math.max(matched, lines.length),
    sampled: lines.length,
    found,
    patterns: shown.map((pattern, i) => show(pattern, lines, spans[i], matched)),
    stats: {
      scannedRows: prepared.asking.work.rows,
      scannedBytes: prepared.asking.work.bytes,
      elapsedMs: Math.round((performance.now() - startedAt) * 100) / 100,
    },
    truncated: limits.length > 0,
    limits_applied: limits,
    warnings: [],
  };
}

/** The range is cut into so many stretches, of which a sample takes whole ones. */
const STRETCHES = 5_000;

/**
 * Of many events those of some stretches of time are taken, chosen by chance that is the same every time:
 * events lie in the order of time, so the store reads little else.
 */
function sampleOf(
  relation: Relation,
  part: SearchPart,
  matched: number,
  { patternSampleEventsMax }: Limits['views'],
): Relation {
  const oneOf = Math.ceil(matched / patternSampleEventsMax);
  if (oneOf <= 1) return relation;
  const stretchMs = Math.max(1, Math.floor((part.to - part.from) / STRETCHES));
  const stretch = sql`intDiv(toUnixTimestamp64Milli(timestamp), ${int64(stretchMs)})`;
  const isTaken = sql`sipHash64(${stretch}) % ${uint64(oneOf)} = 0`;
  return { ...relation, conditions: [...relation.conditions, isTaken] };
}

async function readSample(
  asking: Asking,
  sample: Relation,
  { patternSampleEventsMax, patternCharactersMax }: Limits['views'],
): Promise<Line[]> {
  const text = sql`leftUTF8(body, ${uint32(patternCharactersMax)}) AS text`;
  const id: Sql = sql`leftPad(lower(hex(row_id)), 16, '0') AS id`;
  const columns = sql`toUnixTimestamp64Milli(timestamp) AS at, ${id}, ${text}`;
  const statement = select(sample, columns, { isOrdered: true, limit: patternSampleEventsMax });
  return rowsOf(await readInPieces(asking, statement)).map(readLine);
}

interface Line {
  readonly text: string;
  readonly at: number;
  readonly id: string;
}

function readLine(row: Readonly<Record<string, unknown>>): Line {
  return { text: String(row['text']), at: Number(row['at']), id: String(row['id']) };
}

interface Span {
  first: number;
  last: number;
}

function spansOf(lines: readonly Line[], { patterns, assignment }: MinedRows): readonly Span[] {
  const spans = patterns.map((): Span => ({ first: Infinity, last: -Infinity }));
  for (const [row, pattern] of assignment.entries()) {
    const span = spans[pattern];
    const at = lines[row]?.at;
    if (span === undefined || at === undefined) continue;
    span.first = Math.min(span.first, at);
    span.last = Math.max(span.last, at);
  }
  return spans;
}

function show(
  { id, template, severity, count, samples }: Pattern,
  lines: readonly Line[],
  span: Span | undefined,
  matched: number,
): PatternList['patterns'][number] {
  const share = count / lines.length;
  return {
    id,
    template,
    severity,
    count,
    share,
    estimate: Math.round(share * Math.max(matched, lines.length)),
    firstSeen: isoTime(span?.first ?? 0),
    lastSeen: isoTime(span?.last ?? 0),
    samples: samples.flatMap((row) => {
      const line = lines[row];
      return line === undefined
        ? []
        : [{ _id: line.id, _time: isoTime(line.at), event: line.text }];
    }),
  };
}

function sampledOnly(
  { patternSampleEventsMax }: Limits['views'],
  sampled: number,
  matched: number,
): AppliedLimit {
  const message = `Patterns were looked for in ${sampled} of ${matched} events.`;
  return { limit: 'patternSample', max: patternSampleEventsMax, message };
}

function tooMany(max: number, found: number): AppliedLimit {
  return {
    limit: 'patterns',
    max,
    message: `These are the ${max} most frequent of ${found} patterns.`,
  };
}
