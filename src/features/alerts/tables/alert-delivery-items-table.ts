/** Incidents contained in messages, and what channels have been notified of. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type {
  AlertDeliveryItemRow,
  AlertDeliveryRow,
  AlertIncidentRow,
} from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export async function insertItems(
  { db }: Unit,
  items: readonly AlertDeliveryItemRow[],
): Promise<void> {
  if (items.length === 0) return;
  await db
    .insertInto('alert_delivery_items')
    .values([...items])
    .onConflict((same) => same.columns(['delivery_id', 'incident_id', 'transition']).doNothing())
    .execute();
}

export type ItemOfIncident = AlertIncidentRow & Pick<AlertDeliveryItemRow, 'transition'>;

/** In the order in which they happened. */
export async function readItems(
  { db }: Reader,
  organization: OrganizationId,
  delivery: string,
): Promise<ItemOfIncident[]> {
  return db
    .selectFrom('alert_delivery_items')
    .innerJoin('alert_incidents', 'alert_incidents.id', 'alert_delivery_items.incident_id')
    .selectAll('alert_incidents')
    .select('alert_delivery_items.transition')
    .where('alert_delivery_items.organization_id', '=', organization)
    .where('alert_delivery_items.delivery_id', '=', delivery)
    .where('alert_incidents.organization_id', '=', organization)
    .orderBy('alert_delivery_items.at')
    .orderBy('alert_incidents.fired_at')
    .orderBy('alert_incidents.id')
    .execute();
}

export interface NotifiedChannel {
  readonly incident: string;
  readonly channel: string;
  /** Notified by an event for many. */
  readonly isStorm: boolean;
}

/** Returns the channels notified that incidents fire, whether or not the message has arrived. */
export async function readNotifiedChannels(
  { db }: Reader,
  organization: OrganizationId,
  incidents: readonly string[],
): Promise<NotifiedChannel[]> {
  if (incidents.length === 0) return [];
  const rows = await db
    .selectFrom('alert_delivery_items')
    .innerJoin('alert_deliveries', 'alert_deliveries.id', 'alert_delivery_items.delivery_id')
    .select(['alert_delivery_items.incident_id', 'alert_deliveries.channel_id'])
    .select('alert_deliveries.incident_id as own')
    .where('alert_delivery_items.organization_id', '=', organization)
    .where('alert_delivery_items.incident_id', 'in', [...incidents])
    .where('alert_delivery_items.transition', 'in', ['fired', 'still_firing'])
    .where('alert_deliveries.organization_id', '=', organization)
    .where('alert_deliveries.state', '<>', 'withheld')
    .execute();
  return rows.map((row) => ({
    incident: row.incident_id,
    channel: row.channel_id,
    isStorm: row.own === null,
  }));
}

/** Counts firing incidents that a channel was notified of by an event for many incidents. */
export async function countStormFiring(
  { db }: Reader,
  { organization, rule, channel }: { organization: OrganizationId; rule: string; channel: string },
  except: ReadonlySet<string>,
): Promise<number> {
  const rows = await db
    .selectFrom('alert_delivery_items')
    .innerJoin('alert_deliveries', 'alert_deliveries.id', 'alert_delivery_items.delivery_id')
    .innerJoin('alert_incidents', 'alert_incidents.id', 'alert_delivery_items.incident_id')
    .select('alert_incidents.id')
    .distinct()
    .where('alert_deliveries.organization_id', '=', organization)
    .where('alert_deliveries.rule_id', '=', rule)
    .where('alert_deliveries.channel_id', '=', channel)
    .where('alert_deliveries.incident_id', 'is', null)
    .where('alert_deliveries.state', '<>', 'withheld')
    .where('alert_incidents.organization_id', '=', organization)
    .where('alert_incidents.status', '=', 'firing')
    .execute();
  return rows.filter(({ id }) => !except.has(id)).length;
}

/** An earlier message to the same channel about one of the same incidents, that is not out yet. */
export async function findEarlier(
  { db }: Reader,
  delivery: AlertDeliveryRow,
): Promise<Pick<AlertDeliveryRow, 'due_at' | 'lease_until'> | undefined> {
  return db
    .selectFrom('alert_deliveries')
    .innerJoin('alert_delivery_items as theirs', 'theirs.delivery_id', 'alert_deliveries.id')
    .innerJoin('alert_delivery_items as own', 'own.incident_id', 'theirs.incident_id')
    .select(['alert_deliveries.due_at', 'alert_deliveries.lease_until'])
    .where('own.delivery_id', '=', delivery.id)
    .where('alert_deliveries.organization_id', '=', delivery.organization_id)
    .where('alert_deliveries.channel_id', '=', delivery.channel_id)
    .where('alert_deliveries.state', '=', 'waiting')
    .where('alert_deliveries.id', '<>', delivery.id)
    .where('alert_deliveries.created_at', '<', delivery.created_at)
    .orderBy('alert_deliveries.created_at')
    .executeTakeFirst();
}

/** Rules of these that fire now. */
export async function findFiringRule(
  { db }: Reader,
  organization: OrganizationId,
  rules: readonly string[],
): Promise<string | undefined> {
  if (rules.length === 0) return undefined;
  const found = await db
    .selectFrom('alert_incidents')
    .select('rule_id')
    .where('organization_id', '=', organization)
    .where('rule_id', 'in', [...rules])
    .where('status', '=', 'firing')
    .executeTakeFirst();
  return found?.rule_id;
}

/** The incidents of each message: some of their ids, and how many there are. */
export async function readIncidentIds(
  { db }: Reader,
  organization: OrganizationId,
  deliveries: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (deliveries.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_delivery_items')
    .select(['delivery_id', 'incident_id'])
    .distinct()
    .where('organization_id', '=', organization)
    .where('delivery_id', 'in', [...deliveries])
    .orderBy('incident_id')
    .execute();
  const ids = new Map<string, string[]>();
  for (const { delivery_id: delivery, incident_id: incident } of rows) {
    const known = ids.get(delivery);
    if (known === undefined) ids.set(delivery, [incident]);
    else known.push(incident);
  }
  return ids;
}

export type DeliveryOfIncident = Pick<
  AlertDeliveryRow,
  'id' | 'channel_id' | 'state' | 'withheld_by' | 'last_error'
> &
  Pick<AlertDeliveryItemRow, 'incident_id' | 'transition' | 'at'> & {
    readonly channel_name: string | null;
  };

/** Returns the newest messages about each of some incidents, for display with the incidents. */
export async function readDeliveriesOf(
  { db }: Reader,
  organization: OrganizationId,
  incidents: readonly string[],
): Promise<DeliveryOfIncident[]> {
  if (incidents.length === 0) return [];
  const numbered = db
    .selectFrom('alert_delivery_items')
    .innerJoin('alert_deliveries', 'alert_deliveries.id', 'alert_delivery_items.delivery_id')
    .select(['alert_deliveries.id', 'alert_deliveries.channel_id', 'alert_deliveries.state'])
    .select(['alert_deliveries.withheld_by', 'alert_deliveries.last_error'])
    .select(['alert_delivery_items.incident_id', 'alert_delivery_items.transition'])
    .select(['alert_delivery_items.at'])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy('alert_delivery_items.incident_id')
            .orderBy('alert_delivery_items.at', 'desc')
            .orderBy('alert_deliveries.id', 'desc'),
        )
        .as('place'),
    )
    .where('alert_delivery_items.organization_id', '=', organization)
    .where('alert_deliveries.organization_id', '=', organization)
    .where('alert_delivery_items.incident_id', 'in', [...incidents]);
  return db
    .selectFrom(numbered.as('newest'))
    .leftJoin('alert_channels', 'alert_channels.id', 'newest.channel_id')
    .select(['newest.id', 'newest.channel_id', 'newest.state', 'newest.withheld_by'])
    .select(['newest.last_error', 'newest.incident_id', 'newest.transition', 'newest.at'])
    .select('alert_channels.name as channel_name')
    .where('newest.place', '<=', LIMITS.alerts.incidentDeliveriesMax)
    .orderBy('newest.at', 'desc')
    .orderBy('newest.id', 'desc')
    .execute();
}

/** What the rules of some messages were called when they fired. */
export async function readRuleNames(
  { db }: Reader,
  organization: OrganizationId,
  deliveries: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (deliveries.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_delivery_items')
    .innerJoin('alert_incidents', 'alert_incidents.id', 'alert_delivery_items.incident_id')
    .select(({ fn }) => [
      'alert_delivery_items.delivery_id' as const,
      fn.max('alert_incidents.rule_name').as('name'),
    ])
    .where('alert_delivery_items.organization_id', '=', organization)
    .where('alert_incidents.organization_id', '=', organization)
    .where('alert_delivery_items.delivery_id', 'in', [...deliveries])
    .groupBy('alert_delivery_items.delivery_id')
    .execute();
  return new Map(rows.map(({ delivery_id: delivery, name }) => [delivery, name]));
}
