import type { AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import type { GapKind } from '../../../flow/ingest/index.ts';
import type { RuleHealth } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Measurement } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';

const { alerts } = LIMITS;

export interface TickFacts {
  readonly at: number;
  /** Of this rule, before this one. */
  readonly skipped: number;
}

export function firstRun(rule: Rule): AlertRuleRunRow {
  return {
    rule_id: rule.id,
    organization_id: rule.organization,
    version: rule.version,
    ticked_at: null,
    health: 'learning',
    health_detail: '',
    health_since: 0,
    failures: 0,
    told_at: null,
    retry_at: null,
    skipped_ticks: 0,
    sparkline: '[]',
    memory: '',
  };
}

/** Returns the run after a tick without a query: the rule pauses after failures, or is known to be quiet. */
export function passedRun(
  rule: Rule,
  run: AlertRuleRunRow,
  tick: TickFacts,
  value: number | null,
): AlertRuleRunRow {
  return {
    ...run,
    version: rule.version,
    ticked_at: tick.at,
    skipped_ticks: run.skipped_ticks + tick.skipped,
    sparkline: drawOn(run.sparkline, value),
  };
}

/** Returns the run after a tick. The caller decides whether to send a notice about failures. */
export function nextRun(
  rule: Rule,
  run: AlertRuleRunRow,
  measurement: Measurement,
  tick: TickFacts,
  { health, detail }: Health,
  now: number,
): AlertRuleRunRow {
  const hasFailed = measurement.kind === 'failed';
  const failures = hasFailed ? run.failures + 1 : 0;
  const keepsFailing = failures >= alerts.failingTicks;
  return {
    ...passedRun(rule, run, tick, valueOf(rule, measurement)),
    health,
    health_detail: detail,
    health_since: health === run.health ? run.health_since : now,
    failures,
    told_at: hasFailed ? run.told_at : null,
    retry_at: keepsFailing ? tick.at + alerts.failingRetryMs : null,
    memory: measurement.kind === 'measured' ? (measurement.memory ?? run.memory) : run.memory,
  };
}

/** Whether this tick is to be passed over, since the rule keeps failing. */
export function isPaused(run: AlertRuleRunRow | undefined, tickAt: number): boolean {
  return run !== undefined && run.retry_at !== null && tickAt < run.retry_at;
}

/** Whether a notice that a rule fails is due: once, then daily. */
export function isNoticeDue(
  { failures, told_at: notifiedAt }: AlertRuleRunRow,
  now: number,
): boolean {
  if (failures < alerts.failingTicks) return false;
  return notifiedAt === null || now - notifiedAt >= alerts.noticeEveryMs;
}

export function lastValue({ sparkline }: AlertRuleRunRow): number | null {
  return (JSON.parse(sparkline) as (number | null)[]).at(-1) ?? null;
}

function drawOn(sparkline: string, value: number | null): string {
  const values = JSON.parse(sparkline) as (number | null)[];
  return JSON.stringify([...values, value].slice(-alerts.sparklineMax));
}

/** The largest one. Groups without rows are in no answer, and have a count of 0. */
function valueOf(rule: Rule, measurement: Measurement): number | null {
  if (measurement.kind === 'failed') return null;
  const values = measurement.groups.flatMap(({ value }) => value ?? []);
  if (values.length === 0) return countsRows(rule) && !measurement.isCut ? 0 : null;
  return values.reduce((largest, value) => Math.max(largest, value));
}

export interface Health {
  readonly health: RuleHealth;
  /** Why, for people; empty when it is well. */
  readonly detail: string;
}

/** In the past tense, since the cause may be over: a window is evaluated after it has ended. */
const REASONS: Readonly<Record<GapKind, string>> = {
  lag: 'some were not searchable yet',
  refusing: 'some were rejected',
  spilling: 'some were queued while the log store was unavailable',
  quota: 'some were queued over the daily quota',
  node_away: 'a node was unavailable',
};

/** Whether a rule could be evaluated at a tick. */
export function healthOf(rule: RuleFacts, measurement: Measurement): Health {
  if (measurement.kind === 'failed') return { health: 'error', detail: measurement.message };
  const { isCut, behind, isLearning, members } = measurement;
  if (behind.length > 0) {
    const reasons = behind.map((kind) => REASONS[kind]).join(', ');
    return { health: 'behind', detail: `Events may be missing: ${reasons}.` };
  }
  if (isCut) {
    const { maxGroups } = rule.settings;
    const detail = `More than ${maxGroups} groups. The remaining groups are not evaluated.`;
    return { health: 'error', detail };
  }
  if (members?.isFull === true) {
    return { health: 'error', detail: 'More sources than this rule can learn.' };
  }
  if (isLearning) return { health: 'learning', detail: 'Not enough data for a baseline yet.' };
  if (hasNoData(rule, measurement)) {
    return { health: 'no_data', detail: 'The query returns no value.' };
  }
  return { health: 'ok', detail: '' };
}

export type RuleFacts = Pick<Rule, 'settings'>;
export type Measured = Extract<Measurement, { kind: 'measured' }>;

/** Nothing is concluded from events or groups that may be missing. */
export function isIncomplete({ isCut, behind }: Measured): boolean {
  return isCut || behind.length > 0;
}

/** An empty count is 0; all other values may be missing. */
export function countsRows({ settings: { condition } }: RuleFacts): boolean {
  const isOfValues = condition.kind === 'threshold' || condition.kind === 'change';
  return isOfValues && condition.of === 'count';
}

/** Whether a complete result has no value at all. */
export function hasNoData(rule: RuleFacts, measured: Measured): boolean {
  const { kind } = rule.settings.condition;
  if (kind !== 'threshold' && kind !== 'change') return false;
  if (countsRows(rule) || isIncomplete(measured) || measured.isLearning) return false;
  return measured.groups.every(({ value }) => value === null);
}
