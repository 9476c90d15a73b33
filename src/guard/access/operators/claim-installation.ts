import type { UserId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { FIRST_PLAN } from '../../../spec/plans.ts';
import { setPlanOfCreator } from '../organizations/organizations-table.ts';
import { recordOperatorEntry } from './operator-entries.ts';
import { insertOperator, takeClaim } from './operators-table.ts';

/** Settings row whose insertion decides who becomes the first operator. */
const CLAIM = 'first-operator';

/**
 * The first person whose address is confirmed runs the installation, and their organization has what the
 * machine has. Called in the transaction of every confirmation; true for that one.
 */
export async function claimInstallation(
  unit: Unit,
  user: { readonly id: UserId; readonly email: string },
  origin: { readonly ipAddress: string; readonly userAgent: string },
  now: number,
): Promise<boolean> {
  if (!(await takeClaim(unit, CLAIM, user.id, now))) return false;
  await insertOperator(unit, user.id, user.email, now);
  await setPlanOfCreator(unit, user.id, FIRST_PLAN, now);
  const subject = { email: user.email, ...origin };
  const event = {
    action: 'operator.named',
    resource: user.id,
    details: { isFirst: true },
  } as const;
  await recordOperatorEntry(unit, subject, event, now);
  return true;
}
