/** Reads the queries of a dashboard with its variables bound, each as the tree it will be run as. */
import { AppError } from '../../../base/errors.ts';
import {
  type Diagnostic,
  everyQuery,
  parse,
  type ParseOptions,
  type Query,
  type StageKind,
  type Variables,
  WRITING_KINDS,
} from '../../../language/index.ts';

/** Under this name, which no lookup table can have, the rows of a shared search are read. */
export const SHARED_ROWS = '$rows$';

/** Parses a query; problems are reported with the path of the query. */
export function readQuery(
  text: string,
  variables: Variables,
  path: string,
  macros: Pick<ParseOptions, 'expandMacro'> = {},
): Query {
  const { query, diagnostics } = parse(text, { variables, ...macros });
  if (query === undefined) throw unreadable(diagnostics, path, 0);
  refuseStages(
    query,
    WRITING,
    path,
    "Dashboards can't write lookup tables or events. Remove outputlookup and collect.",
  );
  return query;
}

const THEN_PREFIX = '| inputlookup rows | ';

/** Parses commands that continue from the rows of a shared search. */
export function readThen(
  text: string,
  variables: Variables,
  path: string,
  macros: Pick<ParseOptions, 'expandMacro'> = {},
): Query {
  const own = text.replace(/^\s*\|/, (pipe) => ' '.repeat(pipe.length));
  const { query, diagnostics } = parse(THEN_PREFIX + own, { variables, ...macros });
  if (query === undefined) throw unreadable(diagnostics, path, THEN_PREFIX.length);
  const [first, ...rest] = query.stages;
  if (first?.kind !== 'inputlookup') throw new Error('the rows of a shared search are not read');
  const message =
    'Commands after a shared search can only process its rows. Subsearches, join and lookup aren’t supported.';
  refuseStages({ ...query, stages: rest }, READING, path, message, THEN_PREFIX.length);
  if ([...everyQuery(query)].length > 1) {
    throw refused(path, message, 0);
  }
  return { ...query, stages: [{ ...first, table: SHARED_ROWS }, ...rest] };
}

/** The rows of a shared search as they are. */
export function readAllRows(): Query {
  return readThen('table *', new Map(), 'then');
}

const WRITING: ReadonlySet<StageKind> = new Set<StageKind>(WRITING_KINDS);
const READING: ReadonlySet<StageKind> = new Set<StageKind>([
  ...WRITING_KINDS,
  'inputlookup',
  'lookup',
  'join',
  'append',
  'appendcols',
  'savedsearch',
  'datamodel',
  'tstats',
  'makeresults',
]);

function refuseStages(
  query: Query,
  kinds: ReadonlySet<StageKind>,
  path: string,
  message: string,
  offset = 0,
): void {
  for (const { stages } of everyQuery(query)) {
    const found = stages.find(({ kind }) => kinds.has(kind));
    if (found !== undefined) throw refused(path, message, Math.max(0, found.start - offset));
  }
}

function refused(path: string, message: string, position: number): AppError {
  return new AppError('QUERY_SYNTAX_ERROR', message, { details: [{ path, message, position }] });
}

function unreadable(diagnostics: readonly Diagnostic[], path: string, offset: number): AppError {
  const details = diagnostics.map(({ message, start }) => ({
    path,
    message,
    position: Math.max(0, start - offset),
  }));
  const message = details[0]?.message ?? 'Query syntax error.';
  return new AppError('QUERY_SYNTAX_ERROR', message, { details });
}
