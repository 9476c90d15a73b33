/** Turns a search into a draft alert rule, passed in the URL of its editor. */
import type { Column } from '../../../../src/charts/chart-data.ts';
import {
  parse,
  resolveRange,
  type Stage,
  type TimeContext,
} from '../../../../src/language/index.ts';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { readFacts } from './query-facts.ts';

interface Asked {
  readonly query: string;
  readonly earliest: string;
  readonly latest: string;
  /** Of the result, where there is one. */
  readonly columns: readonly Column[];
}

interface Taken {
  readonly query: string;
  readonly by: readonly string[];
  readonly of: string | undefined;
}

export function alertLink(asked: Asked, context: TimeContext): Record<string, string> {
  const { query, by, of } = taken(asked);
  const window = windowOf(asked, context);
  return {
    ...(query === '' ? {} : { q: query }),
    ...(by.length === 0 ? {} : { by: by.map(encodeURIComponent).join(',') }),
    ...(of === undefined ? {} : { of }),
    ...(window === undefined ? {} : { window: String(window) }),
  };
}

/** Counting is left to the rule, which handles late events; other tables are kept as they are. */
function taken({ query, columns }: Asked): Taken {
  const facts = readFacts(query);
  const text = withoutBounds(query);
  const { tableStage } = facts;
  if (tableStage === undefined || !facts.isTable) {
    return { query: text === '' ? '*' : text, by: [], of: undefined };
  }
  const isLast = facts.result.query?.stages.at(-1) === tableStage;
  const by = isLast ? countedBy(tableStage) : undefined;
  if (by !== undefined && by.length <= LIMITS.alerts.groupFieldsMax) {
    const events = withoutBounds(facts.eventPart);
    return { query: events === '' ? '*' : events, by, of: undefined };
  }
  return { query: text, by: [], of: valueColumn(columns) };
}

/** Returns the grouping fields of a table that contains only counts; undefined for any other. */
function countedBy(stage: Stage): string[] | undefined {
  switch (stage.kind) {
    case 'stats': {
      const isPlain = stage.by.every(({ span }) => span === undefined);
      return isCount(stage) && isPlain ? stage.by.map(({ field }) => field.name) : undefined;
    }
    case 'timechart':
      if (!isCount(stage)) return undefined;
      return stage.split === undefined ? [] : [stage.split.field.name];
    case 'top':
    case 'rare':
      return [...stage.by, ...stage.fields].map(({ name }) => name);
    default:
      return undefined;
  }
}

function isCount({ aggregations }: Extract<Stage, { kind: 'stats' | 'timechart' }>): boolean {
  const [only] = aggregations;
  return aggregations.length === 1 && only?.function === 'count' && only.argument === undefined;
}

function valueColumn(columns: readonly Column[]): string | undefined {
  return columns.find(({ name, type }) => name !== '_time' && type === 'number')?.name;
}

/** The window of a rule sets the times, so those of the query go. */
export function withoutBounds(text: string): string {
  const [first] = parse(text).query?.stages ?? [];
  if (first?.kind !== 'search') return text.trim();
  const bounds = [first.earliest, first.latest, first.indexEarliest, first.indexLatest]
    .filter((bound) => bound !== undefined)
    .toSorted((left, right) => right.start - left.start);
  let rest = text;
  for (const { start, end } of bounds) rest = rest.slice(0, start) + rest.slice(end).trimStart();
  const clean = rest.trim();
  return clean.startsWith('|') && bounds.length > 0 ? `* ${clean}` : clean;
}

/** As long as the search looked back, where a rule can. */
function windowOf({ query, earliest, latest }: Asked, context: TimeContext): number | undefined {
  const range = resolveRange(parse(query).query, { earliest, latest }, context);
  if (range.kind === 'problem') return undefined;
  const seconds = Math.round((range.to - range.from) / 1_000);
  return seconds >= 1 && seconds <= LIMITS.alerts.windowSecondsMax ? seconds : undefined;
}
