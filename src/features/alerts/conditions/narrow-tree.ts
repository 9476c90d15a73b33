/** The events that a group of a rule rests on, as a query. */
import { rowwisePart } from '../../../flow/search/index.ts';
import type { Expression, Query, StatsStage, WhereStage } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { isReporting } from './is-reporting.ts';
import type { GroupKey } from './measurement.ts';

/** Without stages where the query makes its rows otherwise. */
export function narrowTree(tree: Query, key: GroupKey): Query {
  const events = rowwisePart(tree);
  if (events.stages.length === 0 || key === null) return events;
  const names = new Set(isReporting(tree) ? groupedBy(tree, events) : Object.keys(key));
  const filters = Object.entries(key).filter(([name]) => names.has(name));
  return { ...events, stages: [...events.stages, ...filters.map(filterOf)] };
}

/** Columns behind a table are what its commands make of them; those it is grouped by are fields of the events. */
function groupedBy({ stages }: Query, events: Query): string[] {
  const next = stages[events.stages.length];
  return isStats(next)
    ? next.by.flatMap(({ field, span }) => (span === undefined ? [field.name] : []))
    : [];
}

function isStats(stage: Query['stages'][number] | undefined): stage is StatsStage {
  return stage?.kind === 'stats';
}

const AT = { start: 0, end: 0 };
const CUT_AT = LIMITS.alerts.groupValueCharactersMax;

function filterOf([name, value]: readonly [string, string]): WhereStage {
  const field: Expression = { kind: 'field', name, ...AT };
  const number = (each: number): Expression => ({ kind: 'number', value: each, ...AT });
  const left: Expression =
    value.length < CUT_AT
      ? field
      : { kind: 'call', function: 'substr', arguments: [field, number(1), number(CUT_AT)], ...AT };
  const right: Expression = { kind: 'text', value, ...AT };
  return {
    kind: 'where',
    condition: { kind: 'compare', operator: '=', left, right, ...AT },
    ...AT,
  };
}
