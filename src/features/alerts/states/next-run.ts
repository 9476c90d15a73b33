import type { AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Measurement } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import type { Health } from './health-of.ts';
import { countsRows } from './no-data.ts';

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

/** The run after a tick at which nothing was looked at: the rule pauses after failures, or is known to be quiet. */
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

/** The run after a tick. Whether somebody is to be told of failures is for the caller to find out. */
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
  const keepsFailing = failures >= alerts.failedTicksTold;
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

/** Whether somebody is to be told that a rule fails: once, then daily. */
export function isToBeTold({ failures, told_at: toldAt }: AlertRuleRunRow, now: number): boolean {
  if (failures < alerts.failedTicksTold) return false;
  return toldAt === null || now - toldAt >= alerts.toldAgainMs;
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
