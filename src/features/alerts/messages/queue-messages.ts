import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import type { Rule } from '../rule.ts';
import type { Transition } from '../states/advance.ts';
import { updateOpenIncidents } from '../tables/alert-incidents-table.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { noteWithheld, queueFor, readTargets, type Telling } from './add-to-messages.ts';
import { DELIVERIES_CHANNEL } from '../tables/alert-deliveries-table.ts';
import { queueEnds } from './queue-ends.ts';
import { whyWithheld } from './why-withheld.ts';

/** A transition of an incident that channels can be notified of. */
export interface Told {
  readonly incident: AlertIncidentRow;
  readonly transition: {
    readonly kind: Transition['kind'] | 'acknowledged' | 'still_firing';
  };
}

/**
 * Queues the notifications of channels, in the transaction that changes the incidents. One call per rule and
 * transaction. Silences, snoozes, muting rules that fire and flapping withhold the start of firing; the end is sent to
 * every channel that was notified of the beginning.
 */
export async function queueMessages(
  unit: Unit,
  rule: Rule,
  told: readonly Told[],
  now: number,
): Promise<void> {
  const of = (kind: Told['transition']['kind']): AlertIncidentRow[] =>
    told.flatMap(({ incident, transition }) => (transition.kind === kind ? [incident] : []));
  const begun = [
    ...of('fired').map((incident): Telling => ({ incident, transition: 'fired' })),
    ...of('still_firing').map((incident): Telling => ({ incident, transition: 'still_firing' })),
  ];
  const [ended, acknowledged] = [of('resolved'), of('acknowledged')];
  if (begun.length + ended.length + acknowledged.length === 0) return;
  // Serializes notifications of this rule, so that there is only one open message.
  await unit.lockRow('alert_rules', { id: rule.id });
  await queueBeginnings(unit, rule, begun, now);
  await queueEnds(unit, rule, { ended, acknowledged }, now);
  await unit.notify(DELIVERIES_CHANNEL, '');
}

async function queueBeginnings(
  unit: Unit,
  rule: Rule,
  begun: readonly Telling[],
  now: number,
): Promise<void> {
  if (begun.length === 0 || rule.settings.channels.length === 0) return;
  const reasonOf = await whyWithheld(unit, rule, now);
  const passed: Telling[] = [];
  const withheld = new Map<string, Telling[]>();
  for (const telling of begun) {
    // Already acknowledged: no reminders.
    const { incident, transition } = telling;
    if (transition === 'still_firing' && incident.acknowledged_at !== null) continue;
    const reason = reasonOf(incident);
    if (reason === undefined) passed.push(telling);
    else withheld.set(reason, [...(withheld.get(reason) ?? []), telling]);
  }
  await tellLater(unit, rule, [...withheld.values()].flat(), now);
  for (const target of await readTargets(unit, rule, rule.settings.channels)) {
    for (const [reason, those] of withheld) {
      await noteWithheld(unit, rule, target, those, reason, now);
    }
    await queueFor(unit, rule, target, passed, now);
  }
}

/** Schedules a notification of incidents that began while withheld, for when nothing withholds them any more. */
async function tellLater(
  unit: Unit,
  { organization }: Rule,
  withheld: readonly Telling[],
  now: number,
): Promise<void> {
  const begun = withheld.filter(({ transition }) => transition === 'fired');
  const ids = begun.map(({ incident }) => incident.id);
  const remindAt = now + LIMITS.alerts.withheldAgainMs;
  await updateOpenIncidents(unit, organization, ids, { remind_at: remindAt });
}
