import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type {
  SamlArrivalRow,
  SamlAssertionRow,
} from '../../../engines/metadata/tables/identity.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export async function insertArrival({ db }: Unit, row: SamlArrivalRow): Promise<void> {
  await db.insertInto('saml_arrivals').values(row).execute();
}

/** Searches all organizations: the code alone identifies the arrival. Does not consume it. */
export async function findArrival({ db }: Reader, id: string): Promise<SamlArrivalRow | undefined> {
  return db.selectFrom('saml_arrivals').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Consumes the arrival: of several concurrent calls only one returns true. */
export async function takeArrival(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('saml_arrivals')
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** False for an assertion that was used before. */
export async function insertAssertion({ db }: Unit, row: SamlAssertionRow): Promise<boolean> {
  const inserted = await db
    .insertInto('saml_assertions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('assertion')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function forgetSaml({ db }: Reader, now: number): Promise<void> {
  await db.deleteFrom('saml_arrivals').where('expires_at', '<=', now).execute();
  await db.deleteFrom('saml_assertions').where('expires_at', '<=', now).execute();
}
