/** What the page has to know about a query text before it asks the server. */
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
  /** Words and phrases looked for in the text of events. */
  readonly words: readonly string[];
}

const WORDS_MAX = 20;

/** With the macros that are known; only the built-in ones when left out. */
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

/** The bound as it is written, without its name. */
function boundText(
  text: string,
  bound: { readonly start: number; readonly end: number } | undefined,
): string | undefined {
  if (bound === undefined) return undefined;
  return text.slice(bound.start, bound.end).replace(/^[^=]*=\s*/, '');
}

/** The literal pieces that events must hold; what stands below NOT is not there to be seen. */
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
