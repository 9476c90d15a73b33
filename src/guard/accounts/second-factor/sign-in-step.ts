/** Signing in where the password alone is not enough. There is no session before the second factor is proved. */
import { randomBytes } from 'node:crypto';
import { isoTime } from '../../../base/clock.ts';
import { type AppError, invalid } from '../../../base/errors.ts';
import { type UserId, userId } from '../../../base/ids.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { FactorProof, FactorPurpose } from '../../../spec/second-factor.ts';
import type { AccountTools, Visit } from '../account-needs.ts';
import { checkProof, type Outcome, type Proof, requireProved } from './check-proof.ts';
import { passkeySite } from './passkeys.ts';
import { insertStep, readFactors, readStep, takeStep } from './second-factors-table.ts';

/** Thrown where a session would begin with a password alone. */
export class SecondFactorNeeded extends Error {
  readonly user: UserId;

  constructor(user: UserId) {
    super('a second factor is needed');
    this.name = 'SecondFactorNeeded';
    this.user = user;
  }
}

/** Who has proved both, as the start of a session needs it. */
export interface Proved {
  readonly user: UserId;
  readonly by: FactorProof;
  readonly isRemembered: boolean;
}

interface StepOf {
  readonly purpose: Extract<FactorPurpose, 'sign-in' | 'confirm'>;
  readonly session: string | null;
  readonly isRemembered: boolean;
}

/** What to ask the person for. */
export async function beginStep(tools: AccountTools, user: UserId, step: StepOf) {
  const expiresAt = tools.clock.now() + LIMITS.accounts.factorStepMsMax;
  const challenge = newChallenge();
  const { token, factors } = await tools.metadata.transaction(async (unit) => ({
    token: await insertStep(unit, {
      user_id: user,
      purpose: step.purpose,
      session_id: step.session,
      challenge,
      secret: null,
      is_remembered: step.isRemembered ? 1 : 0,
      expires_at: expiresAt,
    }),
    factors: await readFactors(unit, user),
  }));
  const site = passkeySite(tools.publicOrigin());
  const credentials = factors.flatMap(({ credential }) => (credential === null ? [] : credential));
  return {
    token,
    expiresAt: isoTime(expiresAt),
    hasCode: factors.some(({ kind }) => kind === 'totp'),
    passkey:
      site === undefined || credentials.length === 0
        ? null
        : { challenge, host: site.host, credentials },
  };
}

/** Uses the step up, unless the proof is wrong. */
export async function completeSignIn(
  tools: AccountTools,
  visit: Visit,
  token: string,
  proof: Proof,
): Promise<Proved> {
  const step = await readStep(tools.metadata, token, 'sign-in', tools.clock.now());
  if (step === undefined) throw expired();
  const outcome = await tools.metadata.transaction(async (unit): Promise<Outcome> => {
    const checked = await checkProof(tools, unit, step, proof, visit);
    // Taken last: the row of the user is held, so nobody else proves the same step meanwhile.
    if (checked.kind === 'proved' && !(await takeStep(unit, step.hash))) throw expired();
    return checked;
  });
  const by = requireProved(outcome);
  return { user: userId(step.user_id), by, isRemembered: step.is_remembered === 1 };
}

export function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

export function expired(): AppError {
  return invalid('token', 'This took too long, or was already completed. Start again.');
}
