import { AppError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import { hasInvitation } from '../access/index.ts';
import type { AccountTools } from './account-needs.ts';

type SignUpTools = Pick<AccountTools, 'metadata' | 'clock' | 'signUp'>;

/** Whether an address may get an account here. */
export async function mayHaveAccount(tools: SignUpTools, email: string): Promise<boolean> {
  switch (tools.signUp) {
    case 'open':
      return true;
    case 'off':
      return false;
    case 'invited':
      return isInvited(tools, email);
  }
}

export async function requireOpenSignUp(tools: SignUpTools, email: string): Promise<void> {
  if (await mayHaveAccount(tools, email)) return;
  const message =
    tools.signUp === 'off'
      ? 'Sign-up is disabled on this installation. Ask its operator.'
      : 'Sign-up requires an invitation. Ask an Owner or Admin of the organization to invite this address.';
  throw new AppError('FORBIDDEN', message);
}

/** In the transaction that inserts the person. */
export async function needsOwnOrganization(
  { ownOrganization, clock }: Pick<AccountTools, 'ownOrganization' | 'clock'>,
  unit: Unit,
  email: string,
): Promise<boolean> {
  if (ownOrganization === 'always') return true;
  return !(await hasInvitation(unit, email.toLowerCase(), undefined, clock.now()));
}

/** To an organization, or to any. */
export async function isInvited(
  { metadata, clock }: Pick<SignUpTools, 'metadata' | 'clock'>,
  email: string,
  organization?: OrganizationId,
): Promise<boolean> {
  return hasInvitation(metadata, email.toLowerCase(), organization, clock.now());
}
