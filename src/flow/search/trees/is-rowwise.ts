import { type Query, ROW_COMMANDS, type Stage, type StageKind } from '../../../language/index.ts';

/** Commands whose output rows each correspond to one event, independent of the others. */
const ROWWISE: ReadonlySet<StageKind> = new Set<StageKind>([
  ...ROW_COMMANDS,
  'extract',
  'fields',
  'search',
  'spath',
  'table',
  'xmlkv',
]);

/** Whether a stage processes each event independently. */
export function isRowwiseStage({ kind }: Stage): boolean {
  return ROWWISE.has(kind);
}

/** Whether each event passes independently of others, so that partial counts can be added. */
export function isRowwise({ stages }: Query): boolean {
  return stages[0]?.kind === 'search' && stages.every(({ kind }) => ROWWISE.has(kind));
}

/** The longest prefix of the query for which this holds; empty if it doesn't start with a search. */
export function rowwisePart(query: Query): Query {
  const end = query.stages.findIndex(({ kind }) => !ROWWISE.has(kind));
  const stages = end < 0 ? query.stages : query.stages.slice(0, end);
  return { ...query, stages: stages[0]?.kind === 'search' ? stages : [] };
}
