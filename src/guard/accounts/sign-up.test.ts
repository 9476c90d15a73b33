/** Sign-ups that meet somebody else’s at the same time, and links that are gone when they are used. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EMAIL,
  invite,
  openAccountTools,
  VISIT,
  vouchers,
} from '../../../test/support/guard/open-account-tools.ts';
import { readMemberships } from '../access/index.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import { signUp } from './sign-up.ts';
import { readPasswordHash, readPasswordHistory, setPassword } from './users-table.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';

const PASSWORD = 'Vermilion-Kettle-42';
const OTHER = 'Cobalt-Lantern-77';
const DRAFT = { email: EMAIL, password: PASSWORD, name: 'Ada' };
const BAD = { message: 'This link has expired or was already used. Request a new one.' };

test('a sign-up that loses the address to another looks again, and any other failure is one', async (t) => {
  const { access, tools, metadata, subjects } = await openAccountTools(t);
  let attempts = 0;
  const failing = (error: unknown) => ({
    ...tools,
    metadata: {
      db: metadata.db,
      transaction: async <T>(work: Parameters<typeof metadata.transaction<T>>[0]): Promise<T> => {
        attempts += 1;
        if (attempts === 1) throw error;
        return metadata.transaction(work);
      },
    },
  });
  await access.newPerson(EMAIL);
  const taken: unknown = await access.newPerson(EMAIL).catch((error: unknown) => error);

  assert.equal(await signUp(failing(taken), VISIT, DRAFT), false);
  assert.equal(attempts, 2);
  assert.deepEqual(await subjects(), [`${EMAIL}: You already have an account`]);
  attempts = 0;
  await assert.rejects(signUp(failing(new Error('away')), VISIT, DRAFT), { message: 'away' });
  assert.equal(attempts, 1);
});

test('an invitation begins an account anew, confirmed and with an organization, and the first one runs all', async (t) => {
  const { access, tools, metadata, known } = await openAccountTools(t);
  const { id, owner } = await access.newOrganization();
  await invite(access, id, owner.id);
  await invite(access, id, owner.id, { id: 'inv_2', email: 'new@example.com' });
  const enter = (invitation: string, email: string) =>
    signUp(tools, VISIT, {
      ...DRAFT,
      email,
      invitation: { id: invitation, voucher: vouchers.seal(invitation, email) },
    });

  assert.equal(await enter('inv_2', 'new@example.com'), true);
  const first = await known('new@example.com');
  const operators = await metadata.db.selectFrom('operators').select('user_id').execute();
  assert.deepEqual(operators, [{ user_id: first.id }]);
  assert.equal((await readMemberships(metadata, first.id)).length, 1);
  await signUp(tools, VISIT, { ...DRAFT, password: OTHER, name: 'Eve' });
  assert.equal(await enter('inv_1', EMAIL), true);
  const { id: ada, name, isVerified } = await known();
  assert.deepEqual([name, isVerified], ['Ada', true]);
  assert.deepEqual(await readPasswordHistory(metadata, ada, 10), [`hash of ${PASSWORD}`]);
});

test('where only the uninvited get an organization, every way to sign up follows that', async (t) => {
  const { access, tools: usual, metadata, known } = await openAccountTools(t);
  const tools = { ...usual, ownOrganization: 'uninvited' } as const;
  const { id, owner } = await access.newOrganization();
  await invite(access, id, owner.id);
  await invite(access, id, owner.id, { id: 'inv_2', email: 'sealed@example.com' });
  const voucher = vouchers.seal('inv_2', 'sealed@example.com');
  const organizationsOf = async (email: string) =>
    (await readMemberships(metadata, (await known(email)).id)).length;

  await signUp(tools, VISIT, DRAFT);
  const sealed = { email: 'sealed@example.com', invitation: { id: 'inv_2', voucher } };
  await signUp(tools, VISIT, { ...DRAFT, ...sealed });
  await signUp(tools, VISIT, { ...DRAFT, email: 'nobody@example.com' });

  assert.equal(await organizationsOf(EMAIL), 0);
  assert.equal(await organizationsOf('sealed@example.com'), 0);
  assert.equal(await organizationsOf('nobody@example.com'), 1);
});

test('an invitation that is gone when its turn comes confirms nobody', async (t) => {
  const { access, tools, metadata, known, subjects } = await openAccountTools(t);
  const { id, owner } = await access.newOrganization();
  await invite(access, id, owner.id);
  const late = {
    ...tools,
    metadata: {
      db: metadata.db,
      transaction: async <T>(work: Parameters<typeof metadata.transaction<T>>[0]): Promise<T> => {
        await metadata.db.deleteFrom('invitations').execute();
        return metadata.transaction(work);
      },
    },
  };

  const invitation = { id: 'inv_1', voucher: vouchers.seal('inv_1', EMAIL) };
  assert.equal(await signUp(late, VISIT, { ...DRAFT, invitation }), false);

  assert.equal((await known()).isVerified, false);
  assert.deepEqual(await subjects(), [`${EMAIL}: Confirm your email address`]);
});

test('a link to choose a password that is used up meanwhile changes nothing', async (t) => {
  const { tools, metadata, link, known, forgotten, subjects } = await openAccountTools(t);
  await signUp(tools, VISIT, DRAFT);
  const { id } = await known();
  await requestPasswordReset(tools, EMAIL);
  const token = await link();
  await subjects();
  const hash = async (password: string): Promise<string> => {
    await metadata.db.deleteFrom('verifications').execute();
    return `hash of ${password}`;
  };
  forgotten.length = 0;

  const late = { ...tools, hasher: { ...tools.hasher, hash } };
  await assert.rejects(resetPassword(late, VISIT, token, OTHER), BAD);

  assert.equal(await readPasswordHash(metadata, id), `hash of ${PASSWORD}`);
  assert.deepEqual([await subjects(), forgotten], [[], [id]]);
  assert.equal((await known()).isVerified, false);
});

test('an address is not confirmed by a link once somebody else has signed up with it, nor twice', async (t) => {
  const { tools, metadata, link, known } = await openAccountTools(t);
  await signUp(tools, VISIT, DRAFT);
  const token = await link();
  const locked: unknown[] = [];
  const between = (act: () => Promise<unknown>) => ({
    ...tools,
    metadata: {
      db: metadata.db,
      transaction: async <T>(work: Parameters<typeof metadata.transaction<T>>[0]): Promise<T> => {
        await act();
        return metadata.transaction((unit) =>
          work({
            ...unit,
            lockRow: async (...row) => {
              locked.push(row);
              return unit.lockRow(...row);
            },
          }),
        );
      },
    },
  });
  const other = () => signUp(tools, VISIT, { ...DRAFT, password: OTHER });
  await assert.rejects(verifyEmail(between(other), VISIT, token, PASSWORD), BAD);
  assert.deepEqual(locked, [['users', { id: (await known()).id }]]);
  assert.equal((await known()).isVerified, false);
  const used = () => metadata.db.deleteFrom('verifications').execute();
  await assert.rejects(verifyEmail(between(used), VISIT, token, OTHER), BAD);
  assert.equal((await known()).isVerified, false);
});

test('what a confirmation ends is forgotten at once, in the organizations of its tokens, too', async (t) => {
  const { access, tools, metadata, link, forgotten, settle } = await openAccountTools(t);
  const { id, owner } = await access.newOrganization();
  await access.newToken(owner);
  const hash = await tools.hasher.hash(PASSWORD);
  await metadata.transaction((unit) => setPassword(unit, owner.id, hash, 1, 10));
  await metadata.db.updateTable('users').set({ email_verified: 0 }).execute();
  await requestPasswordReset(tools, owner.email);
  await settle();
  await resendVerification(tools, owner.email);
  await settle();
  forgotten.length = 0;

  await verifyEmail(tools, VISIT, await link(), PASSWORD);

  assert.deepEqual(forgotten, [owner.id, id]);
  const alive = await metadata.db
    .selectFrom('access_tokens')
    .select('id')
    .where('revoked_at', 'is', null)
    .execute();
  assert.deepEqual(alive, []);
  const links = await metadata.db.selectFrom('verifications').select('id').execute();
  assert.deepEqual(links, [], 'whatever was sent before is good for nothing');
});
