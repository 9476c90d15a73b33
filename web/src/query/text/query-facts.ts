/** Facts about a query text that the page needs before it calls the server. */
import {
  createExpander,
  everySearch,
  highlight,
  parse,
  type ParseResult,
  type Query,
  shapeOf,
  type Stage,
} from '../../../../src/language/index.ts';

export interface QueryFacts {
  readonly result: ParseResult;
  /** The answer is a table and has no events. */
  readonly isTable: boolean;
  /** The part of the text that still gives events. */
  readonly eventPart: string;
  /** The stage that turns events into a table. */
  readonly tableStage: Stage | undefined;
  /** Bounds that the query itself names; they win over the time picker. */
  readonly ownEarliest: string | undefined;
  readonly ownLatest: string | undefined;
  /** Words and phrases searched for in the event text. */
  readonly words: readonly string[];
}

const WORDS_MAX = 20;

/** Expands the known macros; only the built-in ones if omitted. */
export function readFacts(text: string, expandMacro = createExpander([])): QueryFacts {
  const result = parse(text, { expandMacro });
  const { query } = result;
  if (query === undefined) {
    return {
      result,
      isTable: false,
      eventPart: text,
      tableStage: undefined,
      ownEarliest: undefined,
      ownLatest: undefined,
      words: [],
    };
  }
  const tableStage = findTableStage(query);
  const [first] = query.stages;
  const bounds = first?.kind === 'search' || first?.kind === 'tstats' ? first : undefined;
  return {
    result,
    isTable: !shapeOf(query).hasText,
    eventPart: tableStage === undefined ? text : textBefore(text, tableStage),
    tableStage,
    ownEarliest: boundText(text, bounds?.earliest),
    ownLatest: boundText(text, bounds?.latest),
    words: wordsOf(query),
  };
}

function findTableStage(query: Query): Stage | undefined {
  return query.stages.find((_, position) => {
    const part = { ...query, stages: query.stages.slice(0, position + 1) };
    return !shapeOf(part).hasText;
  });
}

function textBefore(text: string, stage: Stage): string {
  const pipe = highlight(text).findLast(({ kind, end }) => kind === 'pipe' && end <= stage.start);
  return text.slice(0, pipe?.start ?? 0).trim();
}

/** Returns the bound as written, without its name. */
function boundText(
  text: string,
  bound: { readonly start: number; readonly end: number } | undefined,
): string | undefined {
  if (bound === undefined) return undefined;
  return text.slice(bound.start, bound.end).replace(/^[^=]*=\s*/, '');
}

/** Returns the literal parts that events must contain; terms below NOT are excluded, since they never appear. */
function wordsOf(query: Query): string[] {
  const words = query.stages.flatMap((stage) => {
    if (stage.kind !== 'search') return [];
    const denied = new Set(
      [...everySearch(stage.expression)]
        .filter((each) => each.kind === 'not')
        .flatMap((each) => [...everySearch(each.operand)]),
    );
    return [...everySearch(stage.expression)].flatMap((each) =>
      each.kind === 'term' && !denied.has(each) ? [...each.pattern] : [],
    );
  });
  return [...new Set(words.filter((word) => word.trim().length > 1))].slice(0, WORDS_MAX);
}

/** What a live tail can follow: a search without commands and without bounds of time. */
export function tailPart(text: string): { readonly query: string; readonly isWhole: boolean } {
  const { query } = parse(text);
  const [first] = query?.stages ?? [];
  if (query === undefined || first?.kind !== 'search') return { query: text, isWhole: true };
  let part = text.slice(0, first.end);
  const bounds = [first.earliest, first.latest, first.indexEarliest, first.indexLatest]
    .filter((bound) => bound !== undefined)
    .toSorted((a, b) => b.start - a.start);
  for (const bound of bounds) part = part.slice(0, bound.start) + part.slice(bound.end);
  const isWhole = bounds.length === 0 && query.stages.length === 1;
  return { query: part.trim(), isWhole };
}
