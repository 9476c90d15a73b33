import { type Query, ROW_COMMANDS, type Stage, type StageKind } from '../../../language/index.ts';

/** Commands behind which every row is still one event, whatever the other rows are. */
const ROWWISE: ReadonlySet<StageKind> = new Set<StageKind>([
  ...ROW_COMMANDS,
  'extract',
  'fields',
  'search',
  'spath',
  'table',
  'xmlkv',
]);

/** Whether a stage looks at each event by itself. */
export function isRowwiseStage({ kind }: Stage): boolean {
  return ROWWISE.has(kind);
}

/** Whether each event passes or not by itself, so that parts of them can be counted one by one. */
export function isRowwise({ stages }: Query): boolean {
  return stages[0]?.kind === 'search' && stages.every(({ kind }) => ROWWISE.has(kind));
}

/** The part of a query up to which it is so; empty when it does not begin with a search. */
export function rowwisePart(query: Query): Query {
  const end = query.stages.findIndex(({ kind }) => !ROWWISE.has(kind));
  const stages = end < 0 ? query.stages : query.stages.slice(0, end);
  return { ...query, stages: stages[0]?.kind === 'search' ? stages : [] };
}
