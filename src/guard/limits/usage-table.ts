import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';

/** What one stored batch adds to one organization's day. */
export interface UsageShare {
  readonly organization: string;
  readonly day: string;
  readonly events: number;
  readonly bytes: number;
}

export interface DayUsage {
  readonly day: string;
  readonly events: number;
  readonly bytes: number;
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

/** An organization that is gone has no usage any more. */
export async function addUsage({ db }: Unit, share: UsageShare): Promise<void> {
  const { organization, day, events, bytes } = share;
  const owner = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organization)
    .executeTakeFirst();
  if (owner === undefined) return;
  await db
    .insertInto('usage_days')
    .values({ organization_id: organization, day, events, bytes })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'day']).doUpdateSet((eb) => ({
        events: eb('usage_days.events', '+', events),
        bytes: eb('usage_days.bytes', '+', bytes),
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
    .where('organization_id', '=', organization)
    .where('day', '>=', since)
    .orderBy('day')
    .execute();
}

export async function forgetBatches({ db }: Pick<Metadata, 'db'>, before: number): Promise<void> {
  await db.deleteFrom('usage_batches').where('recorded_at', '<', before).execute();
}
