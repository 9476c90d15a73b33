/** What accounts do, asked without a browser: signing up, confirming, choosing passwords. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import {
  EMAIL,
  invite,
  openAccountTools,
  VISIT,
  vouchers,
} from '../../../test/support/guard/open-account-tools.ts';
import { type OrganizationId, userId } from '../../base/ids.ts';
import type { AuditRow } from '../../engines/metadata/tables/audit.ts';
import type { SignedIn } from '../../http/gate.ts';
import { readMemberships } from '../access/index.ts';
import { changePassword } from './change-password.ts';
import { createFirstUser } from './create-first-user.ts';
import { endAccess } from './end-access.ts';
import { noteFailedSignIn } from './note-failed-sign-in.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import { signUp } from './sign-up.ts';
import {
  findUserByEmail,
  readPasswordHash,
  readPasswordHistory,
  setPassword,
} from './users-table.ts';
import { mailVerification, resendVerification, verifyEmail } from './verify-email.ts';

const PASSWORD = 'Vermilion-Kettle-42';
const OTHER = 'Cobalt-Lantern-77';
/** Entries of the audit log, without what differs from run to run. */
function toldIn(entries: readonly AuditRow[]) {
  return entries.map(({ action, actor, details }) => ({
    what: action,
    by: actor,
    details: JSON.parse(details) as unknown,
  }));
}

const CONFIRM = `${EMAIL}: Confirm your email address`;

test('a sign-up begins an account that waits for its confirmation, and the last one counts', async (t) => {
  const { metadata, clock, tools, subjects, known } = await openAccountTools(t);
  const draft = { email: EMAIL.toUpperCase(), password: PASSWORD, name: 'Ada' };

  assert.equal(await signUp(tools, VISIT, draft), false);
  assert.deepEqual(await subjects(), [CONFIRM]);
  const user = await known();
  assert.deepEqual([user.email, user.name, user.isVerified], [EMAIL, 'Ada', false]);
  assert.equal(await readPasswordHash(metadata, user.id), `hash of ${PASSWORD}`);
  const organizations = await metadata.db.selectFrom('organizations').selectAll().execute();
  assert.deepEqual(
    organizations.map(({ name, plan, created_by }) => [name, plan, created_by]),
    [['Ada’s organization', 'pro', user.id]],
  );

  await signUp(tools, VISIT, { ...draft, password: OTHER, name: 'Eve' });
  assert.deepEqual(await subjects(), [], 'a link has just been sent');
  assert.deepEqual((await known()).name, 'Eve');
  assert.deepEqual(await readPasswordHistory(metadata, user.id, 10), [`hash of ${OTHER}`]);
  clock.advance(LIMITS.accounts.linkEveryMs);
  await signUp(tools, VISIT, draft);
  assert.deepEqual(await subjects(), [CONFIRM]);
  await assert.rejects(signUp(tools, VISIT, { ...draft, password: 'weak' }), {
    code: 'VALIDATION_ERROR',
  });
  await assert.rejects(signUp({ ...tools, signUp: 'off' }, VISIT, draft), { code: 'FORBIDDEN' });
});

test('the owner of an address hears of a sign-up with it, now and then, and keeps the password', async (t) => {
  const { access, metadata, clock, tools, subjects } = await openAccountTools(t);
  const { id } = await access.newPerson(EMAIL);
  await metadata.transaction((unit) => setPassword(unit, id, 'mine', 1, 10));
  const draft = { email: EMAIL, password: PASSWORD, name: 'Eve' };
  const note = `${EMAIL}: You already have an account`;

  assert.equal(await signUp(tools, VISIT, draft), false);
  assert.deepEqual(await subjects(), [note]);
  await signUp(tools, VISIT, draft);
  assert.deepEqual(await subjects(), []);
  for (let sent = 1; sent < LIMITS.accountMails.perRecipientMax; sent += 1) {
    clock.advance(LIMITS.accounts.linkEveryMs);
    await signUp(tools, VISIT, draft);
    assert.deepEqual(await subjects(), [note]);
  }
  clock.advance(LIMITS.accounts.linkEveryMs);
  await signUp(tools, VISIT, draft);
  assert.deepEqual(await subjects(), [], 'the address has had its mails of the day');
  assert.equal(await readPasswordHash(metadata, id), 'mine');
});

test('a stranger’s address gets its mails of a day, and the account begins all the same', async (t) => {
  const { metadata, tools, subjects, known } = await openAccountTools(t);
  const { perRecipientMax, windowMs } = LIMITS.accountMails;
  const full = { isAllowed: false, remaining: 0, resetAt: 0, retryAfterMs: windowMs };
  const hits: unknown[] = [];
  const counters = {
    peek: () => full,
    hit: (_key: string, limit: number) => {
      hits.push(limit);
      return full;
    },
  };
  const draft = { email: EMAIL, password: PASSWORD, name: 'Ada' };

  await signUp({ ...tools, counters }, VISIT, draft);
  assert.deepEqual([await subjects(), hits], [[], []]);
  assert.equal(await readPasswordHash(metadata, (await known()).id), `hash of ${PASSWORD}`);
  counters.peek = () => ({ ...full, isAllowed: true });
  await signUp({ ...tools, counters }, VISIT, draft);
  assert.deepEqual([await subjects(), hits], [[CONFIRM], [perRecipientMax]]);
});

test('whoever comes with the link of an invitation is confirmed, and nobody else', async (t) => {
  const { access, metadata, clock, tools, subjects, known, forgotten } = await openAccountTools(t);
  const { id, owner } = await access.newOrganization();
  await invite(access, id, owner.id);
  const voucher = vouchers.seal('inv_1', EMAIL);
  const draft = { email: EMAIL, password: PASSWORD, name: 'Ada' };
  const enter = (invitation: { id: string; voucher: string }, email = EMAIL) =>
    signUp(tools, VISIT, { ...draft, email, invitation });

  assert.equal(await enter({ id: 'inv_1', voucher }, 'eve@example.com'), false);
  assert.equal(await enter({ id: 'inv_2', voucher: vouchers.seal('inv_2', EMAIL) }), false);
  assert.equal(await enter({ id: 'inv_1', voucher: 'x' }), false);
  assert.equal((await known()).isVerified, false);
  await subjects();
  forgotten.length = 0;
  assert.equal(await enter({ id: 'inv_1', voucher }), true);
  const user = await known();
  assert.deepEqual([user.isVerified, await subjects()], [true, []]);
  assert.ok(forgotten.includes(user.id));
  assert.equal(await readPasswordHash(metadata, user.id), `hash of ${PASSWORD}`);
  assert.deepEqual(await readPasswordHistory(metadata, user.id, 10), [`hash of ${PASSWORD}`]);
  assert.equal(await enter({ id: 'inv_1', voucher }), false, 'nobody’s word changes an account');
  assert.deepEqual(await subjects(), [`${EMAIL}: You already have an account`]);

  await invite(access, id, owner.id, { id: 'inv_3', email: 'new@example.com' });
  const fresh = { id: 'inv_3', voucher: vouchers.seal('inv_3', 'new@example.com') };
  assert.equal(await enter(fresh, 'new@example.com'), true);
  const invited = await known('new@example.com');
  const own = await readMemberships(metadata, invited.id);
  assert.deepEqual([invited.isVerified, own.length], [true, 1]);
  clock.advance(1_000);
  await invite(access, id, owner.id, {
    id: 'inv_4',
    email: 'l@example.com',
    expires_at: clock.now(),
  });
  const late = { id: 'inv_4', voucher: vouchers.seal('inv_4', 'l@example.com') };
  assert.equal(await enter(late, 'l@example.com'), false);
});

test('a confirmation takes the link, ends what was before, and is told of', async (t) => {
  const { access, metadata, clock, tools, link, known, forgotten } = await openAccountTools(t);
  await signUp(tools, VISIT, { email: EMAIL, password: PASSWORD, name: 'Ada' });
  const token = await link();
  const bad = { code: 'VALIDATION_ERROR', facts: { details: [{ path: 'token', message: BAD }] } };

  await assert.rejects(verifyEmail(tools, VISIT, 'x', PASSWORD), bad);
  await assert.rejects(verifyEmail(tools, VISIT, token, OTHER), {
    facts: { details: [{ path: 'password', message: NOT_THE_LAST }] },
  });
  assert.equal((await known()).isVerified, false);
  const { id } = await known();
  const [organization = ''] = await readMemberships(metadata, id);
  forgotten.length = 0;
  const confirmed = await verifyEmail(tools, VISIT, token, PASSWORD);

  assert.deepEqual(confirmed, { id, name: 'Ada', email: EMAIL, isVerified: true });
  assert.deepEqual(await known(), confirmed);
  assert.deepEqual(forgotten, [id]);
  await assert.rejects(verifyEmail(tools, VISIT, token, PASSWORD), bad);
  const entries = await access.auditOf(organization as OrganizationId);
  assert.deepEqual(
    entries.map((entry) => [entry.action, entry.actor, entry.resource, entry.ip_address]),
    [['user.email_verified', EMAIL, id, '192.0.2.7']],
  );
  const operators = await metadata.db.selectFrom('operators').select('user_id').execute();
  assert.deepEqual(operators, [{ user_id: id }], 'the first one runs the installation');
  clock.advance(LIMITS.accounts.linkEveryMs);
  await resendVerification(tools, EMAIL);
  assert.equal(await link(), token, 'no further link');
});

const NOT_THE_LAST =
  "This is not the password of the latest sign-up with this address. If that wasn't you, reset the password.";
const BAD = 'This link has expired or was already used. Request a new one.';

test('a link to confirm is sent again to whoever waits for it, and to nobody else', async (t) => {
  const { tools, clock, subjects, settle, known } = await openAccountTools(t);
  await signUp(tools, VISIT, { email: EMAIL, password: PASSWORD, name: 'Ada' });
  await subjects();

  await resendVerification(tools, EMAIL);
  assert.deepEqual(await subjects(), [], 'it has just been sent');
  clock.advance(LIMITS.accounts.linkEveryMs);
  await resendVerification(tools, EMAIL);
  await resendVerification(tools, 'nobody@example.com');
  assert.deepEqual(await subjects(), [CONFIRM]);
  for (let sent = 2; sent < LIMITS.accountMails.perRecipientMax; sent += 1) {
    clock.advance(LIMITS.accounts.linkEveryMs);
    await mailVerification(tools, await known());
    assert.deepEqual(await subjects(), [CONFIRM]);
  }
  clock.advance(LIMITS.accounts.linkEveryMs);
  await mailVerification(tools, await known());
  await settle();
  assert.deepEqual(await subjects(), []);
});

test('a failed sign-in is told to the organizations, with its reason', async (t) => {
  const { access, tools, subjects, settle } = await openAccountTools(t);
  await signUp(tools, VISIT, { email: EMAIL, password: PASSWORD, name: 'Ada' });
  const { id: ada } = (await findUserByEmail(tools.metadata, EMAIL)) ?? { id: userId('') };
  const [own = ''] = await readMemberships(tools.metadata, ada);
  await subjects();
  access.clock.advance(LIMITS.accounts.linkEveryMs);

  await noteFailedSignIn(tools, VISIT, 'nobody@example.com', 401);
  await noteFailedSignIn(tools, VISIT, EMAIL, 401);
  assert.deepEqual(await subjects(), []);
  access.clock.advance(1);
  await noteFailedSignIn(tools, VISIT, EMAIL, 403);
  assert.deepEqual(await subjects(), [CONFIRM]);
  await settle();

  const entries = await access.auditOf(own as OrganizationId);
  assert.deepEqual(toldIn(entries), [
    { what: 'user.login_failed', by: EMAIL, details: { reason: 'wrong password' } },
    { what: 'user.login_failed', by: EMAIL, details: { reason: 'email not verified' } },
  ]);
});

test('of an address without an account, or a confirmed one, nothing is made behind the answer', async (t) => {
  const { access, tools: usual, mails, metadata } = await openAccountTools(t);
  const { id, owner } = await access.newOrganization();
  // Work whose failures are seen instead of logged.
  const background = { ...usual.background, run: (work: () => Promise<void>) => work() };
  const tools = { ...usual, background };

  await requestPasswordReset(tools, 'nobody@example.com');
  await noteFailedSignIn(tools, VISIT, 'nobody@example.com', 403);
  await resendVerification(tools, 'nobody@example.com');
  await resendVerification(tools, owner.email);

  assert.deepEqual([mails, await access.auditOf(id)], [[], []]);
  assert.deepEqual(await metadata.db.selectFrom('verifications').select('id').execute(), []);
});

test('a new password through a link ends everything, confirms the address and is told of', async (t) => {
  const { access, metadata, tools, subjects, link, known, forgotten } = await openAccountTools(t);
  await signUp(tools, VISIT, { email: EMAIL, password: PASSWORD, name: 'Ada' });
  const { id } = await known();
  const [own = ''] = await readMemberships(metadata, id);
  await subjects();

  await requestPasswordReset(tools, 'nobody@example.com');
  await requestPasswordReset(tools, EMAIL);
  await requestPasswordReset(tools, EMAIL);
  const token = await link();
  assert.deepEqual(await subjects(), [`${EMAIL}: Reset your password`]);
  await assert.rejects(resetPassword(tools, VISIT, 'x', OTHER), { message: BAD });
  await assert.rejects(resetPassword(tools, VISIT, token, 'weak'), { code: 'VALIDATION_ERROR' });
  await assert.rejects(resetPassword(tools, VISIT, token, PASSWORD), /last 10 passwords/);
  forgotten.length = 0;
  await resetPassword(tools, VISIT, token, OTHER);

  assert.deepEqual(await subjects(), [`${EMAIL}: Your password was changed`]);
  assert.deepEqual([(await known()).isVerified, forgotten], [true, [id]]);
  assert.equal(await readPasswordHash(metadata, id), `hash of ${OTHER}`);
  await assert.rejects(resetPassword(tools, VISIT, token, 'Another-Lantern-1'), { message: BAD });
  const links = await metadata.db.selectFrom('verifications').selectAll().execute();
  assert.deepEqual(links, []);
  const entries = await access.auditOf(own as OrganizationId);
  assert.deepEqual(
    toldIn(entries).toSorted((one, other) => one.what.localeCompare(other.what)),
    [
      { what: 'user.email_verified', by: EMAIL, details: {} },
      {
        what: 'user.password_reset',
        by: EMAIL,
        details: { by: 'link', endedSessions: 0, revokedTokens: 0 },
      },
    ],
  );
});

test('a password is changed with the present one; other sessions and tokens end', async (t) => {
  const { access, metadata, tools, subjects, forgotten } = await openAccountTools(t);
  const { id: organization, owner } = await access.newOrganization();
  const other = await access.newOrganization();
  const session = { ...owner, activeOrganization: organization } as SignedIn;
  const change = (currentPassword: string, newPassword: string, keepAccessTokens?: boolean) =>
    changePassword(tools, VISIT, session, {
      currentPassword,
      newPassword,
      ...(keepAccessTokens === undefined ? {} : { keepAccessTokens }),
    });

  await assert.rejects(change(PASSWORD, OTHER), { code: 'CONFLICT' });
  await metadata.transaction((unit) => setPassword(unit, owner.id, `hash of ${PASSWORD}`, 1, 10));
  await access.newToken(owner);
  await access.newToken(owner);
  await access.newToken(other.owner);
  await assert.rejects(change(OTHER, OTHER), { facts: { details: [CURRENT] } });
  await assert.rejects(change(PASSWORD, 'weak'), { code: 'VALIDATION_ERROR' });
  await assert.rejects(change(PASSWORD, PASSWORD), /last 10 passwords/);
  access.clock.advance(1);
  forgotten.length = 0;
  await change(PASSWORD, OTHER, true);
  const alive = (): Promise<{ user_id: string }[]> =>
    metadata.db
      .selectFrom('access_tokens')
      .select('user_id')
      .where('revoked_at', 'is', null)
      .execute();
  assert.deepEqual([(await alive()).length, forgotten], [3, [owner.id]]);
  forgotten.length = 0;
  access.clock.advance(1);
  await change(OTHER, 'Another-Lantern-1');

  assert.deepEqual(await alive(), [{ user_id: other.owner.id }]);
  assert.deepEqual(forgotten, [owner.id, organization]);
  const sessions = await metadata.db.selectFrom('sessions').select('user_id').execute();
  assert.equal(sessions.length, 2, 'one’s own session, and other people’s');
  assert.deepEqual(await subjects(), [
    `${owner.email}: Your password was changed`,
    `${owner.email}: Your password was changed`,
  ]);
  const details = (await access.auditOf(organization))
    .filter(({ action }) => action === 'user.password_reset')
    .map((entry) => JSON.parse(entry.details) as unknown);
  assert.deepEqual(details, [
    { by: 'change', endedSessions: 0, revokedTokens: 0 },
    { by: 'change', endedSessions: 0, revokedTokens: 2 },
  ]);
});

const CURRENT = { path: 'currentPassword', message: 'Wrong password.' };

test('wrong present passwords are counted as at the sign-in', async (t) => {
  const { access, metadata, tools } = await openAccountTools(t);
  const { owner } = await access.newOrganization();
  await metadata.transaction((unit) => setPassword(unit, owner.id, 'mine', 1, 10));
  const change = { currentPassword: PASSWORD, newPassword: OTHER };
  const tryOnce = () => changePassword(tools, VISIT, owner as unknown as SignedIn, change);

  for (let count = 0; count < LIMITS.accounts.wrongPasswordsMax; count += 1) {
    await assert.rejects(tryOnce(), { code: 'VALIDATION_ERROR' });
  }
  await assert.rejects(tryOnce(), { code: 'RATE_LIMITED' });
});

test('what ends with an account’s access is counted, told and named', async (t) => {
  const { access, metadata } = await openAccountTools(t);
  const { id, owner } = await access.newOrganization();
  const elsewhere = await access.newOrganization();
  const guest = await access.join(elsewhere.id, 'viewer', owner);
  const other = await access.newOrganization();
  for (const member of [owner, guest, other.owner]) await access.newToken(member);
  const reported: string[] = [];
  const end = (kept?: Parameters<typeof endAccess>[4]) =>
    metadata.transaction((unit) =>
      endAccess(
        { ...unit, notify: async (_channel, subject) => void reported.push(subject) },
        owner,
        VISIT,
        5,
        kept,
      ),
    );

  assert.deepEqual(await end({ sessionId: owner.sessionId, tokens: true }), {
    sessions: 0,
    tokens: 0,
    organizations: new Set(),
  });
  const ended = await end();
  assert.deepEqual([ended.sessions, ended.tokens], [1, 2]);
  assert.deepEqual(ended.organizations, new Set([id, elsewhere.id]));
  assert.deepEqual(new Set(reported), new Set([owner.id, id, elsewhere.id]));
  assert.deepEqual((await end()).tokens, 0);
  for (const organization of [id, elsewhere.id]) {
    const entries = await access.auditOf(organization);
    const revoked = entries.filter(({ action }) => action === 'access_token.revoked');
    assert.deepEqual(toldIn(revoked), [
      {
        what: 'access_token.revoked',
        by: owner.email,
        details: { name: 't', reason: 'password changed' },
      },
    ]);
  }
  assert.equal((await access.auditOf(other.id)).length, 1);
});

test('the first user is made on an empty store only, confirmed and with the installation', async (t) => {
  const { metadata, tools, known } = await openAccountTools(t);

  await assert.rejects(createFirstUser(tools, 'root', PASSWORD), {
    message: 'XPLAIN_ADMIN_EMAIL is not a valid email address.',
  });
  await assert.rejects(createFirstUser(tools, EMAIL, 'short'), {
    message:
      'XPLAIN_ADMIN_PASSWORD is not allowed. Must have at least 12 characters. Must contain an uppercase letter. Must contain a digit.',
  });
  const away = { ...tools, isBreached: () => Promise.reject(new Error('away')) };
  await assert.rejects(createFirstUser(away, EMAIL, PASSWORD), { message: 'away' });
  assert.equal(await createFirstUser(tools, EMAIL, PASSWORD), true);
  assert.equal(await createFirstUser(tools, 'b@example.com', PASSWORD), false);
  assert.equal(await createFirstUser(tools, 'root', 'short'), false);

  const { id, isVerified } = await known();
  assert.equal(isVerified, true);
  assert.equal(await readPasswordHash(metadata, id), `hash of ${PASSWORD}`);
  assert.equal((await readMemberships(metadata, id)).length, 1);
  const operators = await metadata.db.selectFrom('operators').select('user_id').execute();
  assert.deepEqual(operators, [{ user_id: id }]);
});

test('a first user who is not the first any longer when the password is hashed is not made', async (t) => {
  const { access, metadata, tools } = await openAccountTools(t);
  const hash = async (password: string): Promise<string> => {
    await access.newPerson('b@example.com');
    return `hash of ${password}`;
  };

  const late = { ...tools, hasher: { ...tools.hasher, hash } };
  assert.equal(await createFirstUser(late, EMAIL, PASSWORD), false);

  assert.equal(await findUserByEmail(metadata, EMAIL), undefined);
});
