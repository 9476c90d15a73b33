import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertIncidentRow, AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import type { ResolvedReason } from '../../../spec/alerts.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { MeasuredGroup, Measurement } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import { noteEvents } from '../tables/alert-events-table.ts';
import { readGroups, removeGroups, writeGroups } from '../tables/alert-groups-table.ts';
import {
  insertIncidents,
  insertTimeline,
  type TimelineEntry,
  updateOpenIncidents,
} from '../tables/alert-incidents-table.ts';
import { removeMembers, writeMembers } from '../tables/alert-members-table.ts';
import { writeRuns } from '../tables/alert-rule-runs-table.ts';
import { type Advance, advance, type GroupState, type Transition } from './advance.ts';
import { healthOf, isNoticeDue, nextRun, type TickFacts } from './next-run.ts';
import type { SettleNeeds, Times, Told } from './settle-needs.ts';
import { notifyFailing } from './notify-failing.ts';

/** What was found at a tick of a rule, before it is written down. */
export interface Finding {
  readonly rule: Rule;
  readonly run: AlertRuleRunRow;
  readonly tick: TickFacts;
  readonly measurement: Measurement;
  /** Its groups as they were read, and what the tick makes of them. */
  readonly groups: readonly GroupState[];
  readonly next: Advance;
  /** Evidence for incidents, by the hash of the group. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** Description of the condition. */
  readonly condition: string;
}

export interface Evidence {
  /** A query that shows the events. */
  readonly search: string;
  readonly sampleIds: readonly string[];
}

/**
 * Writes down what came of a tick: states, incidents and messages, all or nothing. False when the rule was changed,
 * disabled or deleted since it was read: then what was found is about something else, and nothing is written.
 */
export async function settleTick(
  needs: SettleNeeds,
  unit: Unit,
  finding: Finding,
  times: Times,
): Promise<boolean> {
  const { rule, measurement, tick } = finding;
  const { id, version, organization } = rule;
  const isSame = await unit.lockRow('alert_rules', { id, version, is_enabled: 1 });
  if (!isSame) return false;
  const before = (await readGroups(unit, organization, [id])).get(id) ?? [];
  // Users may have closed incidents since the rule was evaluated.
  const isAsRead = isDeepStrictEqual(before, finding.groups);
  const next = isAsRead ? finding.next : advance(rule, before, measurement, tick);
  await noteFlapping(unit, rule, next.transitions, times);
  const opened = await openIncidents(unit, finding, next.transitions, times);
  const told = [
    ...opened.map((incident): Told => ({ incident, transition: { kind: 'fired' } })),
    ...(await endAll(unit, rule, next.transitions, times)),
  ];
  const ids = new Map(opened.map((incident) => [incident.group_hash, incident.id]));
  await keepGroups(unit, rule, before, next.groups, ids);
  if (measurement.kind === 'measured' && measurement.members !== undefined) {
    await writeMembers(unit, rule, measurement.members.seen);
    await removeMembers(unit, rule, measurement.members.expired);
  }
  const run = nextRun(rule, finding.run, measurement, tick, next, times.now);
  const isNotified = isNoticeDue(run, times.now);
  await notifyFailing(needs, unit, rule, { before: finding.run, run, isNotified }, times);
  await writeRuns(unit, [isNotified ? { ...run, told_at: times.now } : run]);
  if (told.length > 0) await needs.queueMessages(unit, rule, told, times.now);
  return true;
}

async function openIncidents(
  unit: Unit,
  finding: Finding,
  transitions: readonly Transition[],
  times: Times,
): Promise<readonly AlertIncidentRow[]> {
  const { rule } = finding;
  const fired = transitions.filter((transition) => transition.kind === 'fired');
  const rows = fired.map(({ group, startedAt }) => incidentOf(finding, group, startedAt, times));
  await insertIncidents(unit, rows);
  const timeline = rows.map(({ id, value }): TimelineEntry => ({
    incidentId: id,
    kind: 'fired',
    details: { value },
  }));
  await insertTimeline(unit, rule.organization, timeline, times.storeNow);
  const events = rows.map(({ id, value, group_key: group, severity, condition }) => ({
    kind: 'fired' as const,
    text: `${rule.name} is firing`,
    ruleId: rule.id,
    incidentId: id,
    details: { rule: rule.name, severity, condition, value, group: JSON.parse(group) as unknown },
  }));
  await noteEvents(unit, rule.organization, events, times.storeNow);
  return rows;
}

function incidentOf(
  { rule, evidence, condition }: Finding,
  group: MeasuredGroup,
  startedAt: number,
  { now, storeNow }: Times,
): AlertIncidentRow {
  const { severity, renotify, query } = rule.settings;
  const { search, sampleIds } = evidence.get(group.hash) ?? { search: query ?? '', sampleIds: [] };
  const isSnoozed = rule.snoozedUntil !== null && rule.snoozedUntil > now;
  const nextReminder = renotify === null ? null : now + renotify * SECOND_MS;
  return {
    id: newId('alertIncident'),
    organization_id: rule.organization,
    rule_id: rule.id,
    rule_name: rule.name,
    rule_version: rule.version,
    severity,
    status: 'firing',
    group_hash: group.hash,
    group_key: JSON.stringify(group.key),
    value: group.value,
    condition,
    started_at: startedAt,
    fired_at: storeNow,
    resolved_at: null,
    resolved_reason: null,
    events_from: group.eventsFrom,
    events_to: group.eventsTo,
    search,
    sample_ids: JSON.stringify(sampleIds),
    acknowledged_by: null,
    acknowledged_at: null,
    snoozed_until: null,
    is_flapping: 0,
    details: JSON.stringify(group.details ?? {}),
    // When the snooze ends, channels are notified that it still fires.
    remind_at: isSnoozed ? rule.snoozedUntil : nextReminder,
  };
}

async function endAll(
  unit: Unit,
  rule: Rule,
  transitions: readonly Transition[],
  times: Times,
): Promise<readonly Told[]> {
  const ends = transitions.filter((transition) => transition.kind === 'resolved');
  const byReason = Map.groupBy(ends, ({ reason }) => reason);
  const told: Told[] = [];
  for (const [reason, those] of byReason) {
    const ids = those.flatMap(({ incidentId }) => incidentId ?? []);
    const ended = await endIncidents(unit, rule, ids, { reason, at: times.storeNow });
    told.push(...ended.map((incident): Told => ({ incident, transition: { kind: 'resolved' } })));
  }
  return told;
}

const FLAPPING = { began_flapping: 1, calmed_down: 0 } as const;

/** What changes about incidents that stay open. */
async function noteFlapping(
  unit: Unit,
  rule: Rule,
  transitions: readonly Transition[],
  { storeNow }: Times,
): Promise<void> {
  const timeline: TimelineEntry[] = [];
  for (const transition of transitions) {
    const { kind } = transition;
    if (kind === 'fired' || kind === 'resolved' || transition.incidentId === null) continue;
    const { incidentId } = transition;
    timeline.push({ incidentId, kind, details: {} });
    if (kind === 'began_recovering' || kind === 'fires_again') continue;
    await updateOpenIncidents(unit, rule.organization, [incidentId], {
      is_flapping: FLAPPING[kind],
    });
    const text = `${rule.name} ${kind === 'began_flapping' ? 'is flapping' : 'stopped flapping'}`;
    await noteEvents(
      unit,
      rule.organization,
      [{ kind, text, ruleId: rule.id, incidentId, details: { rule: rule.name } }],
      storeNow,
    );
  }
  await insertTimeline(unit, rule.organization, timeline, storeNow);
}

async function keepGroups(
  unit: Unit,
  rule: Rule,
  before: readonly GroupState[],
  after: readonly GroupState[],
  opened: ReadonlyMap<string, string>,
): Promise<void> {
  const old = new Map(before.map((group) => [group.hash, JSON.stringify(group)]));
  const kept = after.map((group) => ({
    ...group,
    incidentId: opened.get(group.hash) ?? group.incidentId,
  }));
  await writeGroups(
    unit,
    rule,
    kept.filter((group) => JSON.stringify(group) !== old.get(group.hash)),
  );
  const hashes = new Set(after.map(({ hash }) => hash));
  const gone = before.filter(({ hash }) => !hashes.has(hash)).map(({ hash }) => hash);
  await removeGroups(unit, rule, gone);
}

const FAULT: Measurement = {
  kind: 'failed',
  code: 'INTERNAL',
  message: "The result couldn't be saved. See the server log.",
};

/**
 * Records that the result of a tick cannot be written. Leaves states, incidents and messages unchanged, since writing
 * them failed. False if the rule has changed since.
 */
export async function settleFault(
  needs: SettleNeeds,
  unit: Unit,
  { rule, run: before, tick }: Pick<Finding, 'rule' | 'run' | 'tick'>,
  times: Times,
): Promise<boolean> {
  const { id, version } = rule;
  if (!(await unit.lockRow('alert_rules', { id, version, is_enabled: 1 }))) return false;
  const run = nextRun(rule, before, FAULT, tick, healthOf(rule, FAULT), times.now);
  const isNotified = isNoticeDue(run, times.now);
  await notifyFailing(needs, unit, rule, { before, run, isNotified }, times);
  await writeRuns(unit, [isNotified ? { ...run, told_at: times.now } : run]);
  return true;
}

export interface End {
  readonly reason: ResolvedReason;
  /** By the clock of the store. */
  readonly at: number;
  /** The person who ended it, if any. */
  readonly by?: string;
}

/** Ends incidents that are open and tells it on their timelines and in the index; messages are the caller's. */
export async function endIncidents(
  unit: Unit,
  rule: Pick<Rule, 'id' | 'name' | 'organization'>,
  ids: readonly string[],
  { reason, at, by }: End,
): Promise<AlertIncidentRow[]> {
  const ended = await updateOpenIncidents(unit, rule.organization, ids, {
    status: 'resolved',
    resolved_at: at,
    resolved_reason: reason,
    remind_at: null,
  });
  const details = by === undefined ? { reason } : { reason, by };
  await insertTimeline(
    unit,
    rule.organization,
    ended.map(({ id }) => ({ incidentId: id, kind: 'resolved', details })),
    at,
  );
  const events = ended.map(({ id, severity, group_key: group }) => ({
    kind: 'resolved' as const,
    text: `${rule.name} is resolved`,
    ruleId: rule.id,
    incidentId: id,
    details: { rule: rule.name, severity, reason, group: JSON.parse(group) as unknown },
  }));
  await noteEvents(unit, rule.organization, events, at);
  return ended;
}
