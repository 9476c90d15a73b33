import { newId, type OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertEventRow } from '../../../engines/metadata/tables/alerts.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const ROWS_AT_ONCE = 500;

export async function insertEvents({ db }: Unit, rows: readonly AlertEventRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('alert_events')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

export async function hasEvents({ db }: Reader): Promise<boolean> {
  const row = await db.selectFrom('alert_events').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Oldest first, of every organization but those that are held up. */
export async function readEvents(
  { db }: Reader,
  heldUp: ReadonlySet<string>,
  max: number,
): Promise<AlertEventRow[]> {
  let query = db.selectFrom('alert_events').selectAll();
  if (heldUp.size > 0) query = query.where('organization_id', 'not in', [...heldUp]);
  return query.orderBy('recorded_at').orderBy('id').limit(max).execute();
}

export async function removeEvents(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    await db
      .deleteFrom('alert_events')
      .where('organization_id', '=', organization)
      .where('id', 'in', ids.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

/** An alerting event for the index `_alerts`. Never contains a secret or a line of a log. */
export interface AlertEvent {
  readonly kind:
    | 'fired'
    | 'resolved'
    | 'began_flapping'
    | 'calmed_down'
    | 'rule_failing'
    | 'rule_recovered'
    | 'ticks_skipped'
    | 'delivery_dead'
    | 'channel_failing';
  readonly text: string;
  readonly ruleId?: string;
  readonly incidentId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** In the transaction of what it tells about: both happen, or neither. */
export async function noteEvents(
  unit: Unit,
  organization: OrganizationId,
  events: readonly AlertEvent[],
  at: number,
): Promise<void> {
  await insertEvents(
    unit,
    events.map(({ kind, text, ruleId, incidentId, details = {} }) => ({
      id: newId('alertEvent'),
      organization_id: organization,
      recorded_at: at,
      kind,
      rule_id: ruleId ?? null,
      incident_id: incidentId ?? null,
      text,
      details: JSON.stringify(details),
    })),
  );
}
