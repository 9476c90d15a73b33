import { AppError } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Request } from '../../../http/gate.ts';
import type { FactorRule } from '../../../spec/second-factor.ts';
import type { SignInWay } from '../../../spec/sign-in.ts';
import type { RequiredSignIn } from './required-sign-in.ts';

interface FactorSession {
  readonly id: string;
  readonly email: string;
  readonly signedInWith: SignInWay;
  readonly hasSecondFactor: boolean;
}

interface FactorFacts {
  readonly secondFactor: FactorRule;
  readonly requiredSignIn: RequiredSignIn | undefined;
}

/** An identity provider asks for its own factors: only a password needs one of ours. */
export function requireSecondFactor(
  { secondFactor, requiredSignIn }: FactorFacts,
  request: Request,
  organization: OrganizationId,
  session: FactorSession,
): void {
  const isMeant =
    secondFactor === 'everyone' ||
    (secondFactor === 'break_glass' && requiredSignIn?.breakGlass.has(session.id) === true);
  if (!isMeant || isFree(session)) return;
  request.refused = { organization, name: session.email };
  requireFactorOf(session, 'This organization requires');
}

export function requireFactorOf(
  session: Pick<FactorSession, 'signedInWith' | 'hasSecondFactor'>,
  who: string,
): void {
  if (isFree(session)) return;
  throw new AppError(
    'SECOND_FACTOR_REQUIRED',
    `${who} a second factor. Set one up under Settings → Account.`,
  );
}

function isFree({
  signedInWith,
  hasSecondFactor,
}: Pick<FactorSession, 'signedInWith' | 'hasSecondFactor'>): boolean {
  return signedInWith !== 'password' || hasSecondFactor;
}
