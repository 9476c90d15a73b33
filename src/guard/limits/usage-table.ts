import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';

export interface DayUsage {
  readonly day: string;
  readonly events: number;
  readonly bytes: number;
  /** Held over the quota for too long, and thrown away; not among the others. */
  readonly discardedEvents: number;
  readonly discardedBytes: number;
}

/** What one batch adds to one organization's day. */
export interface UsageShare extends DayUsage {
  readonly organization: string;
}

/** False when the batch has been counted before. */
export async function markBatch({ db }: Unit, token: string, now: number): Promise<boolean> {
  const marked = await db
    .insertInto('usage_batches')
    .values({ token, recorded_at: now })
    .onConflict((conflict) => conflict.column('token').doNothing())
    .returning('token')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Ignored for an organization that no longer exists. */
export async function addUsage({ db }: Unit, share: UsageShare): Promise<void> {
  const { organization, day, events, bytes, discardedEvents, discardedBytes } = share;
  const owner = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organization)
    .executeTakeFirst();
  if (owner === undefined) return;
  await db
    .insertInto('usage_days')
    .values({
      organization_id: organization,
      day,
      events,
      bytes,
      discarded_events: discardedEvents,
      discarded_bytes: discardedBytes,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'day']).doUpdateSet((eb) => ({
        events: eb('usage_days.events', '+', events),
        bytes: eb('usage_days.bytes', '+', bytes),
        discarded_events: eb('usage_days.discarded_events', '+', discardedEvents),
        discarded_bytes: eb('usage_days.discarded_bytes', '+', discardedBytes),
      })),
    )
    .execute();
}

/** From a day on, oldest first. */
export async function readUsageDays(
  { db }: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  since: string,
): Promise<DayUsage[]> {
  return db
    .selectFrom('usage_days')
    .select(['day', 'events', 'bytes'])
    .select(['discarded_events as discardedEvents', 'discarded_bytes as discardedBytes'])
    .where('organization_id', '=', organization)
    .where('day', '>=', since)
    .orderBy('day')
    .execute();
}

export async function forgetBatches({ db }: Pick<Metadata, 'db'>, before: number): Promise<void> {
  await db.deleteFrom('usage_batches').where('recorded_at', '<', before).execute();
}

/** Returns the bytes stored for one day so far, as sent. */
export async function readBytesOfDay(
  { db }: Pick<Metadata, 'db'>,
  organization: OrganizationId,
  day: string,
): Promise<number> {
  const row = await db
    .selectFrom('usage_days')
    .select('bytes')
    .where('organization_id', '=', organization)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/** False when the Owners have been warned on that day before. */
export async function markQuotaWarning(
  { db }: Unit,
  organization: OrganizationId,
  day: string,
  now: number,
): Promise<boolean> {
  const marked = await db
    .insertInto('quota_warnings')
    .values({ organization_id: organization, day, warned_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'day']).doNothing())
    .returning('day')
    .executeTakeFirst();
  return marked !== undefined;
}
