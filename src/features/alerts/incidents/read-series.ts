import type { Actor } from '../../../base/actor.ts';
import type { Clock } from '../../../base/clock.ts';
import { notFound } from '../../../base/errors.ts';
import type { AlertSeries } from '../../../contract/alert-series.ts';
import type { AlertTest } from '../../../contract/alert-tests.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, SECOND_MS } from '../../../spec/units.ts';
import type { GroupKey } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import { findRules } from '../tables/alert-rules-table.ts';
import { findIncident } from '../tables/alert-incidents-table.ts';

export interface SeriesNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
  readonly replayIncident: (
    rule: Rule,
    past: { readonly group: GroupKey; readonly hours: number },
    signal: AbortSignal,
  ) => Promise<AlertTest>;
}

/** Number of windows shown before it fired, covering at least an hour. */
const WINDOWS_BEFORE = 12;

/** How the value went before and while an incident fired. */
export async function readSeries(
  { metadata, clock, replayIncident }: SeriesNeeds,
  { organization }: Actor,
  id: string,
  signal: AbortSignal,
): Promise<AlertSeries> {
  const incident = await findIncident(metadata, organization, id);
  if (incident === undefined) throw notFound('alert');
  const [rule] = await findRules(metadata, organization, [incident.rule_id]);
  if (rule === undefined) return without('The rule was deleted.');
  const { condition, window } = rule.settings;
  if (condition.kind === 'verdict') return without('Evaluation rules have no numeric values.');
  const needed = (clock.now() - incident.started_at) / HOUR_MS;
  const { testHoursMax } = LIMITS.alerts;
  if (needed >= testHoursMax) return without('The incident started more than a week ago.');
  const before = Math.max(HOUR_MS, WINDOWS_BEFORE * window * SECOND_MS) / HOUR_MS;
  const hours = Math.min(testHoursMax, Math.max(0, needed) + before);
  const group = JSON.parse(incident.group_key) as GroupKey;
  const { series, ticks, sampled, problem } = await replayIncident(rule, { group, hours }, signal);
  return { series, ticks, sampled, ...(problem === undefined ? {} : { problem }) };
}

function without(problem: string): AlertSeries {
  return { series: [], ticks: 0, sampled: false, problem };
}
