/** Adds notifications to the messages of a channel. */
import { newId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import { type ChannelKind, OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { findChannels } from '../tables/alert-channels-table.ts';
import type { Rule } from '../rule.ts';
import {
  countOpenEvents,
  findOpenMessage,
  insertDelivery,
  lastMessageAt,
  type Line,
} from '../tables/alert-deliveries-table.ts';
import { insertItems } from '../tables/alert-delivery-items-table.ts';
import { isPerIncident } from './formats/formats.ts';
import type { ItemTransition } from './message.ts';

/** Where a message goes. */
export interface Target {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly isDisabled: boolean;
}

/** One notification about one incident. */
export interface Telling {
  readonly incident: AlertIncidentRow;
  readonly transition: ItemTransition;
}

/** What a rule tells one channel: one message for all, or one event each where the receiver groups itself. */
export async function queueFor(
  unit: Unit,
  rule: Rule,
  target: Target,
  tellings: readonly Telling[],
  now: number,
): Promise<void> {
  if (tellings.length === 0) return;
  if (target.isDisabled) {
    await noteWithheld(unit, rule, target, tellings, 'channel_disabled', now);
    return;
  }
  const reminders = tellings.filter(({ transition }) => transition === 'still_firing');
  const others = tellings.filter(({ transition }) => transition !== 'still_firing');
  for (const [kind, those] of [
    ['alert', others],
    ['reminder', reminders],
  ] as const) {
    if (those.length === 0) continue;
    const line = { organization: rule.organization, channel: target.id, rule: rule.id, kind };
    if (isPerIncident(target.kind)) await queueEvents(unit, rule, line, those, now);
    else await joinMessage(unit, rule, line, those, now);
  }
}

/** Joins the message that waits, or makes one that waits for others. */
export async function joinMessage(
  unit: Unit,
  rule: Rule,
  line: Line,
  tellings: readonly Telling[],
  now: number,
): Promise<void> {
  const open = await findOpenMessage(unit, line);
  // The message may be about to be sent: its row is then locked, and closed once we get the lock.
  const isOpen = open !== undefined && (await holdOpen(unit, line, open));
  const id = isOpen ? open : newId('alertDelivery');
  if (!isOpen) {
    const last = await lastMessageAt(unit, line);
    const { groupWait, throttle } = rule.settings;
    const soonest = last === undefined ? 0 : Math.min(last, now) + throttle * SECOND_MS;
    const dueAt = Math.max(now + groupWait * SECOND_MS, soonest);
    await insertDelivery(unit, { ...draftOf(line, id, now), due_at: dueAt });
  }
  await insertItems(unit, itemsOf(line, id, tellings, now));
}

async function holdOpen(unit: Unit, line: Line, id: string): Promise<boolean> {
  await unit.lockRow('alert_deliveries', { id });
  return (await findOpenMessage(unit, line)) === id;
}

/** Queues one event per incident; above a limit, a single event represents all of them. */
async function queueEvents(
  unit: Unit,
  rule: Rule,
  line: Line,
  tellings: readonly Telling[],
  now: number,
): Promise<void> {
  const waiting = await countOpenEvents(unit, line);
  if (waiting + tellings.length > LIMITS.alerts.stormIncidentsMin) {
    await joinMessage(
      unit,
      { ...rule, settings: { ...rule.settings, throttle: 0 } },
      line,
      tellings,
      now,
    );
    return;
  }
  const dueAt = now + rule.settings.groupWait * SECOND_MS;
  for (const telling of tellings) await queueEvent(unit, line, telling, dueAt, now);
}

export async function queueEvent(
  unit: Unit,
  line: Line,
  telling: Telling,
  dueAt: number,
  now: number,
): Promise<void> {
  const id = newId('alertDelivery');
  const incident = telling.incident.id;
  await insertDelivery(unit, {
    ...draftOf(line, id, now),
    incident_id: incident,
    due_at: dueAt,
  });
  await insertItems(unit, itemsOf(line, id, [telling], now));
}

export async function noteWithheld(
  unit: Unit,
  rule: Rule,
  target: Target,
  tellings: readonly Telling[],
  reason: string,
  now: number,
): Promise<void> {
  const id = newId('alertDelivery');
  const kind = tellings.every(({ transition }) => transition === 'still_firing')
    ? 'reminder'
    : 'alert';
  const line = {
    organization: rule.organization,
    channel: target.id,
    rule: rule.id,
    kind,
  } as const;
  await insertDelivery(unit, {
    ...draftOf(line, id, now),
    state: 'withheld',
    withheld_by: reason,
    is_closed: 1,
    ended_at: now,
  });
  await insertItems(unit, itemsOf(line, id, tellings, now));
}

function draftOf({ organization, channel, rule, kind }: Line, id: string, now: number) {
  return {
    id,
    organization_id: organization,
    channel_id: channel,
    rule_id: rule,
    incident_id: null,
    kind,
    created_at: now,
  };
}

function itemsOf({ organization }: Line, id: string, tellings: readonly Telling[], now: number) {
  return tellings.map(({ incident, transition }) => ({
    delivery_id: id,
    organization_id: organization,
    incident_id: incident.id,
    transition,
    at: now,
  }));
}

/** Deleted channels are skipped. */
export async function readTargets(
  unit: Unit,
  rule: Rule,
  ids: readonly string[],
): Promise<Target[]> {
  const rows = await findChannels(unit, rule.organization, ids);
  const owners: Target = { id: OWNERS_CHANNEL, kind: 'email', isDisabled: false };
  return [
    ...(ids.includes(OWNERS_CHANNEL) ? [owners] : []),
    ...rows.map((row) => ({ id: row.id, kind: row.kind, isDisabled: row.disabled_at !== null })),
  ];
}
