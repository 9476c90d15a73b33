import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import type { Rule } from '../rule.ts';
import {
  countStormFiring,
  readNotifiedChannels,
  type NotifiedChannel,
} from '../tables/alert-delivery-items-table.ts';
import { isPerIncident } from './formats/formats.ts';
import {
  joinMessage,
  queueEvent,
  queueFor,
  readTargets,
  type Target,
  type Telling,
} from './add-to-messages.ts';

interface Ends {
  readonly ended: readonly AlertIncidentRow[];
  readonly acknowledged: readonly AlertIncidentRow[];
}

/**
 * Notifies all channels that were notified of the beginning about ends and acknowledgements, including channels removed
 * from the rule and incidents silenced since. Only `onResolve` suppresses ends.
 */
export async function queueEnds(
  unit: Unit,
  rule: Rule,
  { ended, acknowledged }: Ends,
  now: number,
): Promise<void> {
  const ends = rule.settings.onResolve ? ended : [];
  const all = [...ends, ...acknowledged];
  const notified = await readNotifiedChannels(
    unit,
    rule.organization,
    all.map(({ id }) => id),
  );
  const targets = await readTargets(unit, rule, [
    ...new Set(notified.map(({ channel }) => channel)),
  ]);
  for (const target of targets) {
    const those = notified.filter(({ channel }) => channel === target.id);
    const knows = new Set(those.map(({ incident }) => incident));
    const over = ends.filter(({ id }) => knows.has(id));
    const tellings = over.map((incident): Telling => ({ incident, transition: 'resolved' }));
    if (isPerIncident(target.kind) && !target.isDisabled) {
      await queueEndEvents(unit, rule, target, { tellings, those }, now);
      await queueAcknowledgements(unit, rule, target, acknowledged, those, now);
    } else await queueFor(unit, rule, target, tellings, now);
  }
}

interface EndsOfTarget {
  readonly tellings: readonly Telling[];
  readonly those: readonly NotifiedChannel[];
}

async function queueEndEvents(
  unit: Unit,
  rule: Rule,
  target: Target,
  { tellings, those }: EndsOfTarget,
  now: number,
): Promise<void> {
  const line = lineOf(rule, target);
  const single = new Set(those.filter(({ isStorm }) => !isStorm).map(({ incident }) => incident));
  const stormy = new Set(those.filter(({ isStorm }) => isStorm).map(({ incident }) => incident));
  for (const telling of tellings) {
    if (single.has(telling.incident.id)) await queueEvent(unit, line, telling, now, now);
  }
  const over = tellings.filter(({ incident }) => stormy.has(incident.id));
  if (over.length === 0) return;
  // A storm is over with the last of its incidents.
  const ended = new Set(tellings.map(({ incident }) => incident.id));
  const where = { organization: rule.organization, rule: rule.id, channel: target.id };
  if ((await countStormFiring(unit, where, ended)) > 0) return;
  const unhurried = { ...rule, settings: { ...rule.settings, throttle: 0, groupWait: 0 } };
  await joinMessage(unit, unhurried, line, over, now);
}

async function queueAcknowledgements(
  unit: Unit,
  rule: Rule,
  target: Target,
  acknowledged: readonly AlertIncidentRow[],
  those: readonly NotifiedChannel[],
  now: number,
): Promise<void> {
  const single = new Set(those.filter(({ isStorm }) => !isStorm).map(({ incident }) => incident));
  for (const incident of acknowledged.filter(({ id }) => single.has(id))) {
    const telling = { incident, transition: 'acknowledged' } as const;
    await queueEvent(unit, lineOf(rule, target), telling, now, now);
  }
}

function lineOf(rule: Rule, { id }: Target) {
  return { organization: rule.organization, channel: id, rule: rule.id, kind: 'alert' } as const;
}
