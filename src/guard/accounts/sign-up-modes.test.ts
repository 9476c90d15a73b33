import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, startAccounts } from '../../../test/support/start-accounts.ts';
import { createFirstUser } from './create-first-user.ts';

test('the first confirmed person runs the installation, on the largest plan; later ones do not', async (t) => {
  const { browser, member } = await startAccounts(t);
  const early = { email: 'early@example.com', password: PASSWORD };
  await browser().send('POST', '/api/auth/sign-up/email', early);

  const ada = await member('ada@example.com');
  const bob = await member('bob@example.com');

  const seen = async (person: typeof ada) => {
    const { body } = await person.send('GET', '/api/v1/installation');
    const own = await person.send('GET', '/api/v1/organizations');
    const [organization] = (own.body as { data: { plan: string }[] }).data;
    return [(body as { data: { isOperator: boolean } }).data.isOperator, organization?.plan];
  };
  assert.deepEqual(await seen(ada), [true, 'enterprise']);
  assert.deepEqual(await seen(bob), [false, 'free']);
});

test('the user of the configuration is the operator, and new plans follow the configuration', async (t) => {
  const { accounts, member, metadata } = await startAccounts(t, {
    needs: { defaultPlan: 'pro' },
  });
  await createFirstUser(accounts.tools, 'root@example.com', PASSWORD);

  await member('bob@example.com');

  const operators = await metadata.db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .select('email')
    .execute();
  assert.deepEqual(operators, [{ email: 'root@example.com' }]);
  const rows = await metadata.db
    .selectFrom('organizations')
    .select('plan')
    .orderBy('created_at')
    .execute();
  assert.deepEqual(
    rows.map(({ plan }) => plan),
    ['enterprise', 'pro'],
  );
});

for (const mode of ['invited', 'off'] as const) {
  test(`sign-up is ${mode}`, async (t) => {
    const { accounts, browser, mailsTo, metadata } = await startAccounts(t, {
      needs: { signUp: mode },
    });
    await createFirstUser(accounts.tools, 'root@example.com', PASSWORD);
    const organization = await metadata.db
      .selectFrom('organizations')
      .select('id')
      .executeTakeFirstOrThrow();
    const now = Date.now();
    const invite = (email: string, expiresAt: number) =>
      metadata.db
        .insertInto('invitations')
        .values({
          id: email,
          organization_id: organization.id,
          email,
          role: 'member',
          state: 'pending',
          invited_by: 'root@example.com',
          created_at: now,
          sent_at: now,
          expires_at: expiresAt,
          ended_at: null,
        })
        .execute();
    await invite('grace@example.com', now + 60_000);
    await invite('late@example.com', now - 1);
    const statusOf = async (email: string) =>
      (await browser().send('POST', '/api/auth/sign-up/email', { email, password: PASSWORD }))
        .status;

    assert.equal(await statusOf('stranger@example.com'), 403);
    assert.equal(await statusOf('root@example.com'), 403, 'like any address without an invitation');
    assert.equal(await statusOf('late@example.com'), 403);
    assert.equal(await statusOf('Grace@Example.com'), mode === 'invited' ? 200 : 403);
    const mails = await mailsTo('grace@example.com');
    assert.equal(mails.length, mode === 'invited' ? 1 : 0);
    const providers = await browser().send('GET', '/api/auth/providers');
    assert.equal((providers.body as { signUp: string }).signUp, mode);
    const signIn = { email: 'root@example.com', password: PASSWORD };
    assert.equal((await browser().send('POST', '/api/auth/sign-in/email', signIn)).status, 200);
  });
}
