/** Who needs a second factor in an organization. */
import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { FactorRule } from '../../../spec/second-factor.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const factorRules = { hasProved, read, update };

/** Whether this very session began with the password, and a second factor was proved. */
async function hasProved({ db }: Reader, user: UserId, session: string): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user)
    .where('id', '=', session)
    .where('second_factor', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Who needs a second factor in the organization. */
async function read({ db }: Reader, organization: OrganizationId): Promise<FactorRule> {
  const query = db.selectFrom('organizations').select('second_factor');
  const row = await query.where('id', '=', organization).executeTakeFirst();
  return row?.second_factor ?? 'optional';
}

async function update({ db }: Unit, organization: OrganizationId, rule: FactorRule): Promise<void> {
  const query = db.updateTable('organizations').set({ second_factor: rule });
  await query.where('id', '=', organization).execute();
}
