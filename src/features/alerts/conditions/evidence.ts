import { AppError } from '../../../base/errors.ts';
import type { SettledCondition } from '../../../contract/alert-conditions.ts';
import { findEventIds, rowwisePart } from '../../../flow/search/index.ts';
import {
  type Expression,
  print,
  type Query,
  type StageKind,
  type StatsStage,
  type TimeTerm,
  type WhereStage,
} from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';
import { arrivalBounds, inBudget, startAsking, type WindowBounds } from './asking.ts';
import type { ConditionNeeds } from './condition-needs.ts';
import type { GroupKey, MeasuredGroup } from './measurement.ts';

/** Describes the condition that makes a rule fire: `count > 5 in 5 minutes, by host`. */
export function describeCondition({ settings }: { readonly settings: RuleWords }): string {
  const within = describeSeconds(settings.window);
  const { condition } = settings;
  switch (condition.kind) {
    case 'threshold': {
      const { of, op, value } = condition;
      return `${of} ${op} ${value} in ${within}${byWords(condition)}`;
    }
    case 'absence':
      return condition.scope === 'all'
        ? `no events in ${within}`
        : `no events from a known source in ${within}${byWords(condition)}`;
    case 'change': {
      const { of, percent, minDifference, compare, periods } = condition;
      const earlier = `the median of the last ${periods} ${compare}s`;
      const amount = `${percent}% and ${minDifference}`;
      return `${of} in ${within} ${CHANGES[condition.direction]} ${earlier} by at least ${amount}${byWords(condition)}`;
    }
    case 'verdict': {
      const statuses = condition.fireOn.map((status) => status.replace('_', ' ')).join(' or ');
      return `an evaluated item is ${statuses} in ${within}`;
    }
  }
}

type RuleWords = Pick<Rule['settings'], 'window' | 'condition'>;

const CHANGES = { both: 'differs from', up: 'is above', down: 'is below' } as const;

function byWords({ by }: Extract<SettledCondition, { by: unknown }>): string {
  return by.length === 0 ? '' : `, by ${by.join(', ')}`;
}

const UNITS = [
  ['day', DAY_MS / SECOND_MS],
  ['hour', HOUR_MS / SECOND_MS],
  ['minute', MINUTE_MS / SECOND_MS],
  ['second', 1],
] as const;

/** In the largest unit that it is a whole number of. */
function describeSeconds(seconds: number): string {
  const [name, size] = UNITS.find(([, each]) => seconds % each === 0) ?? UNITS[3];
  const amount = seconds / size;
  return `${amount} ${name}${amount === 1 ? '' : 's'}`;
}

export type GroupEvents = Pick<MeasuredGroup, 'key' | 'eventsFrom' | 'eventsTo' | 'details'>;

/** The bounds of the events that a group rests on. */
export function eventsOfGroup({ settings }: Rule, group: GroupEvents): WindowBounds {
  const { eventsFrom: from, eventsTo: to } = group;
  const late = lateStretch(group);
  if (late !== undefined) {
    const { arrival } = arrivalBounds(settings, { from, to });
    return { ...late, stored: { from: undefined, to }, arrival };
  }
  if (settings.basis === 'event') return { from, to, stored: { from: undefined, to: undefined } };
  return arrivalBounds(settings, { from, to });
}

function lateStretch({ details }: GroupEvents): { from: number; to: number } | undefined {
  // Only `measuredCount` writes it.
  return details?.['late'] as { from: number; to: number } | undefined;
}

/** The events that a group of a rule rests on, as a query. */

/** Without stages where the query makes its rows otherwise. */
export function narrowTree(tree: Query, key: GroupKey): Query {
  const events = rowwisePart(tree);
  if (events.stages.length === 0 || key === null) return events;
  const names = new Set(isReporting(tree) ? groupedBy(tree, events) : Object.keys(key));
  const filters = Object.entries(key).filter(([name]) => names.has(name));
  return { ...events, stages: [...events.stages, ...filters.map(filterOf)] };
}

/** Columns after a table command are computed by commands; the ones it groups by are fields of the events. */
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

/** Commands that make a table, whose rows are the groups of a rule. */
const REPORTING: ReadonlySet<StageKind> = new Set<StageKind>([
  'chart',
  'inputlookup',
  'makeresults',
  'patterns',
  'rare',
  'stats',
  'timechart',
  'top',
  'transpose',
  'tstats',
  'untable',
  'xyseries',
]);

export function isReporting({ stages }: Query): boolean {
  return stages.some(({ kind }) => REPORTING.has(kind));
}

/** A query that shows the events of a group, with the exact times at which they were stored. Empty when there is none. */
export async function searchText(
  needs: Pick<ConditionNeeds, 'trees' | 'metadata'>,
  rule: Rule,
  group: GroupEvents,
): Promise<string> {
  const tree = await needs.trees.of(needs.metadata, rule);
  const narrow = narrowTree(tree, group.key);
  const shown = narrow.stages.length === 0 ? tree : narrow;
  return print(withBounds(shown, eventsOfGroup(rule, group)));
}

function withBounds(query: Query, { from, to, stored }: WindowBounds): Query {
  const [first, ...others] = query.stages;
  if (first?.kind !== 'search' && first?.kind !== 'tstats') return query;
  const bounds = {
    earliest: termOf(from),
    latest: termOf(to),
    indexEarliest: stored.from === undefined ? undefined : termOf(stored.from),
    indexLatest: stored.to === undefined ? undefined : termOf(stored.to),
  };
  return { ...query, stages: [{ ...first, ...bounds }, ...others] };
}

/** The language writes seconds. */
function termOf(ms: number): TimeTerm {
  const whole = Math.floor(ms / SECOND_MS) * SECOND_MS;
  return { kind: 'time', time: { kind: 'epoch', ms: whole }, start: 0, end: 0 };
}

const { sampleIdsMax, sampleMsMax } = LIMITS.alerts;

/** Ids of some events that a group rests on, newest first. None where they cannot be found: an incident goes without. */
export async function findSamples(
  needs: ConditionNeeds,
  rule: Rule,
  group: GroupEvents,
  signal: AbortSignal = new AbortController().signal,
): Promise<string[]> {
  const { kind } = rule.settings.condition;
  if (kind === 'absence') return [];
  if (kind === 'verdict') return evidenceOf(group);
  try {
    const tree = narrowTree(await needs.trees.of(needs.metadata, rule), group.key);
    if (tree.stages.length === 0) return [];
    const tick = { at: group.eventsTo, timeoutMs: sampleMsMax, signal };
    const asking = await startAsking(needs, rule, tree, tick);
    const bounds = eventsOfGroup(rule, group);
    return await inBudget(asking, (times) =>
      findEventIds(
        needs.search,
        asking.actor,
        { ...bounds, ...times, query: tree, rowsMax: sampleIdsMax },
        signal,
      ),
    );
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

function evidenceOf({ details }: GroupEvents): string[] {
  const evidence = details?.['evidence'];
  return Array.isArray(evidence) ? evidence.map(String).slice(0, sampleIdsMax) : [];
}
