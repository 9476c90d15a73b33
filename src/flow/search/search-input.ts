/** Input of searches, by caller. */
import {
  parse,
  type ParseOptions,
  type ParseResult,
  type Query,
  querySyntaxError,
  type Variables,
  type Zone,
} from '../../language/index.ts';
import type { Actor } from '../../base/actor.ts';
import type { GivenRows } from './compile/given-rows.ts';
import { refuse } from './compile/context.ts';
import { macroOptions } from './knowledge/knowledge.ts';
import { rangeOf, type SearchBounds, storedOf } from './search-bounds.ts';
import type { SearchNeeds } from './search-needs.ts';

/** Input from people. */
export interface AskedSearch {
  readonly query?: string;
  readonly earliest?: string;
  readonly latest?: string;
  /** IANA name; days, weeks and what people read go by its calendar. The organization's where it is not given. */
  readonly timeZone?: string;
  /** Values of `$name$` in the query; undefined: `$` is plain text. */
  readonly variables?: Variables;
  readonly limit?: number;
  readonly cursor?: string;
  /** Tell how the query is read instead of running it. */
  readonly explain?: boolean;
}

/** What the endpoint adds that they have called. */
interface OfEndpoint {
  /** The query, where it has been read already. */
  readonly parsed?: ParseResult;
  /** Only events: queries with a pipe are rejected. */
  readonly eventsOnly?: boolean;
  /** A command may write, as `outputlookup` does. */
  readonly mayWrite?: boolean;
  /** A person reads the result, so checks for excluded rows are worth their cost. */
  readonly isAdvised?: boolean;
}

/** Input from the platform itself. */
interface OfPlatform {
  /** Instead of text: a tree it has made. */
  readonly tree?: Query;
  /** What the tree reads under the name of `GivenRows`, instead of a lookup table. */
  readonly given?: GivenRows;
  /** Restricts the search to these indexes, in addition to the actor's permissions. */
  readonly indexes?: ReadonlySet<string>;
  /** Indexes whose names begin so are as if there were none. */
  readonly leftOut?: string;
  /** Instead of `earliest` and `latest`, with bounds that no text can express; those of the query are passed over. */
  readonly bounds?: SearchBounds;
  /** The meaning of `now` in milliseconds since 1970; related searches share it. */
  readonly now?: number;
  /** From the moment it has its slot, and no longer than every search may take. */
  readonly timeoutMs?: number;
  /** Called when the slot is acquired. */
  readonly onSlot?: () => void;
  /** How long to wait for a slot of the organization. Default: not at all. */
  readonly waitMsMax?: number;
}

export interface SearchInput extends AskedSearch, OfEndpoint, OfPlatform {}

/** The query as a tree; a QUERY_SYNTAX_ERROR where it cannot be read. */
export async function treeOf(
  needs: Pick<SearchNeeds, 'knowledge'>,
  { organization }: Pick<Actor, 'organization'>,
  input: SearchInput,
): Promise<{ readonly parsed: ParseResult; readonly query: Query }> {
  const macros = await macroOptions(needs.knowledge, organization, input.query ?? '');
  const parsed = parsedOf(input, macros);
  const { query } = parsed;
  if (query === undefined) throw querySyntaxError(parsed.diagnostics);
  if (input.eventsOnly === true) refusePipes(query);
  return { parsed, query };
}

function parsedOf(
  { query, parsed, tree, variables }: SearchInput,
  macros: ParseOptions,
): ParseResult {
  if (parsed !== undefined) return parsed;
  if (tree !== undefined) return { text: '', query: tree, diagnostics: [] };
  return parse(query ?? '*', { ...macros, ...(variables === undefined ? {} : { variables }) });
}

function refusePipes(query: Query): void {
  const second =
    query.stages[1] ?? (query.stages[0]?.kind === 'search' ? undefined : query.stages[0]);
  if (second !== undefined) {
    throw refuse(
      second,
      'This endpoint returns events. Use /api/v1/search for commands after a pipe.',
    );
  }
}

export function boundsOf(
  query: Query,
  input: SearchInput,
  at: { readonly now: number; readonly zone: Zone },
): SearchBounds {
  if (input.bounds !== undefined) return input.bounds;
  const { from, to } = rangeOf(query, input, at.now, at.zone.name);
  return { from, to, stored: storedOf(query, at) };
}

/** The platform itself may read more than people, up to what a statement gives, one of which tells that there is more. */
export function rowsMaxOf(
  { limits: { query } }: Pick<SearchNeeds, 'limits'>,
  { tree, limit = query.rowsDefault }: SearchInput,
): number {
  return Math.min(limit, tree === undefined ? query.rowsMax : query.groupsMax - 1);
}
