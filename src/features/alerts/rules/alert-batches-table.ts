import type { OrganizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertBatchRow } from '../../../engines/metadata/tables/alerts.ts';

/** The batches of an interval, in order of their slices, with how many rules each has. */
export async function readBatches(
  { db }: Unit,
  organization: OrganizationId,
  intervalSeconds: number,
): Promise<{ id: string; slice: number; rules: number }[]> {
  return db
    .selectFrom('alert_batches')
    .select((of) => [
      'id',
      'slice',
      of
        .selectFrom('alert_rules')
        .select(({ fn }) => fn.countAll<number>().as('rules'))
        .where('alert_rules.organization_id', '=', organization)
        .whereRef('alert_rules.batch_id', '=', 'alert_batches.id')
        .$asScalar()
        .$notNull()
        .as('rules'),
    ])
    .where('organization_id', '=', organization)
    .where('interval_s', '=', intervalSeconds)
    .orderBy('slice')
    .execute();
}

export async function insertBatch({ db }: Unit, row: AlertBatchRow): Promise<void> {
  await db.insertInto('alert_batches').values(row).execute();
}

/** Nothing happens while it has a rule. */
export async function removeEmptyBatch(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('alert_batches')
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('alert_rules')
            .select('alert_rules.id')
            .where('alert_rules.organization_id', '=', organization)
            .where('alert_rules.batch_id', '=', id),
        ),
      ),
    )
    .execute();
}
