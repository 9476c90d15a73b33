/** Who may come in from a provider, and who may have an account at all. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { EMAIL, invite, openAccountTools } from '../../../test/support/guard/open-account-tools.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { SignUpMode } from '../../spec/sign-up.ts';
import { isInvited, mayHaveAccount, requireOpenSignUp } from './open-sign-up.ts';
import { whyRefused } from './why-refused.ts';

/** Acme has invited Ada; another organization has invited nobody. */
async function open(t: TestContext) {
  const { access, tools, clock } = await openAccountTools(t);
  const acme = await access.newOrganization();
  const other = await access.newOrganization();
  await invite(access, acme.id, acme.owner.id);
  const why = (
    action: string,
    user: object,
    organization?: OrganizationId,
    signUp: SignUpMode = 'open',
  ) => whyRefused({ ...tools, signUp }, organization, user, action);
  return { access, tools, clock, acme, other, why };
}

test('an address that nobody vouches for opens no account and joins none; a linked one is known', async (t) => {
  const { acme, why } = await open(t);
  const { id, email } = acme.owner;

  for (const emailVerified of [false, undefined]) {
    const user = { id, email, emailVerified };
    assert.equal(await why('create-user', user), 'email_not_verified');
    assert.equal(await why('link-account', user), 'email_not_verified');
    assert.equal(await why('sign-in', user), undefined);
    assert.equal(await why('sign-in', user, acme.id), undefined);
  }
  const vouched = { id, email, emailVerified: true };
  assert.equal(await why('create-user', vouched), undefined);
  assert.equal(await why('link-account', vouched), undefined);
});

test('through the link of an organization come its members and whoever it invited', async (t) => {
  const { access, clock, acme, other, why } = await open(t);
  const member = { id: acme.owner.id, email: acme.owner.email, emailVerified: true };
  const invited = { ...(await access.newPerson(EMAIL)), emailVerified: true };

  for (const action of ['sign-in', 'link-account']) {
    assert.equal(await why(action, member, acme.id), undefined);
    assert.equal(await why(action, member, other.id), 'not_a_member');
    assert.equal(await why(action, invited, acme.id), undefined);
    assert.equal(await why(action, invited, other.id), 'not_a_member');
    const nobody = { email: EMAIL, emailVerified: true };
    assert.equal(await why(action, nobody, acme.id), 'not_a_member');
    assert.equal(await why(action, { ...nobody, id: 'usr_none' }, acme.id), 'not_a_member');
  }
  clock.advance(1_000);
  assert.equal(await why('sign-in', invited, acme.id), 'not_a_member', 'it has expired');
});

test('a new account through a link needs its invitation, and an installation that is open', async (t) => {
  const { acme, other, why } = await open(t);
  const ada = { email: EMAIL.toUpperCase(), emailVerified: true };
  const eve = { email: 'eve@example.com', emailVerified: true };

  assert.equal(await why('create-user', ada, acme.id), undefined);
  assert.equal(await why('create-user', ada, other.id), 'not_a_member');
  assert.equal(await why('create-user', eve, acme.id), 'not_a_member');
  assert.equal(await why('create-user', { emailVerified: true }, acme.id), 'not_a_member');
  assert.equal(await why('create-user', ada, acme.id, 'off'), 'sign_up_closed');
  assert.equal(await why('create-user', ada, undefined, 'invited'), undefined);
  assert.equal(await why('create-user', eve, undefined, 'invited'), 'sign_up_closed');
  const none = { email: null, emailVerified: true };
  assert.equal(await why('create-user', none, undefined, 'invited'), 'sign_up_closed');
  assert.equal(await why('sign-in', eve, undefined, 'off'), undefined);
});

test('an account is open to everybody, to the invited or to nobody, and the refusal says which', async (t) => {
  const { tools, acme, other } = await open(t);
  const closed = 'Sign-up is disabled on this installation. Ask its operator.';
  const uninvited =
    'Sign-up requires an invitation. Ask an Owner or Admin of the organization to invite this address.';

  for (const [signUp, email, message] of [
    ['open', 'eve@example.com', undefined],
    ['invited', EMAIL, undefined],
    ['invited', EMAIL.toUpperCase(), undefined],
    ['invited', 'eve@example.com', uninvited],
    ['off', EMAIL, closed],
  ] as const) {
    const asked = { ...tools, signUp };
    assert.equal(await mayHaveAccount(asked, email), message === undefined);
    if (message === undefined) await requireOpenSignUp(asked, email);
    else await assert.rejects(requireOpenSignUp(asked, email), { code: 'FORBIDDEN', message });
  }
  assert.equal(await isInvited(tools, EMAIL), true);
  assert.equal(await isInvited(tools, EMAIL, acme.id), true);
  assert.equal(await isInvited(tools, EMAIL, other.id), false);
});
