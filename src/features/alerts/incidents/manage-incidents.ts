import type { Actor } from '../../../base/actor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import type { AlertIncident } from '../../../contract/alerts.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import type { AuditAction } from '../../../spec/audit.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { readDeliveriesOf } from '../tables/alert-delivery-items-table.ts';
import type { Rule } from '../rule.ts';
import { findRules } from '../tables/alert-rules-table.ts';
import { readGroups, writeGroups } from '../tables/alert-groups-table.ts';
import type { Told } from '../states/settle-needs.ts';
import {
  findIncident,
  insertTimeline,
  readTimeline,
  updateOpenIncidents,
} from '../tables/alert-incidents-table.ts';
import { endIncidents } from '../states/settle-tick.ts';
import type { IncidentNeeds } from './incident-needs.ts';
import { nextReminder } from './next-reminder.ts';
import { showIncident } from './show-incident.ts';

/** Marks an incident as being handled, which stops reminders. Repeating it changes nothing. */
export async function acknowledgeIncident(
  needs: IncidentNeeds,
  actor: Actor,
  id: string,
): Promise<AlertIncident> {
  const by = actorName(actor);
  return changeIncident(
    needs,
    actor,
    id,
    'alert.acknowledged',
    async (unit, { row, rule }, now) => {
      if (row.acknowledged_at !== null) return { row };
      const set = {
        acknowledged_by: by,
        acknowledged_at: now,
        // A message withheld by a snooze is still sent when the snooze ends.
        remind_at: row.snoozed_until !== null && row.snoozed_until > now ? row.remind_at : null,
      };
      const changed = await change(unit, row, set);
      await note(unit, row, 'acknowledged', { by }, now);
      await tell(
        needs,
        unit,
        rule,
        { incident: changed, transition: { kind: 'acknowledged' } },
        now,
      );
      return { row: changed, details: {} };
    },
  );
}

/** Withholds its messages for a while; 0 ends it. */
export async function snoozeIncident(
  needs: IncidentNeeds,
  actor: Actor,
  id: string,
  seconds: number,
): Promise<AlertIncident> {
  const by = actorName(actor);
  return changeIncident(needs, actor, id, 'alert.snoozed', async (unit, { row, rule }, now) => {
    const until = seconds === 0 ? null : now + seconds * SECOND_MS;
    const changed = await change(unit, row, {
      snoozed_until: until,
      remind_at: until ?? nextReminder(row, rule, now),
    });
    await note(unit, row, until === null ? 'snooze_ended' : 'snoozed', { by, seconds }, now);
    return { row: changed, details: { seconds } };
  });
}

/** Entries among which the same note is looked for. */
const TIMELINE_LOOK_MAX = 1_000;

/** Adds a line to the timeline. Repeating the same note changes nothing. */
export async function noteIncident(
  needs: IncidentNeeds,
  actor: Actor,
  id: string,
  text: string,
): Promise<AlertIncident> {
  const by = actorName(actor);
  return changeIncident(needs, actor, id, 'alert.noted', async (unit, { row }, now) => {
    const said = { by, text: text.trim() };
    const timeline = await readTimeline(unit, actor.organization, id, TIMELINE_LOOK_MAX);
    const isKnown = timeline.some(
      ({ kind, details }) => kind === 'noted' && details === JSON.stringify(said),
    );
    if (isKnown) return { row };
    await note(unit, row, 'noted', said, now);
    return { row, details: {} };
  });
}

/** It stays closed until the condition was false once. */
export async function resolveIncident(
  needs: IncidentNeeds,
  actor: Actor,
  id: string,
): Promise<AlertIncident> {
  const by = actorName(actor);
  return changeIncident(needs, actor, id, 'alert.resolved', async (unit, { row, rule }, now) => {
    const { organization } = actor;
    const about = { id: row.rule_id, name: row.rule_name, organization };
    const end = { reason: 'by_hand', at: now, by } as const;
    const [ended] = await endIncidents(unit, about, [id], end);
    if (ended === undefined) throw isOver();
    const groups = (await readGroups(unit, organization, [row.rule_id])).get(row.rule_id) ?? [];
    const mine = groups.filter(({ incidentId }) => incidentId === id);
    await writeGroups(
      unit,
      about,
      mine.map((group) => ({ ...group, state: 'closed', incidentId: null })),
    );
    await tell(needs, unit, rule, { incident: ended, transition: { kind: 'resolved' } }, now);
    return { row: ended, details: {} };
  });
}

interface Subject {
  readonly row: AlertIncidentRow;
  /** Undefined once the rule is deleted. */
  readonly rule: Rule | undefined;
}

interface Changed {
  readonly row: AlertIncidentRow;
  /** For the audit log; undefined when nothing was changed. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The rule is locked, as ticks do: an incident is not changed by both at the same time. */
async function changeIncident(
  needs: IncidentNeeds,
  actor: Actor,
  id: string,
  action: AuditAction,
  work: (unit: Unit, subject: Subject, now: number) => Promise<Changed>,
): Promise<AlertIncident> {
  const { organization } = actor;
  const now = needs.clock.now();
  const known = await findIncident(needs.metadata, organization, id);
  if (known === undefined) throw notFound('alert');
  const row = await needs.metadata.transaction(async (unit) => {
    await unit.lockRow('alert_rules', { organization_id: organization, id: known.rule_id });
    const present = await findIncident(unit, organization, id);
    if (present === undefined) throw notFound('alert');
    if (present.status !== 'firing') throw isOver();
    const [rule] = await findRules(unit, organization, [present.rule_id]);
    const changed = await work(unit, { row: present, rule }, now);
    if (changed.details !== undefined) {
      const details = { rule: present.rule_name, ...changed.details };
      await recordAudit(unit, actor, { action, resource: id, details }, now);
    }
    return changed.row;
  });
  const deliveries = await readDeliveriesOf(needs.metadata, organization, [id]);
  return showIncident(row, deliveries, needs.publicOrigin());
}

async function change(
  unit: Unit,
  row: AlertIncidentRow,
  set: Partial<AlertIncidentRow>,
): Promise<AlertIncidentRow> {
  const [changed] = await updateOpenIncidents(unit, row.organization_id, [row.id], set);
  if (changed === undefined) throw isOver();
  return changed;
}

async function note(
  unit: Unit,
  row: AlertIncidentRow,
  kind: string,
  details: Readonly<Record<string, unknown>>,
  now: number,
): Promise<void> {
  await insertTimeline(unit, row.organization_id, [{ incidentId: row.id, kind, details }], now);
}

async function tell(
  { queueMessages }: IncidentNeeds,
  unit: Unit,
  rule: Rule | undefined,
  told: Told,
  now: number,
): Promise<void> {
  if (rule !== undefined) await queueMessages(unit, rule, [told], now);
}

function isOver(): AppError {
  return new AppError('CONFLICT', 'This incident is already resolved.');
}
