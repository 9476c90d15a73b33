/** Marks on charts over time: rows of a query, or when alert rules fired. */
import { isoTime } from '../../../base/clock.ts';
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

/** What alert rules tell about their incidents: that they began, and that they are over. */
export const INCIDENTS_INDEX = '_alerts';
const INCIDENTS = `index=${INCIDENTS_INDEX} kind IN (fired, resolved) incident_id=* | table _time, kind, incident_id, event, level`;

export function annotationStatement(
  { source, query }: Annotation,
  variables: Variables,
  moment: Moment,
): Statement {
  const text = source === 'incidents' ? INCIDENTS : (query ?? '');
  return statementOf(readQuery(text, variables, 'query'), moment, annotationsReadMax);
}

/** Groups marks by bucket if there are too many, and reports that. */
export function showAnnotation(
  { name, color, source }: Annotation,
  { rows }: Pick<SearchResult, 'rows'>,
  range: Range,
  zone: Zone,
): AnnotationAnswer {
  const found = source === 'incidents' ? incidentMarks(rows, range) : rows.map(markOf);
  const marks = found
    .filter((mark) => mark !== undefined)
    .toSorted((left, right) => (left.time < right.time ? -1 : left.time > right.time ? 1 : 0));
  if (marks.length <= annotationsShownMax) return { name, color, isGrouped: false, marks };
  return { name, color, isGrouped: true, marks: grouped(marks, range, zone) };
}

type Row = Readonly<Record<string, unknown>>;

function markOf(row: Row): Mark | undefined {
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

/** From firing to resolved; marks that cross the range are cut at its beginning or end. */
function incidentMarks(rows: readonly Row[], range: Range): Mark[] {
  const byIncident = Map.groupBy(rows, (row) => textOf(row['incident_id']));
  return [...byIncident.values()].flatMap((rowsOfIncident) => {
    const parts = rowsOfIncident
      .flatMap((row) => {
        const mark = markOf(row);
        return mark === undefined ? [] : [{ mark, isEnd: row['kind'] === 'resolved' }];
      })
      .toSorted((left, right) => (left.mark.time < right.mark.time ? -1 : 1));
    const [first] = parts;
    const last = parts.at(-1);
    if (first === undefined || last === undefined) return [];
    const time = first.isEnd ? isoTime(range.from) : first.mark.time;
    return [{ ...first.mark, time, end: last.isEnd ? last.mark.time : isoTime(range.to) }];
  });
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
