/** What an export may be. */
import { AppError, invalid } from '../../../base/errors.ts';
import type { ExportDraft } from '../../../contract/export-settings.ts';
import { isRowwiseStage } from '../../../flow/search/index.ts';
import {
  everySearch,
  NO_BOUNDS,
  parse,
  type ParseOptions,
  parseTime,
  type Query,
  querySyntaxError,
  type SearchStage,
} from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { ExportMode } from '../../../spec/exports.ts';

/** The tree of a query that an export of this mode can run; refused with its position otherwise. */
export function readExportQuery(
  mode: ExportMode,
  text: string,
  macros: Pick<ParseOptions, 'expandMacro'> = {},
): Query {
  const { query, diagnostics } = parse(text, macros);
  if (query === undefined || diagnostics.length > 0) throw querySyntaxError(diagnostics);
  if (mode === 'archive') requireRowwise(query);
  return query;
}

function requireRowwise({ stages }: Query): void {
  const [first, ...rest] = stages;
  if (first?.kind !== 'search') {
    throw unsuitable(first?.start ?? 0, 'An archive query must start with a search for events.');
  }
  const other = rest.find((stage) => !isRowwiseStage(stage));
  if (other !== undefined) {
    throw unsuitable(
      other.start,
      `Archives don't support \`${other.kind}\`, because it needs more than one event. Use a report.`,
    );
  }
  for (const stage of stages) {
    if (stage.kind !== 'search') continue;
    if (hasBounds(stage)) {
      throw unsuitable(stage.start, 'Archives use ingest time. Remove times from the query.');
    }
    const sub = [...everySearch(stage.expression)].find(({ kind }) => kind === 'subsearch');
    if (sub !== undefined) {
      throw unsuitable(
        sub.start,
        "Archives don't support subsearches, because their results change.",
      );
    }
  }
}

function hasBounds(stage: SearchStage): boolean {
  return Object.keys(NO_BOUNDS).some((name) => {
    const bound = name as keyof typeof NO_BOUNDS;
    return stage[bound] !== NO_BOUNDS[bound];
  });
}

function unsuitable(position: number, message: string): AppError {
  return new AppError('QUERY_SYNTAX_ERROR', message, {
    details: [{ path: 'query', message, position }],
  });
}

type Times = Pick<ExportDraft, 'startAt'> & {
  readonly earliest?: string | null;
  readonly latest?: string | null;
};

/** Times of a report are those of a search; the start of an archive is an instant that is over. */
export function checkTimes(mode: ExportMode, { startAt, earliest, latest }: Times): void {
  for (const [path, text] of Object.entries({ earliest, latest })) {
    if (text === undefined || text === null) continue;
    if (mode === 'archive') throw invalid(path, 'Only reports have a time range.');
    const time = parseTime(text);
    if (time.kind === 'problem') throw invalid(path, time.message);
  }
  if (startAt !== undefined && mode === 'report') {
    throw invalid('startAt', 'Only archives have `startAt`.');
  }
}

/** Whole seconds, as events are stored. */
export function readStart(text: string | undefined, now: number): number {
  const start = text === undefined ? now : readInstant('startAt', text);
  if (start > now) throw invalid('startAt', 'Now, or earlier.');
  if (start < now - LIMITS.exports.backfillMsMax) {
    throw invalid('startAt', 'No events are stored before this time.');
  }
  return Math.floor(start / 1000) * 1000;
}

export function readInstant(path: string, text: string): number {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw invalid(path, 'A time such as 2026-11-01T00:00:00Z.');
  return instant;
}
