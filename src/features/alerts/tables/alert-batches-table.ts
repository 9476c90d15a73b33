import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const { insert: insertBatch } = organizationRows('alert_batches');

/** Notified when a batch is created, so that its first tick does not wait for the next poll. */
export const BATCHES_CHANNEL = 'alert_batches';

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

/** When batches tick next, by their ids. */
export async function readNextTicks(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_batches')
    .select(['id', 'ticked_at', 'interval_s'])
    .where('organization_id', '=', organization)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.ticked_at + row.interval_s * SECOND_MS]));
}

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

/** Returns the offset of a rule's ticks on their grid; 0 while it has no batch. */
export async function findPhase(
  { db }: Pick<Metadata, 'db'>,
  { organization, id }: Pick<Rule, 'organization' | 'id'>,
): Promise<number> {
  const row = await db
    .selectFrom('alert_rules')
    .innerJoin('alert_batches', 'alert_batches.id', 'alert_rules.batch_id')
    .select('alert_batches.phase_s')
    .where('alert_rules.organization_id', '=', organization)
    .where('alert_batches.organization_id', '=', organization)
    .where('alert_rules.id', '=', id)
    .executeTakeFirst();
  return row?.phase_s ?? 0;
}
