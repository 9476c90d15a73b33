import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import {
  EMAIL,
  invite,
  openAccountTools,
  VISIT,
} from '../../../test/support/guard/open-account-tools.ts';
import { type OrganizationId, userId } from '../../base/ids.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import { perProvider } from '../../spec/sign-in.ts';
import { hasInvitation, isInvitedBy, readMemberships } from '../access/index.ts';
import { readSignInLink } from './clients-of-link.ts';
import { createLink } from './links-table.ts';
import { clientSecretPlace } from './oauth-clients-table.ts';
import { mayHaveAccount, requireOpenSignUp } from './open-sign-up.ts';
import {
  auditUser,
  confirmAddress,
  endSession,
  endSessions,
  findUser,
  findUserByEmail,
  forgetExpired,
  hasUsers,
  readPasswordHash,
  readPasswordHistory,
  restartUser,
  setPassword,
} from './users-table.ts';
import { whyRefused } from './why-refused.ts';

test('people, their passwords, sessions and invitations are each their own', async (t) => {
  const { access, metadata, clock } = await openAccountTools(t);
  assert.equal(await hasUsers(metadata), false);
  const { id, owner: ada } = await access.newOrganization();
  const { id: second, owner: eve } = await access.newOrganization();
  clock.advance(1);
  await access.join(second, 'viewer', ada);
  const change = <T>(work: Parameters<typeof metadata.transaction<T>>[0]): Promise<T> =>
    metadata.transaction(work);

  assert.equal(await hasUsers(metadata), true);
  const facts = { id: ada.id, name: 'Ada', email: ada.email, isVerified: true };
  assert.deepEqual(await findUser(metadata, ada.id), facts);
  assert.deepEqual(await findUserByEmail(metadata, ada.email.toUpperCase()), facts);
  assert.equal(await findUser(metadata, userId('usr_none')), undefined);
  assert.equal(await findUserByEmail(metadata, 'none@example.com'), undefined);
  assert.deepEqual(await readMemberships(metadata, ada.id), [id, second]);

  for (const [index, hash] of ['a', 'b', 'c'].entries()) {
    await change((unit) => setPassword(unit, ada.id, hash, index, 2));
  }
  await change((unit) => setPassword(unit, eve.id, 'e', 0, 2));
  assert.equal(await readPasswordHash(metadata, ada.id), 'c');
  assert.deepEqual(await readPasswordHistory(metadata, ada.id, 10), ['c', 'b']);
  assert.deepEqual(await readPasswordHistory(metadata, ada.id, 1), ['c']);
  assert.deepEqual(await readPasswordHistory(metadata, eve.id, 10), ['e']);
  await metadata.db
    .updateTable('accounts')
    .set({ provider_id: 'google' })
    .where('user_id', '=', ada.id)
    .execute();
  assert.equal(await readPasswordHash(metadata, ada.id), undefined);

  const user = { ...facts, isVerified: false };
  await metadata.db.updateTable('users').set({ email_verified: 0 }).execute();
  assert.equal(await change((unit) => confirmAddress(unit, user, VISIT, 1)), true);
  assert.equal(await change((unit) => confirmAddress(unit, user, VISIT, 1)), false);
  assert.equal((await findUser(metadata, ada.id))?.isVerified, true);
  assert.equal((await findUser(metadata, eve.id))?.isVerified, false);

  await change((unit) => restartUser(unit, user, 'Grace', 7));
  assert.deepEqual(
    [(await findUser(metadata, ada.id))?.name, (await findUser(metadata, eve.id))?.name],
    ['Grace', 'Ada'],
  );
  assert.deepEqual(await readPasswordHistory(metadata, ada.id, 10), []);
  assert.deepEqual(await readPasswordHistory(metadata, eve.id, 10), ['e']);
  const names = await metadata.db.selectFrom('organizations').select(['id', 'name']).execute();
  assert.deepEqual(
    new Map(names.map((row) => [row.id, row.name])),
    new Map<string, string>([
      [id, 'Grace’s organization'],
      [second, 'Acme'],
    ]),
  );

  await change((unit) => auditUser(unit, ada, VISIT, { action: 'user.email_verified' }, 3));
  for (const organization of [id, second]) {
    assert.equal((await access.auditOf(organization)).length, 1);
  }
});

test('passwords and links have ids that nobody guesses, and are made by one at a time', async (t) => {
  const { access, metadata } = await openAccountTools(t);
  const { owner: ada } = await access.newOrganization();
  const user = { id: ada.id, name: 'Ada', email: ada.email, isVerified: false };
  const locked: unknown[] = [];
  const change = <T>(work: (unit: Unit) => Promise<T>): Promise<T> =>
    metadata.transaction((unit) =>
      work({
        ...unit,
        lockRow: async (table, key) => {
          locked.push([table, key]);
          return unit.lockRow(table, key);
        },
      }),
    );
  const row = ['users', { id: ada.id }];

  await change((unit) => setPassword(unit, ada.id, 'a', 1, 2));
  const account = await metadata.db.selectFrom('accounts').selectAll().executeTakeFirst();
  assert.match(account?.id ?? '', /^[0-9A-Za-z]{24}$/);
  assert.deepEqual([account?.account_id, account?.provider_id], [ada.id, 'credential']);
  const rules = { kind: 'verify-email', lifetimeMs: 10, everyMs: 1 } as const;
  await change((unit) => createLink(unit, ada.id, rules, 5));
  assert.deepEqual(locked, [row]);
  const link = await metadata.db.selectFrom('verifications').selectAll().executeTakeFirst();
  assert.match(link?.id ?? '', /^[0-9A-Za-z]{24}$/);
  assert.match(link?.identifier ?? '', /^verify-email:[0-9a-f]{64}$/);
  assert.deepEqual([link?.value, link?.expires_at, link?.created_at], [ada.id, 15, 5]);
  await change((unit) => restartUser(unit, user, 'Grace', 7));
  assert.deepEqual(locked, [row, row]);
});

test('sessions end one person’s at a time, and what has expired goes', async (t) => {
  const { access, metadata, clock } = await openAccountTools(t);
  const [ada, eve] = [await access.newPerson(), await access.newPerson()];
  const reported: string[] = [];
  const end = (ending: typeof endSession, session: string) =>
    metadata.transaction((unit) =>
      ending(
        { ...unit, notify: async (_c, subject) => void reported.push(subject) },
        ada.id,
        session,
      ),
    );
  const left = async (): Promise<string[]> =>
    (await metadata.db.selectFrom('sessions').select('user_id').execute()).map(
      (row) => row.user_id,
    );

  assert.equal(await end(endSessions, ada.sessionId), 0);
  assert.equal(await end(endSession, 'another'), 0);
  assert.equal(await end(endSession, eve.sessionId), 0, 'nobody ends somebody else’s');
  assert.equal(await end(endSessions, 'another'), 1);
  assert.deepEqual([await left(), reported], [[eve.id], Array.from({ length: 4 }, () => ada.id)]);

  const verification = { identifier: 'i', value: 'v', created_at: 0, updated_at: 0 };
  await metadata.db
    .insertInto('verifications')
    .values([
      { ...verification, id: 'v1', expires_at: clock.now() },
      { ...verification, id: 'v2', identifier: 'j', expires_at: clock.now() + 1 },
    ])
    .execute();
  await forgetExpired(metadata, clock.now());
  const links = await metadata.db.selectFrom('verifications').select('id').execute();
  assert.deepEqual([await left(), links], [[eve.id], [{ id: 'v2' }]]);
  await forgetExpired(metadata, clock.now() + LIMITS.sessions.durationMs);
  assert.deepEqual(await left(), []);
});

test('an invitation counts for its address while it waits', async (t) => {
  const { access, metadata, clock } = await openAccountTools(t);
  const { id, owner } = await access.newOrganization();
  const other = await access.newOrganization();
  await invite(access, id, owner.id);
  await invite(access, other.id, owner.id, {
    id: 'inv_2',
    email: 'x@example.com',
    state: 'revoked',
  });
  const now = clock.now();
  const has = (email: string, organization?: OrganizationId, at = now) =>
    hasInvitation(metadata, email, organization, at);
  const by = (invitation: string, email: string, at = now) =>
    isInvitedBy(metadata, invitation, email, at);

  assert.deepEqual([await has(EMAIL), await has(EMAIL, id)], [true, true]);
  assert.deepEqual([await has(EMAIL, other.id), await has('y@example.com')], [false, false]);
  assert.deepEqual(
    [await has('x@example.com'), await by('inv_2', 'x@example.com')],
    [false, false],
  );
  assert.deepEqual(
    [await has(EMAIL, id, now + 999), await has(EMAIL, id, now + 1_000)],
    [true, false],
  );
  assert.deepEqual([await by('inv_1', EMAIL), await by('inv_2', EMAIL)], [true, false]);
  assert.equal(await by('inv_1', 'y@example.com'), false);
  assert.deepEqual(
    [await by('inv_1', EMAIL, now + 999), await by('inv_1', EMAIL, now + 1_000)],
    [true, false],
  );
});

test('who may have an account, and who is let in from a provider', async (t) => {
  const { access, tools } = await openAccountTools(t);
  const { id, owner } = await access.newOrganization();
  const stranger = await access.newPerson('stranger@example.com');
  const guest = await access.newPerson('guest@example.com');
  await invite(access, id, owner.id);
  await invite(access, id, owner.id, { id: 'inv_2', email: guest.email });
  const [off, invited] = [
    { ...tools, signUp: 'off' },
    { ...tools, signUp: 'invited' },
  ] as const;

  assert.equal(await mayHaveAccount(tools, 'new@example.com'), true);
  assert.equal(await mayHaveAccount(off, EMAIL), false);
  assert.equal(await mayHaveAccount(invited, EMAIL.toUpperCase()), true);
  assert.equal(await mayHaveAccount(invited, 'new@example.com'), false);
  await requireOpenSignUp(tools, EMAIL);
  await assert.rejects(requireOpenSignUp(off, EMAIL), /^AppError: Sign-up is disabled/);
  await assert.rejects(
    requireOpenSignUp(invited, 'new@example.com'),
    /^AppError: Sign-up requires an invitation/,
  );

  const why = (
    action: string,
    user: { id?: string; email?: string; emailVerified?: boolean },
    organization?: OrganizationId,
    of = tools,
  ) => whyRefused(of, organization, user, action);
  const fresh = { email: 'new@example.com', emailVerified: true };
  assert.equal(await why('sign-in', { id: stranger.id, emailVerified: false }), undefined);
  assert.equal(await why('create-user', { ...fresh, emailVerified: false }), 'email_not_verified');
  assert.equal(await why('link-account', { id: stranger.id }), 'email_not_verified');
  assert.equal(await why('link-account', { id: stranger.id, emailVerified: true }), undefined);
  assert.equal(await why('create-user', fresh), undefined);
  assert.equal(await why('create-user', fresh, undefined, off), 'sign_up_closed');
  assert.equal(await why('sign-in', { id: stranger.id }, undefined, off), undefined);
  assert.equal(await why('create-user', fresh, id), 'not_a_member');
  assert.equal(await why('create-user', { email: EMAIL, emailVerified: true }, id), undefined);
  assert.equal(await why('sign-in', { id: owner.id }, id), undefined);
  assert.equal(await why('sign-in', { id: stranger.id }, id), 'not_a_member');
  assert.equal(await why('sign-in', { id: guest.id }, id), undefined);
  assert.equal(await why('sign-in', { id: 'usr_none' }, id), 'not_a_member');
});

test('a link to sign in offers the organization’s clients, and the installation’s where it has none', async (t) => {
  const { access, metadata, tools } = await openAccountTools(t);
  const { id } = await access.newOrganization('business', 'Acme');
  const client = { clientId: 'ours', clientSecret: 'x' };
  const facts = { authorizationUrl: '', tokenUrl: '', userinfoUrl: '' };
  const withClients = { ...tools, oauth: perProvider(() => ({ ...facts, client })) };
  const put = async (provider: 'google' | 'github', kept: string): Promise<void> => {
    await metadata.db
      .insertInto('oauth_clients')
      .values({
        organization_id: id,
        provider,
        client_id: `client of ${provider}`,
        client_secret: kept,
        secret_set_at: 0,
        secret_set_by: 'ada',
      })
      .execute();
  };
  const close = async (providers: string): Promise<void> => {
    await metadata.db.updateTable('organizations').set({ closed_providers: providers }).execute();
    access.cache.forget(id);
  };

  assert.equal(await readSignInLink(tools, 'org_none' as OrganizationId), undefined);
  assert.equal(await readSignInLink(withClients, id), undefined);
  await put('google', tools.secrets.encryptSecret(clientSecretPlace(id, 'google'), 'hush'));
  const own = { google: { clientId: 'client of google', clientSecret: 'hush' } };
  assert.deepEqual(await readSignInLink(tools, id), {
    organization: { id, name: 'Acme' },
    own,
    offered: { google: true, github: false },
  });
  assert.deepEqual((await readSignInLink(withClients, id))?.offered, {
    google: true,
    github: true,
  });
  await close('["github"]');
  assert.deepEqual((await readSignInLink(withClients, id))?.offered, {
    google: true,
    github: false,
  });
  await close('["google"]');
  const closed = await readSignInLink(withClients, id);
  assert.deepEqual([closed?.own, closed?.offered], [{}, { google: false, github: true }]);
  await close('[]');
  await put('github', 'nothing that a key opens');
  const broken = await readSignInLink(withClients, id);
  assert.deepEqual([broken?.own, broken?.offered], [own, { google: true, github: false }]);
  const failing = {
    ...tools.secrets,
    decryptSecret: (): string => {
      throw new Error('no key at all');
    },
  };
  await assert.rejects(readSignInLink({ ...tools, secrets: failing }, id), /no key at all/);
});
