/** Second factors of one's own account. Each change asks for the password, and for a factor if there is one. */
import { isoTime } from '../../../base/clock.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import { randomBase62, userId } from '../../../base/ids.ts';
import type { AddedFactor, FactorSetUp, SecondFactors } from '../../../contract/second-factor.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { FactorStepRow, SecondFactorRow } from '../../../engines/metadata/tables/accounts.ts';
import type { SignedIn } from '../../../http/gate.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type FactorKind, PASSKEY_ALGORITHMS } from '../../../spec/second-factor.ts';
import { ACCESS_CHANNEL } from '../../access/index.ts';
import type { AccountTools, Visit } from '../account-needs.ts';
import { requireFewFailures } from '../failed-tries.ts';
import { auditUser, endSessions, readPasswordHash } from '../users-table.ts';
import { checkProof, type Outcome, type Proof, requireProved } from './check-proof.ts';
import { factorAddedMail, factorRemovedMail, recoveryCodesMail } from './factor-mails.ts';
import { type NewPasskey, passkeySite, readNewPasskey } from './passkeys.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import {
  countRecoveryCodes,
  deleteFactors,
  hasFactor,
  insertFactor,
  insertStep,
  markSessions,
  readFactors,
  readStep,
  setRecoveryCodes,
  takeStep,
  totpPlace,
} from './second-factors-table.ts';
import { expired, newChallenge } from './sign-in-step.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

/** Shows that the person themselves asks, and nobody who found their browser open. */
interface Confirmation {
  readonly password: string;
  /** Of the challenge, for a passkey. */
  readonly token?: string;
  readonly proof?: Proof;
}

export async function listFactors(
  { metadata, publicOrigin }: AccountTools,
  { id }: SignedIn,
): Promise<SecondFactors> {
  return {
    factors: (await readFactors(metadata, id)).map(showFactor),
    recoveryCodesLeft: await countRecoveryCodes(metadata, id),
    hasPassword: (await readPasswordHash(metadata, id)) !== undefined,
    arePasskeysOffered: passkeySite(publicOrigin()) !== undefined,
  };
}

export async function beginFactor(
  tools: AccountTools,
  visit: Visit,
  session: SignedIn,
  kind: FactorKind,
  confirmation: Confirmation,
): Promise<FactorSetUp> {
  const site = passkeySite(tools.publicOrigin());
  if (kind === 'passkey' && site === undefined) {
    throw new AppError('CONFLICT', 'Passkeys require HTTPS and a host name, not an IP address.');
  }
  const now = tools.clock.now();
  const expiresAt = now + LIMITS.accounts.factorStepMsMax;
  const challenge = newChallenge();
  const secret = newTotpSecret();
  const place = totpPlace(session.id, challenge);
  const { token, known } = await confirmed(tools, visit, session, confirmation, async (unit) => {
    const factors = await readFactors(unit, session.id);
    if (factors.length >= LIMITS.accounts.secondFactorsMax) throw tooMany();
    return {
      token: await insertStep(unit, {
        user_id: session.id,
        purpose: kind,
        session_id: session.sessionId,
        challenge,
        secret: kind === 'totp' ? tools.secrets.encryptSecret(place, secret) : null,
        is_remembered: 0,
        expires_at: expiresAt,
      }),
      known: factors.flatMap(({ credential }) => (credential === null ? [] : credential)),
    };
  });
  const passkey = {
    challenge,
    host: site?.host ?? '',
    user: Buffer.from(session.id).toString('base64url'),
    algorithms: [...PASSKEY_ALGORITHMS],
    credentials: known,
  };
  return {
    token,
    expiresAt: isoTime(expiresAt),
    totp: kind === 'totp' ? { secret, uri: totpUri(secret, session.email, 'Xplain') } : null,
    passkey: kind === 'passkey' ? passkey : null,
  };
}

/** What the person has set up works: it counts from now on, and other sessions end. */
export async function addFactor(
  tools: AccountTools,
  visit: Visit,
  session: SignedIn,
  added: {
    readonly token: string;
    readonly name: string;
    readonly code?: string;
    readonly passkey?: NewPasskey;
  },
): Promise<AddedFactor> {
  const now = tools.clock.now();
  const kind = added.passkey === undefined ? 'totp' : 'passkey';
  const step = await readStep(tools.metadata, added.token, kind, now);
  if (step?.session_id !== session.sessionId) throw expired();
  const facts = factsOf(tools, step, added, now);
  const id = `fac_${randomBase62(22)}`;
  const secret =
    'plain' in facts
      ? tools.secrets.encryptSecret(totpPlace(session.id, id), facts.plain)
      : facts.publicKey;
  const row: SecondFactorRow = {
    id,
    user_id: session.id,
    kind,
    name: added.name,
    secret,
    credential: added.passkey?.id ?? null,
    counter: facts.counter,
    created_at: now,
    used_at: null,
  };
  const codes = await tools.metadata.transaction(async (unit) => {
    await unit.lockRow('users', { id: session.id });
    if (!(await takeStep(unit, step.hash))) throw expired();
    const before = await readFactors(unit, session.id);
    if (before.length >= LIMITS.accounts.secondFactorsMax) throw tooMany();
    if (!(await insertFactor(unit, row))) throw invalid('passkey.id', 'This passkey is in use.');
    await endSessions(unit, session.id, session.sessionId);
    await markSessions(unit, session.id, kind, session.sessionId);
    const details = { kind, name: added.name };
    await auditUser(unit, session, visit, { action: 'user.second_factor_added', details }, now);
    await tools.enqueueMail(unit, factorAddedMail(session, tools.publicOrigin(), added.name));
    if (before.length > 0) return [];
    const fresh = newRecoveryCodes();
    await setRecoveryCodes(unit, session.id, fresh);
    return fresh;
  });
  tools.cache.forget(session.id);
  return { factor: showFactor(row), recoveryCodes: codes };
}

/** The last one takes the recovery codes along. */
export async function removeFactor(
  tools: AccountTools,
  visit: Visit,
  session: SignedIn,
  id: string,
  confirmation: Confirmation,
): Promise<void> {
  await confirmed(tools, visit, session, confirmation, async (unit) => {
    const now = tools.clock.now();
    const factor = (await readFactors(unit, session.id)).find((each) => each.id === id);
    if (factor === undefined) throw notFound('second factor');
    await deleteFactors(unit, session.id, id);
    const isLast = !(await hasFactor(unit, session.id));
    if (isLast) {
      await setRecoveryCodes(unit, session.id, []);
      await markSessions(unit, session.id, null);
    }
    await unit.notify(ACCESS_CHANNEL, session.id);
    const details = { kind: factor.kind, name: factor.name };
    await auditUser(unit, session, visit, { action: 'user.second_factor_removed', details }, now);
    await tools.enqueueMail(unit, factorRemovedMail(session, tools.publicOrigin(), isLast));
  });
  tools.cache.forget(session.id);
}

export async function renewRecoveryCodes(
  tools: AccountTools,
  visit: Visit,
  session: SignedIn,
  confirmation: Confirmation,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await confirmed(tools, visit, session, confirmation, async (unit) => {
    if (!(await hasFactor(unit, session.id))) {
      throw new AppError('CONFLICT', 'Add an authenticator app or a passkey first.');
    }
    await setRecoveryCodes(unit, session.id, codes);
    const now = tools.clock.now();
    await auditUser(unit, session, visit, { action: 'user.recovery_codes_created' }, now);
    await tools.enqueueMail(unit, recoveryCodesMail(session, tools.publicOrigin()));
  });
  return codes;
}

/** Runs the work in the transaction that checks the password's companion; wrong codes stay counted. */
async function confirmed<T>(
  tools: AccountTools,
  visit: Visit,
  session: SignedIn,
  confirmation: Confirmation,
  work: (unit: Unit) => Promise<T>,
): Promise<T> {
  await requirePassword(tools, session, confirmation.password);
  const step = await stepOf(tools, session, confirmation.token);
  const done = await tools.metadata.transaction(
    async (unit): Promise<{ result: T } | { outcome: Outcome }> => {
      await unit.lockRow('users', { id: session.id });
      if (await hasFactor(unit, session.id)) {
        const { proof = {} } = confirmation;
        const outcome = await checkProof(tools, unit, step, proof, visit);
        if (outcome.kind !== 'proved') return { outcome };
        if (step.hash !== undefined && !(await takeStep(unit, step.hash))) throw expired();
      }
      return { result: await work(unit) };
    },
  );
  if ('result' in done) return done.result;
  requireProved(done.outcome);
  throw new Error('a proof counts as none');
}

/** The challenge that a passkey has signed; codes need none. */
async function stepOf(
  tools: AccountTools,
  session: SignedIn,
  token: string | undefined,
): Promise<Pick<FactorStepRow, 'user_id' | 'challenge'> & { readonly hash?: string }> {
  if (token === undefined) return { user_id: session.id, challenge: newChallenge() };
  const step = await readStep(tools.metadata, token, 'confirm', tools.clock.now());
  if (step?.session_id !== session.sessionId) throw expired();
  return step;
}

async function requirePassword(
  tools: AccountTools,
  session: SignedIn,
  password: string,
): Promise<void> {
  const stored = await readPasswordHash(tools.metadata, session.id);
  if (stored === undefined) {
    const message =
      'This account has no password. A second factor is only asked for together with a password.';
    throw new AppError('CONFLICT', message);
  }
  const tries = await requireFewFailures(tools, session.email);
  if (await tools.hasher.verify(stored, password)) return;
  await tries.noteFailure();
  throw invalid('password', 'Wrong password.');
}

function factsOf(
  tools: AccountTools,
  step: FactorStepRow,
  { code, passkey }: { readonly code?: string; readonly passkey?: NewPasskey },
  now: number,
):
  | { readonly plain: string; readonly counter: number }
  | { readonly publicKey: string; readonly counter: number } {
  if (passkey !== undefined) {
    const site = passkeySite(tools.publicOrigin());
    const read = site && readNewPasskey(site, step.challenge, passkey);
    if (read === undefined) throw invalid('passkey', 'This passkey is not valid for this site.');
    return { publicKey: passkey.publicKey, counter: read.counter };
  }
  const place = totpPlace(userId(step.user_id), step.challenge);
  const plain = tools.secrets.decryptSecret(place, step.secret ?? '');
  const counter = stepOfCode(plain, code ?? '', 0, now);
  if (counter === undefined) {
    throw invalid('code', 'Wrong code. Check that the clock of your device is right.');
  }
  return { plain, counter };
}

function showFactor({ id, kind, name, created_at: createdAt, used_at: usedAt }: SecondFactorRow) {
  return {
    id,
    kind,
    name,
    createdAt: isoTime(createdAt),
    usedAt: usedAt === null ? null : isoTime(usedAt),
  };
}

function tooMany(): AppError {
  const message = `An account has at most ${LIMITS.accounts.secondFactorsMax} second factors. Remove one first.`;
  return new AppError('CONFLICT', message);
}
