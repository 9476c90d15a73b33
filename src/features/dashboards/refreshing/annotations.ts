/** Marks on charts over time: rows of a query, or when alert rules fired. */
import type { AnnotationAnswer } from '../../../contract/dashboard-data.ts';
import type { CompleteDefinition } from '../../../contract/definition-form.ts';
import { textOf } from '../../../charts/index.ts';
import type { SearchResult } from '../../../flow/search/index.ts';
import { autoSpan, bucketStart, type Variables, type Zone } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { readQuery } from '../definition/read-query.ts';
import type { Range } from './moment.ts';
import { type Moment, type Statement, statementOf } from './statement.ts';

export type Annotation = CompleteDefinition['annotations'][number];
type Mark = AnnotationAnswer['marks'][number];

const { annotationsShownMax, annotationsReadMax } = LIMITS.dashboards;

/** What alert rules tell about their incidents. */
export const INCIDENTS_INDEX = '_alerts';
const INCIDENTS = `index=${INCIDENTS_INDEX} | table _time, end, event, level`;

export function annotationStatement(
  { source, query }: Annotation,
  variables: Variables,
  moment: Moment,
): Statement {
  const text = source === 'incidents' ? INCIDENTS : (query ?? '');
  return statementOf(readQuery(text, variables, 'query'), moment, annotationsReadMax);
}

/** Too many of them are grouped by bucket, and say so. */
export function showAnnotation(
  { name, color }: Annotation,
  { rows }: Pick<SearchResult, 'rows'>,
  range: Range,
  zone: Zone,
): AnnotationAnswer {
  const marks = rows
    .map(markOf)
    .filter((mark) => mark !== undefined)
    .toSorted((left, right) => (left.time < right.time ? -1 : left.time > right.time ? 1 : 0));
  if (marks.length <= annotationsShownMax) return { name, color, isGrouped: false, marks };
  return { name, color, isGrouped: true, marks: grouped(marks, range, zone) };
}

function markOf(row: Readonly<Record<string, unknown>>): Mark | undefined {
  const time = timeOf(row['_time']);
  if (time === null) return undefined;
  return {
    time,
    end: timeOf(row['end']),
    text: textOf(row['text'] ?? row['event']).slice(0, LIMITS.dashboards.valueCharactersMax),
    level: textOf(row['level']),
    count: 1,
  };
}

function timeOf(value: unknown): string | null {
  const ms = typeof value === 'number' ? value * 1000 : Date.parse(textOf(value));
  return Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : null;
}

function grouped(marks: readonly Mark[], range: Range, zone: Zone): Mark[] {
  const span = autoSpan(range, annotationsShownMax);
  const groups = Map.groupBy(marks, ({ time }) => bucketStart(Date.parse(time), span, zone));
  return [...groups].slice(0, annotationsShownMax).map(([start, group]) => ({
    time: new Date(start).toISOString(),
    end: null,
    text: group.length === 1 ? (group[0]?.text ?? '') : `${group.length} marks`,
    level: group[0]?.level ?? '',
    count: group.length,
  }));
}
