import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, startAccounts } from '../../../test/support/guard/start-accounts.ts';
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

for (const isMailSent of [false, true]) {
  test(`the link of an operator confirms an address ${isMailSent ? 'never where mail is sent' : 'while its invitation waits'}`, async (t) => {
    const { accounts, browser, member, metadata } = await startAccounts(t, {
      needs: { isMailSent },
    });
    await createFirstUser(accounts.tools, 'root@example.com', PASSWORD);
    const root = browser();
    await root.send('POST', '/api/auth/sign-in/email', {
      email: 'root@example.com',
      password: PASSWORD,
    });
    const inviteAs = async (person: typeof root, email: string): Promise<URL> => {
      const { body } = await person.send('POST', '/api/v1/invitations', { email, role: 'member' });
      return new URL((body as { data: { link: string } }).data.link);
    };
    const signUpWith = async (link: URL, email: string): Promise<unknown> => {
      const id = link.pathname.split('/').at(-1);
      const voucher = link.searchParams.get('voucher') ?? 'none';
      const draft = { email, password: PASSWORD, invitation: { id, voucher } };
      const { body } = await browser().send('POST', '/api/auth/sign-up/email', draft);
      return (body as { user: { emailVerified: boolean } }).user.emailVerified;
    };

    const grace = await inviteAs(root, 'grace@example.com');
    assert.equal(grace.searchParams.has('voucher'), !isMailSent);
    assert.equal(await signUpWith(grace, 'other@example.com'), false);
    assert.equal(await signUpWith(grace, 'Grace@example.com'), !isMailSent);
    assert.equal(await signUpWith(grace, 'grace@example.com'), false);
    const entered = await browser().send('POST', '/api/auth/sign-in/email', {
      email: 'grace@example.com',
      password: PASSWORD,
    });
    assert.equal(entered.status === 200, !isMailSent);

    const revoked = await inviteAs(root, 'revoked@example.com');
    await metadata.db.updateTable('invitations').set({ state: 'revoked' }).execute();
    assert.equal(await signUpWith(revoked, 'revoked@example.com'), false);

    const bob = await member('bob@example.com');
    const theirs = await inviteAs(bob, 'carol@example.com');
    assert.equal(theirs.searchParams.has('voucher'), false);
  });
}

for (const ownOrganization of ['always', 'uninvited'] as const) {
  test(`the link in the mail of an invitation confirms the address; an own organization is made ${ownOrganization}`, async (t) => {
    const { accounts, browser, mailsTo, metadata } = await startAccounts(t, {
      needs: { isMailSent: true, ownOrganization },
    });
    await createFirstUser(accounts.tools, 'root@example.com', PASSWORD);
    const root = browser();
    const signInAs = { email: 'root@example.com', password: PASSWORD };
    await root.send('POST', '/api/auth/sign-in/email', signInAs);
    const invited = { email: 'grace@example.com', role: 'member' };
    const made = await root.send('POST', '/api/v1/invitations', invited);
    const { id, link } = (made.body as { data: { id: string; link: string } }).data;
    assert.doesNotMatch(link, /voucher/, 'nobody but the mailbox has the seal');

    const [mail] = await mailsTo('grace@example.com');
    const sealed = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? assert.fail('no link'));
    const voucher = sealed.searchParams.get('voucher') ?? assert.fail('no seal');
    const look = async (seal: string) =>
      browser().send('GET', `/api/v1/invitations/${id}/preview?voucher=${seal}`);
    const preview = await look(voucher);
    const shown = preview.body as { data: { role: string; invitedBy: { email: string } } };
    assert.deepEqual([shown.data.role, shown.data.invitedBy.email], ['member', 'root@example.com']);

    assert.equal((await look('guessed')).status, 404, 'its id says nothing');

    const grace = browser();
    const person = { email: 'grace@example.com', password: PASSWORD };
    const done = await grace.send('POST', '/api/auth/sign-up/email', {
      ...person,
      invitation: { id, voucher },
    });
    assert.equal((done.body as { user: { emailVerified: boolean } }).user.emailVerified, true);
    assert.equal((await grace.send('POST', '/api/auth/sign-in/email', person)).status, 200);
    assert.equal((await grace.send('POST', `/api/v1/invitations/${id}/accept`)).status, 200);
    assert.equal((await look(voucher)).status, 404, 'it waits no more');
    const own = await grace.send('GET', '/api/v1/organizations');
    const roles = (own.body as { data: { role: string }[] }).data.map(({ role }) => role);
    assert.deepEqual(
      roles.toSorted(),
      ownOrganization === 'always' ? ['member', 'owner'] : ['member'],
    );
    const organizations = await metadata.db.selectFrom('organizations').select('id').execute();
    assert.equal(organizations.length, ownOrganization === 'always' ? 2 : 1);
  });
}
