/**
 * The event search of a query: the part before the first pipe. Views such as the histogram show the events that it
 * finds.
 */
import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import {
  parse,
  type ParseResult,
  print,
  querySyntaxError,
  resolveRange,
  resolveStored,
  type SearchStage,
  type StoredRange,
  type Zone,
} from '../../../language/index.ts';
import { refuse } from '../compile/context.ts';
import { macroOptions } from '../knowledge/knowledge.ts';
import { refuseBounds } from '../search-bounds.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { searchZone } from '../search-zone.ts';

export interface ViewInput {
  readonly query?: string;
  /** The query, where it has been read already. */
  readonly parsed?: ParseResult;
  readonly earliest?: string;
  readonly latest?: string;
  /** IANA name; the organization's where it is not given. */
  readonly timeZone?: string;
}

export interface SearchPart {
  /** The search as text, without the bounds of its events. */
  readonly text: string;
  /** Half-open, in milliseconds since 1970, fixed so that several statements read the same events. */
  readonly from: number;
  readonly to: number;
  readonly zone: Zone;
  /** The bounds in the form in which a search takes them. */
  readonly bounds: { readonly earliest: string; readonly latest: string };
}

export async function searchPart(
  needs: Pick<SearchNeeds, 'metadata' | 'cache' | 'clock' | 'knowledge'>,
  { organization }: Pick<Actor, 'organization'>,
  input: ViewInput,
): Promise<SearchPart> {
  const text = input.query ?? '*';
  const { query, diagnostics } =
    input.parsed ?? parse(text, await macroOptions(needs.knowledge, organization, text));
  if (query === undefined) throw querySyntaxError(diagnostics);
  const [first] = query.stages;
  if (first !== undefined && first.kind !== 'search') {
    throw refuse(first, 'The query must start with an event search.');
  }
  const zone = await searchZone(needs, organization, input.timeZone);
  const given = {
    ...(input.earliest === undefined ? {} : { earliest: input.earliest }),
    ...(input.latest === undefined ? {} : { latest: input.latest }),
  };
  const context = { now: needs.clock.now(), timeZone: zone.name };
  const range = resolveRange(query, given, context);
  if (range.kind === 'problem') throw refuseBounds(range);
  const stored = resolveStored(query, context);
  if (stored?.kind === 'problem') throw refuseBounds(stored);
  const fixed = first === undefined ? [] : [{ ...first, ...fixedBounds(first, stored) }];
  return {
    text: fixed.length === 0 ? '*' : print({ ...query, stages: fixed }),
    from: range.from,
    to: range.to,
    zone,
    bounds: { earliest: writeTime(range.from), latest: writeTime(range.to) },
  };
}

/** Event time bounds are passed separately; ingest time bounds stay in the text as instants. */
function fixedBounds(
  { indexEarliest, indexLatest }: SearchStage,
  stored: StoredRange | undefined,
): Pick<SearchStage, 'earliest' | 'latest' | 'indexEarliest' | 'indexLatest'> {
  const at = (term: SearchStage['earliest'], ms: number | undefined): typeof term =>
    term === undefined || ms === undefined ? term : { ...term, time: { kind: 'epoch', ms } };
  return {
    earliest: undefined,
    latest: undefined,
    indexEarliest: at(indexEarliest, stored?.from),
    indexLatest: at(indexLatest, stored?.to),
  };
}

/** A range that includes every event, and only times that can be formatted and parsed. */
const FIRST_MS = Date.UTC(1900, 0, 1);
const LAST_MS = Date.UTC(2300, 0, 1);

function writeTime(ms: number): string {
  return isoTime(Math.min(Math.max(ms, FIRST_MS), LAST_MS));
}
