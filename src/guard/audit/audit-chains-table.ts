import type { OrganizationId } from '../../base/ids.ts';
import { CHAIN_START } from '../../contract/audit-chain.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { AuditChainRow } from '../../engines/metadata/tables/audit.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Locks the chain of an organization until the transaction ends; creates it if missing. */
export async function lockChain(
  unit: Unit,
  organization: OrganizationId,
): Promise<Pick<AuditChainRow, 'seq' | 'hash'>> {
  await unit.db
    .insertInto('audit_chains')
    .values({
      organization_id: organization,
      seq: 0,
      hash: CHAIN_START,
      numbered_at: 0,
      verified_from: null,
      verified_to: null,
      verified_at: null,
      problem: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await unit.lockRow('audit_chains', { organization_id: organization });
  return unit.db
    .selectFrom('audit_chains')
    .select(['seq', 'hash'])
    .where('organization_id', '=', organization)
    .executeTakeFirstOrThrow();
}

export async function updateChain(
  { db }: Reader,
  organization: OrganizationId,
  change: Partial<Omit<AuditChainRow, 'organization_id'>>,
): Promise<void> {
  await db
    .updateTable('audit_chains')
    .set(change)
    .where('organization_id', '=', organization)
    .execute();
}

/** Undefined while no entry of the organization has a number. */
export async function findChain(
  { db }: Reader,
  organization: OrganizationId,
): Promise<AuditChainRow | undefined> {
  return db
    .selectFrom('audit_chains')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('seq', '>', 0)
    .executeTakeFirst();
}

/** Organizations whose entries were not verified since. */
export async function readUnverified(
  { db }: Reader,
  before: number,
  max: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_chains')
    .select('organization_id')
    .where('organization_id', 'in', db.selectFrom('organizations').select('id'))
    .where((eb) => eb.or([eb('verified_at', 'is', null), eb('verified_at', '<', before)]))
    .limit(max)
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Deletes chains of deleted organizations whose last entry has been deleted, too. */
export async function forgetEndedChains({ db }: Reader, before: number): Promise<void> {
  await db
    .deleteFrom('audit_chains')
    .where('numbered_at', '<', before)
    .where('organization_id', 'not in', db.selectFrom('organizations').select('id'))
    .execute();
}

export async function forgetChain({ db }: Unit, organization: string): Promise<void> {
  await db.deleteFrom('audit_chains').where('organization_id', '=', organization).execute();
}
