/** Organizations with OAuth clients of their own, and people who sign in through them. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startProvider } from './fake-provider.ts';
import { type AccountsUnderTest, type Browser, startAccounts } from './start-accounts.ts';

export const CLIENT = { clientId: 'acme-client', clientSecret: 'acme-client-secret' };
const OWNER = 'olga@example.com';

/** The methods that browsers have and `Browser` does not name. */
export async function ask(
  person: Browser,
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  organization?: string,
) {
  const headers = organization === undefined ? {} : { 'x-organization-id': organization };
  return person.send(method as 'POST', path, body, headers);
}

export async function organizationOf(person: Browser): Promise<string> {
  const { body } = await ask(person, 'GET', '/api/v1/organizations');
  return (body as { data: { id: string }[] }).data[0]?.id ?? '';
}

/** An installation whose operator is somebody else, and an Owner whose organization has its own Google client. */
export async function startWithClient(
  t: TestContext,
  needs: Parameters<typeof startAccounts>[1] = {},
) {
  const { provider, oauth } = await startProvider(t);
  const app = await startAccounts(t, { ...needs, needs: { oauth, ...needs.needs } });
  const operator = await app.member('root@example.com');
  const owner = await app.member(OWNER);
  const organization = await organizationOf(owner);
  const set = await ask(owner, 'PUT', '/api/v1/organization/sign-in/google', CLIENT);
  assert.equal(set.status, 200, JSON.stringify(set.body));
  return { app, provider, oauth, operator, owner, organization };
}

/** Makes a person a member of an organization, as an invitation would. */
export async function join(
  { metadata }: AccountsUnderTest,
  organization: string,
  email: string,
  isSecond = false,
): Promise<void> {
  const { id } = await metadata.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await metadata.db
    .insertInto('members')
    .values({
      id: isSecond ? `mem_${email}_2` : `mem_${email}`,
      organization_id: organization,
      user_id: id,
      role: 'member',
      created_at: Date.now(),
    } as never)
    .execute();
}

/** Where people land whose way to sign in is no longer there. */
export function closedWay(app: AccountsUnderTest, organization: string): string {
  return `${app.url}/sign-in?error=way_closed&organization=${organization}`;
}
