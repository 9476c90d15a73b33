import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { CheckRunRow } from '../../../engines/metadata/tables/evaluation.ts';

export const checkRunRows = organizationRows('check_runs');

export async function hasCheckHistory(
  { db }: Pick<Metadata, 'db'>,
  organization: OrganizationId,
): Promise<boolean> {
  const row = await db
    .selectFrom('check_histories')
    .select('organization_id')
    .where('organization_id', '=', organization)
    .executeTakeFirst();
  return row !== undefined;
}

/** False when it was on already. */
export async function insertCheckHistory(
  { db }: Unit,
  organization: OrganizationId,
  by: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .insertInto('check_histories')
    .values({ organization_id: organization, enabled_by: by, enabled_at: now })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .returning('organization_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** With all outcomes. False when it was off already. */
export async function removeCheckHistory(
  { db }: Unit,
  organization: OrganizationId,
): Promise<boolean> {
  await db.deleteFrom('check_runs').where('organization_id', '=', organization).execute();
  const row = await db
    .deleteFrom('check_histories')
    .where('organization_id', '=', organization)
    .returning('organization_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The oldest beyond `runsMax` of the check go. */
export async function insertCheckRun(
  { db }: Unit,
  row: CheckRunRow,
  runsMax: number,
): Promise<void> {
  await db.insertInto('check_runs').values(row).execute();
  const older = db
    .selectFrom('check_runs')
    .select('id')
    .where('organization_id', '=', row.organization_id)
    .where('check_id', '=', row.check_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OLDER_AT_ONCE)
    .offset(runsMax);
  await db
    .deleteFrom('check_runs')
    .where('organization_id', '=', row.organization_id)
    .where('id', 'in', older)
    .execute();
}

/** One comes, so one goes; more do where several came at the same time. */
const OLDER_AT_ONCE = 100;

/** Of all organizations. */
export async function removeCheckRunsBefore(
  { db }: Pick<Metadata, 'db'>,
  before: number,
): Promise<void> {
  await db.deleteFrom('check_runs').where('created_at', '<', before).execute();
}
