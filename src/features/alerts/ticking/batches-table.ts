import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';

export async function noteTicked(
  { db }: Unit,
  organization: OrganizationId,
  batch: string,
  tickedAt: number,
): Promise<void> {
  await db
    .updateTable('alert_batches')
    .set({ ticked_at: tickedAt })
    .where('organization_id', '=', organization)
    .where('id', '=', batch)
    .execute();
}

/** When the most belated batch of all organizations should have ticked; undefined when there is none. */
export async function oldestTickDue({ db }: Pick<Metadata, 'db'>): Promise<number | undefined> {
  const row = await db
    .selectFrom('alert_batches')
    .select(({ fn, eb }) =>
      fn.min<number | null>(eb('ticked_at', '+', eb('interval_s', '*', 1_000))).as('due'),
    )
    .executeTakeFirst();
  return row?.due ?? undefined;
}
