import { organizationId, type OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import { PLAN_TERMS, type PlanTerms } from './plan-limits.ts';

/** An organization's month, in micro-credits. */
export interface CreditMonth {
  readonly used: number;
  readonly held: number;
  readonly runs: number;
  readonly failedRuns: number;
}

export interface HoldRow {
  readonly id: string;
  readonly organization: OrganizationId;
  readonly month: string;
  readonly amount: number;
  readonly expiresAt: number;
}

type Reader = Pick<Metadata, 'db'> | Unit;

const NOTHING: CreditMonth = { used: 0, held: 0, runs: 0, failedRuns: 0 };

export async function readCreditMonth(
  { db }: Reader,
  organization: OrganizationId,
  month: string,
): Promise<CreditMonth> {
  const row = await db
    .selectFrom('ai_credits')
    .select(['used', 'held', 'runs', 'failed_runs as failedRuns'])
    .where('organization_id', '=', organization)
    .where('month', '=', month)
    .executeTakeFirst();
  return row ?? NOTHING;
}

/** Undefined if the organization no longer exists. */
export async function readPlanOf(
  { db }: Reader,
  organization: OrganizationId,
): Promise<PlanTerms | undefined> {
  return db
    .selectFrom('organizations')
    .select(PLAN_TERMS)
    .where('id', '=', organization)
    .executeTakeFirst();
}

export async function openCreditMonth(
  { db }: Unit,
  organization: OrganizationId,
  month: string,
): Promise<void> {
  await db
    .insertInto('ai_credits')
    .values({ organization_id: organization, month, used: 0, held: 0, runs: 0, failed_runs: 0 })
    .onConflict((conflict) => conflict.columns(['organization_id', 'month']).doNothing())
    .execute();
}

/**
 * Uses one conditional statement, so that only one of two concurrent runs gets the last credits, on any node. Returns
 * false if the bundle does not contain the amount.
 */
export async function insertHold(
  { db }: Unit,
  hold: HoldRow,
  quota: number | null,
): Promise<boolean> {
  const { organization, month, amount } = hold;
  let update = db
    .updateTable('ai_credits')
    .set((eb) => ({ held: eb('held', '+', amount) }))
    .where('organization_id', '=', organization)
    .where('month', '=', month);
  if (quota !== null) {
    update = update.where((eb) => eb(eb('used', '+', eb.ref('held')), '<=', quota - amount));
  }
  const taken = await update.returning('month').executeTakeFirst();
  if (taken === undefined) return false;
  await db
    .insertInto('ai_holds')
    .values({
      id: hold.id,
      organization_id: organization,
      month,
      amount,
      expires_at: hold.expiresAt,
    })
    .execute();
  return true;
}

/** False when it had expired and was booked. */
export async function deleteHold({ db }: Unit, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('ai_holds')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface CreditChange {
  readonly used?: number;
  readonly held?: number;
  readonly runs?: number;
  readonly failedRuns?: number;
}

export async function changeCreditMonth(
  { db }: Unit,
  organization: OrganizationId,
  month: string,
  { used = 0, held = 0, runs = 0, failedRuns = 0 }: CreditChange,
): Promise<void> {
  await db
    .updateTable('ai_credits')
    .set((eb) => ({
      used: eb('used', '+', used),
      held: eb('held', '+', held),
      runs: eb('runs', '+', runs),
      failed_runs: eb('failed_runs', '+', failedRuns),
    }))
    .where('organization_id', '=', organization)
    .where('month', '=', month)
    .execute();
}

/** Returns up to `max` organizations with holds that were not settled in time. */
export async function readExpiredOwners(
  { db }: Reader,
  now: number,
  max: number,
): Promise<OrganizationId[]> {
  const rows = await db
    .selectFrom('ai_holds')
    .select('organization_id')
    .distinct()
    .where('expires_at', '<=', now)
    .orderBy('organization_id')
    .limit(max)
    .execute();
  return rows.map((row) => organizationId(row.organization_id));
}

export async function hasExpiredHold(
  { db }: Reader,
  organization: OrganizationId,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('ai_holds')
    .select('id')
    .where('organization_id', '=', organization)
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function takeExpiredHolds(
  { db }: Unit,
  organization: OrganizationId,
  now: number,
): Promise<{ readonly month: string; readonly amount: number }[]> {
  return db
    .deleteFrom('ai_holds')
    .where('organization_id', '=', organization)
    .where('expires_at', '<=', now)
    .returning(['month', 'amount'])
    .execute();
}
