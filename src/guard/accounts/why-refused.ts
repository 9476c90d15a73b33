import { userId, type OrganizationId } from '../../base/ids.ts';
import { membershipOf } from '../access/index.ts';
import type { AccountTools } from './account-needs.ts';
import { isInvited, mayHaveAccount } from './open-sign-up.ts';
import { findUser } from './users-table.ts';

type RefusalTools = Pick<AccountTools, 'metadata' | 'cache' | 'clock' | 'signUp'>;

/** The person returning from a provider; with the account id if there is one already. */
interface Arriving {
  readonly id?: string | undefined;
  readonly email?: string | null | undefined;
  readonly emailVerified?: boolean | undefined;
}

/** The code that the sign-in page shows; undefined lets them in. */
export async function whyRefused(
  tools: RefusalTools,
  organization: OrganizationId | undefined,
  user: Arriving,
  action: string,
): Promise<string | undefined> {
  // An account that is linked already is known by its id at the provider, not by its address.
  if (action !== 'sign-in' && user.emailVerified !== true) return 'email_not_verified';
  if (organization !== undefined && !(await belongs(tools, organization, user, action))) {
    return 'not_a_member';
  }
  if (action !== 'create-user') return undefined;
  return (await mayHaveAccount(tools, user.email ?? '')) ? undefined : 'sign_up_closed';
}

/** Signing in creates no membership: the user must be a member or have an invitation to accept. */
async function belongs(
  tools: RefusalTools,
  organization: OrganizationId,
  user: Arriving,
  action: string,
): Promise<boolean> {
  if (action === 'create-user') return isInvited(tools, user.email ?? '', organization);
  const id = userId(user.id ?? '');
  if ((await membershipOf(tools, organization, id)) !== undefined) return true;
  const known = await findUser(tools.metadata, id);
  return known !== undefined && isInvited(tools, known.email, organization);
}
