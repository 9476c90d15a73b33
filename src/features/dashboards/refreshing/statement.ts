/** One search of a refresh: its query, its time range, and its identity. */
import { invalid } from '../../../base/errors.ts';
import {
  parse,
  print,
  type Query,
  resolveRange,
  shapeOf,
  type Stage,
  type TimechartStage,
  type Zone,
} from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type Comparison, shiftBack, shiftRange } from '../../../flow/search/index.ts';
import type { Range } from './moment.ts';

export interface Statement {
  /** Without time bounds in its first stage: `range` applies. */
  readonly tree: Query;
  readonly range: Range;
  /** The time that `now` resolves to. */
  readonly now: number;
  readonly timeZone: string;
  readonly rowsMax: number;
  /** The statement whose rows it continues from. */
  readonly base?: Statement;
  /** It says whether there is anything to compare with. */
  readonly isCompared?: true;
  /** It says how many rows its groups leave out. */
  readonly isAdvised?: true;
  /** It queries service health with fixed text that contains no user input. */
  readonly isOfServices?: true;
  /** As requested, with its range as written: the same for every refresh. */
  readonly written: string;
}

export interface Moment {
  readonly now: number;
  readonly zone: Zone;
  readonly earliest: string;
  readonly latest: string;
}

/** A query about the range it names itself, or that of the moment. */
export function statementOf(
  query: Query,
  { now, zone, earliest, latest }: Moment,
  rowsMax: number,
): Statement {
  const range = resolveRange(query, { earliest, latest }, { now, timeZone: zone.name });
  if (range.kind === 'problem') throw invalid('earliest', range.message);
  return {
    tree: withoutBounds(query),
    range: { from: range.from, to: range.to },
    now,
    timeZone: zone.name,
    rowsMax,
    written: JSON.stringify([print(query), earliest, latest, zone.name, rowsMax]),
  };
}

/** Commands that continue from the rows of another statement. */
export function goOnFrom(base: Statement, then: Query, rowsMax: number): Statement {
  const written = JSON.stringify([base.written, print(then), rowsMax]);
  return { ...base, tree: then, base, rowsMax, written };
}

/** The same about the range that it is compared with. */
export function comparedWith(statement: Statement, zone: Zone, comparison: Comparison): Statement {
  const { range, now, base, written } = statement;
  const { isAdvised: _advised, ...rest } = statement;
  return {
    ...rest,
    isCompared: true,
    range: shiftRange(range, zone, comparison),
    now: shiftBack(now, range, zone, comparison),
    ...(base === undefined ? {} : { base: comparedWith(base, zone, comparison) }),
    written: JSON.stringify([written, comparison]),
  };
}

/** The same over time; undefined unless the query ends in statistics of rows that have a time. */
export function overTime(statement: Statement): Statement | undefined {
  const { tree, written } = statement;
  const last = tree.stages.at(-1);
  if (last?.kind !== 'stats' || last.by.length > 0) return undefined;
  const before = { ...tree, stages: tree.stages.slice(0, -1) };
  const shape = shapeOf(before);
  const hasTime = statement.base === undefined && (shape.isOpen || shape.fields.includes('_time'));
  if (!hasTime) return undefined;
  const chart: TimechartStage = { ...TIMECHART, aggregations: last.aggregations };
  return {
    ...statement,
    tree: withBins({ ...tree, stages: [...before.stages, chart] }),
    rowsMax: LIMITS.query.rowsMax,
    written: JSON.stringify([written, 'over time']),
  };
}

/** Charts that name no span get as many buckets as a panel can show. */
export function withBins(query: Query): Query {
  const { bucketsDefault } = LIMITS.query;
  const stages = query.stages.map((stage): Stage => {
    if (stage.kind !== 'timechart' || stage.options.span !== undefined) return stage;
    if (stage.options.bins !== bucketsDefault) return stage;
    return { ...stage, options: { ...stage.options, bins: LIMITS.dashboards.binsDefault } };
  });
  return { ...query, stages };
}

/** The events of a query by what their texts have in common. */
export function withPatterns(query: Query, limit: number): Query {
  const stage = stageOf('patterns', `* | patterns limit=${limit}`);
  return { ...query, stages: [...query.stages, stage] };
}

function withoutBounds(query: Query): Query {
  const [first, ...rest] = query.stages;
  if (first?.kind !== 'search' && first?.kind !== 'tstats') return query;
  return { ...query, stages: [{ ...first, earliest: undefined, latest: undefined }, ...rest] };
}

function stageOf<Kind extends Stage['kind']>(
  kind: Kind,
  text: string,
): Extract<Stage, { readonly kind: Kind }> {
  const stage = parse(text).query?.stages.find((each) => each.kind === kind);
  if (stage === undefined) throw new Error(`${text} has no ${kind}`);
  return stage as Extract<Stage, { readonly kind: Kind }>;
}

const TIMECHART = stageOf('timechart', '* | timechart count');
