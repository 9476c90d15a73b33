/** What people write to find events: searches without pipes, and whole queries of KPIs. */
import { AppError, invalid } from '../../../base/errors.ts';
import {
  type Diagnostic,
  everyQuery,
  isWriting,
  everySearch,
  parse,
  type Query,
  querySyntaxError,
  type SearchStage,
  shapeOf,
  type Stage,
} from '../../../language/index.ts';

/** The single stage of a search that can select events: no pipe, no time bounds, no subsearch. */
export function readSelector(text: string): SearchStage {
  const { query, diagnostics } = parse(text);
  if (query === undefined) throw querySyntaxError(diagnostics);
  const [first, second] = query.stages;
  if (first?.kind !== 'search') {
    throw querySyntaxError([refusal(first ?? query, 'Must be a search without commands.')]);
  }
  if (second !== undefined) {
    throw querySyntaxError([refusal(second, 'Must be a search without a pipe.')]);
  }
  const bounds = boundsIn(first);
  if (bounds.length > 0) throw querySyntaxError(bounds);
  for (const part of everySearch(first.expression)) {
    if (part.kind === 'subsearch') {
      throw querySyntaxError([refusal(part, "Subsearches aren't supported here.")]);
    }
  }
  return first;
}

/** The same for text that is one field of many: the problem names the field. */
export function checkCondition(path: string, text: string): void {
  try {
    readSelector(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const details = (error.facts.details ?? []).map((detail) => ({ ...detail, path }));
    throw new AppError(error.code, error.message, { ...error.facts, details });
  }
}

/** Parses the query of a KPI that has its own. */
export function readKpiQuery(text: string): Query {
  const { query, diagnostics } = parse(text);
  if (query === undefined) throw querySyntaxError(diagnostics);
  const refused = [...everyQuery(query)].flatMap(({ stages }) => stages.flatMap(refusedOfStage));
  if (refused.length > 0) throw querySyntaxError(refused);
  const shape = shapeOf(query);
  const has = (name: string): boolean => shape.isOpen || shape.fields.includes(name);
  if (shape.hasText || !(has('value') || (has('good') && has('total')))) {
    throw invalid(
      'measure.query',
      'Must return a row with `value`, or with `good` and `total`, e.g. `… | stats avg(duration_ms) AS value`.',
    );
  }
  return query;
}

function refusedOfStage(stage: Stage): Diagnostic<string>[] {
  if (isWriting(stage)) {
    return [refusal(stage, `KPIs can't write. Remove \`${stage.kind}\`.`)];
  }
  return stage.kind === 'search' || stage.kind === 'tstats' ? boundsIn(stage) : [];
}

function boundsIn({
  earliest,
  latest,
  indexEarliest,
  indexLatest,
}: Pick<SearchStage, 'earliest' | 'latest' | 'indexEarliest' | 'indexLatest'>) {
  return [earliest, latest, indexEarliest, indexLatest].flatMap((bound) =>
    bound === undefined
      ? []
      : [refusal(bound, 'The KPI interval sets the time range. Remove times from the query.')],
  );
}

function refusal(
  { start, end }: { readonly start: number; readonly end: number },
  message: string,
): Diagnostic<string> {
  return { code: 'refused', severity: 'error', start, end, message, expected: [], fix: undefined };
}
