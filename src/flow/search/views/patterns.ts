import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import type { PatternList } from '../../../contract/search-views.ts';
import { int64, sql, uint32, uint64, type Sql } from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import type { Limits } from '../../../spec/limits.ts';
import { type Asking, readInPieces } from '../ask-store.ts';
import type { AppliedLimit } from '../compile/context.ts';
import { type Relation, select } from '../compile/relation.ts';
import { inSlot } from '../take-slot.ts';
import { prepareSearch } from '../prepare-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { countMatched } from './count-matched.ts';
import { searchPart, type SearchPart, type ViewInput } from './search-part.ts';
import { type Line, describePatterns } from './describe-patterns.ts';

export interface PatternInput extends ViewInput {
  readonly limit?: number;
}

/** Groups the events of a search by pattern: events that differ only in variables count as one. */
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
  const past = await readPast(needs, actor, part, lines.length, signal);
  const limit = input.limit ?? views.patternsDefault;
  const mined = await needs.mining.minePatterns(
    [...lines, ...(past?.lines ?? [])].map(({ text }) => text),
    {
      maxSamples: views.patternSamplesMax,
      // Patterns of the previous period use slots that aren't shown.
      patternsMax: past === undefined || past.lines.length === 0 ? limit : views.patternsMax,
    },
    signal,
    actor.organization,
  );
  const described = describePatterns(
    { lines, before: past?.lines.length, mined },
    part,
    matched,
    views.patternSamplesMax,
  );
  const shown = described.slice(0, limit);
  const found = mined.found - (mined.patterns.length - described.length);
  const limits = [...prepared.limits];
  if (lines.length < matched) limits.push(sampledOnly(views, lines.length, matched));
  if (shown.length < found) limits.push(tooMany(shown.length, found));
  return {
    from: part.bounds.earliest,
    to: part.bounds.latest,
    matched: Math.max(matched, lines.length),
    sampled: lines.length,
    found,
    patterns: shown,
    stats: {
      scannedRows: prepared.asking.work.rows + (past?.work.rows ?? 0),
      scannedBytes: prepared.asking.work.bytes + (past?.work.bytes ?? 0),
      elapsedMs: Math.round((performance.now() - startedAt) * 100) / 100,
    },
    truncated: limits.length > 0,
    limits_applied: limits,
    warnings: [],
  };
}

/** Number of time slices; a sample consists of whole slices. */
const STRETCHES = 5_000;

/**
 * Samples many events by time slices, chosen pseudo-randomly with a fixed seed: events are stored in time order, so the
 * store reads little else.
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
  const columns = sql`toUnixTimestamp64Milli(timestamp) AS at, ${id}, level, ${text}`;
  const statement = select(sample, columns, { isOrdered: true, limit: patternSampleEventsMax });
  return rowsOf(await readInPieces(asking, statement)).map(readLine);
}

function readLine(row: Readonly<Record<string, unknown>>): Line {
  return {
    text: String(row['text']),
    at: Number(row['at']),
    id: String(row['id']),
    level: String(row['level']),
  };
}

interface Past {
  readonly lines: readonly Line[];
  readonly work: Asking['work'];
}

/** As many lines of the previous period as fit in addition to the current ones; undefined if none fit. */
async function readPast(
  needs: SearchNeeds,
  actor: Actor,
  part: SearchPart,
  taken: number,
  signal: AbortSignal,
): Promise<Past | undefined> {
  const room = needs.limits.views.patternSampleEventsMax - taken;
  if (taken === 0 || room <= 0) return undefined;
  const past = partBefore(part);
  const matched = await countMatched(needs, actor, past, signal);
  const events = { query: past.text, ...past.bounds, eventsOnly: true };
  const { relation, asking } = await prepareSearch(needs, actor, events, signal);
  const views = { ...needs.limits.views, patternSampleEventsMax: room };
  const sample = sampleOf(relation, past, matched, views);
  const lines = await inSlot(needs, actor, () => readSample(asking, sample, views));
  return { lines, work: asking.work };
}

/** As long, and up to where the range begins. */
function partBefore(part: SearchPart): SearchPart {
  const { from, to } = part;
  const start = from - (to - from);
  const bounds = { earliest: isoTime(start), latest: isoTime(from) };
  return { ...part, from: start, to: from, bounds };
}

function sampledOnly(
  { patternSampleEventsMax }: Limits['views'],
  sampled: number,
  matched: number,
): AppliedLimit {
  const message = `Sampled: ${sampled} of ${matched} events.`;
  return { limit: 'patternSample', max: patternSampleEventsMax, message };
}

function tooMany(max: number, found: number): AppliedLimit {
  return {
    limit: 'patterns',
    max,
    message: `Showing the ${max} most frequent of ${found} patterns.`,
  };
}
