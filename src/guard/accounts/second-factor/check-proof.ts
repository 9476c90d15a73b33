/** Whether what somebody sends proves their second factor. Everything happens while the row of the user is held. */
import { AppError, invalid } from '../../../base/errors.ts';
import { type UserId, userId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { FactorStepRow, SecondFactorRow } from '../../../engines/metadata/tables/accounts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { FactorProof } from '../../../spec/second-factor.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import type { AccountTools, Visit } from '../account-needs.ts';
import { auditUser, findUser, type KnownUser } from '../users-table.ts';
import { guessesMail, recoveryCodeMail } from './factor-mails.ts';
import { counterOfAnswer, type PasskeyAnswer, passkeySite } from './passkeys.ts';
import { plainRecoveryCode } from './recovery-codes.ts';
import {
  countRecoveryCodes,
  insertGuess,
  noteFactorUse,
  readFactors,
  readGuesses,
  takeRecoveryCode,
  totpPlace,
} from './second-factors-table.ts';
import { stepOfCode } from './totp.ts';

/** One of the three. */
export interface Proof {
  readonly code?: string;
  readonly recoveryCode?: string;
  readonly passkey?: PasskeyAnswer;
}

export type Outcome =
  | { readonly kind: 'proved'; readonly by: FactorProof }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly retryAfterMs: number };

type Step = Pick<FactorStepRow, 'user_id' | 'challenge'>;

/** Wrong codes are counted in the same transaction: many at the same time get no more tries than one after the other. */
export async function checkProof(
  tools: AccountTools,
  unit: Unit,
  step: Step,
  proof: Proof,
  visit: Visit,
): Promise<Outcome> {
  if (Object.keys(proof).length === 0) throw invalid('proof', 'Prove your second factor.');
  const id = userId(step.user_id);
  const now = tools.clock.now();
  await unit.lockRow('users', { id });
  const user = await findUser(unit, id);
  if (user === undefined) return { kind: 'wrong' };
  const retryAfterMs = proof.passkey === undefined ? await waitOf(unit, id, now) : 0;
  if (retryAfterMs > 0) return { kind: 'locked', retryAfterMs };
  const by = await provedBy(tools, unit, user, step, proof, now);
  if (by !== undefined) {
    if (by === 'recovery_code') await noteRecovery(tools, unit, user, visit, now);
    return { kind: 'proved', by };
  }
  const details = { reason: proof.passkey === undefined ? 'wrong code' : 'wrong passkey' };
  await auditUser(unit, user, visit, { action: 'user.second_factor_failed', details }, now);
  if (proof.passkey !== undefined) return { kind: 'wrong' };
  await insertGuess(unit, id, now);
  if ((await waitOf(unit, id, now)) > 0) {
    await tools.enqueueMail(unit, guessesMail(user, tools.publicOrigin(), visit));
  }
  return { kind: 'wrong' };
}

/** What a caller does with an outcome that is no proof; after the transaction, which keeps the count. */
export function requireProved(outcome: Outcome): FactorProof {
  if (outcome.kind === 'proved') return outcome.by;
  if (outcome.kind === 'wrong') {
    throw invalid('proof', 'Wrong, or already used.');
  }
  const minutes = Math.ceil(outcome.retryAfterMs / MINUTE_MS);
  throw new AppError(
    'RATE_LIMITED',
    `Too many wrong codes for this account. Retry in ${minutes} min, or reset the password.`,
    { retryAfterSeconds: Math.ceil(outcome.retryAfterMs / SECOND_MS) },
  );
}

async function waitOf(unit: Unit, user: UserId, now: number): Promise<number> {
  const { wrongCodesMax, wrongCodesMs, wrongCodesDailyMax } = LIMITS.accounts;
  const guesses = await readGuesses(unit, user, now - DAY_MS);
  const daily = guesses.at(-wrongCodesDailyMax);
  const recent = guesses.at(-wrongCodesMax);
  return Math.max(
    daily === undefined ? 0 : daily + DAY_MS - now,
    recent === undefined ? 0 : recent + wrongCodesMs - now,
  );
}

async function provedBy(
  tools: AccountTools,
  unit: Unit,
  user: KnownUser,
  step: Step,
  proof: Proof,
  now: number,
): Promise<FactorProof | undefined> {
  const { code, recoveryCode, passkey } = proof;
  const factors = await readFactors(unit, user.id);
  if (factors.length === 0) return undefined;
  if (passkey !== undefined) return byPasskey(tools, unit, factors, step.challenge, passkey);
  if (code !== undefined) return byCode(tools, unit, user.id, factors, code, now);
  if (recoveryCode === undefined) return undefined;
  const taken = await takeRecoveryCode(unit, user.id, plainRecoveryCode(recoveryCode));
  return taken ? 'recovery_code' : undefined;
}

async function byCode(
  { secrets }: AccountTools,
  unit: Unit,
  user: UserId,
  factors: readonly SecondFactorRow[],
  code: string,
  now: number,
): Promise<'totp' | undefined> {
  for (const { id, kind, secret: kept, counter } of factors) {
    if (kind !== 'totp') continue;
    const secret = secrets.decryptSecret(totpPlace(user, id), kept);
    const step = stepOfCode(secret, code, counter, now);
    if (step === undefined) continue;
    await noteFactorUse(unit, user, id, { counter: step, used_at: now });
    return 'totp';
  }
  return undefined;
}

async function byPasskey(
  { clock, publicOrigin }: AccountTools,
  unit: Unit,
  factors: readonly SecondFactorRow[],
  challenge: string,
  answer: PasskeyAnswer,
): Promise<'passkey' | undefined> {
  const site = passkeySite(publicOrigin());
  const known = factors.find(({ credential }) => credential === answer.id);
  if (site === undefined || known === undefined) return undefined;
  const passkey = { publicKey: known.secret, counter: known.counter };
  const counter = counterOfAnswer(site, challenge, passkey, answer);
  if (counter === undefined) return undefined;
  const used = { counter, used_at: clock.now() };
  await noteFactorUse(unit, userId(known.user_id), known.id, used);
  return 'passkey';
}

async function noteRecovery(
  tools: AccountTools,
  unit: Unit,
  user: KnownUser,
  visit: Visit,
  now: number,
): Promise<void> {
  const left = await countRecoveryCodes(unit, user.id);
  const event = { action: 'user.recovery_code_used', details: { left } } as const;
  await auditUser(unit, user, visit, event, now);
  await tools.enqueueMail(unit, recoveryCodeMail(user, tools.publicOrigin(), visit, left));
}
