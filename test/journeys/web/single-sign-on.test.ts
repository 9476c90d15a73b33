/** Single sign-on and the directory in the web app: a domain, a connection and its test, who must use it, a token, its requests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBothThemes, judgeWidth } from '../../support/browser/judge-page.ts';
import { startWebApp } from '../../support/browser/web-people.ts';
import { CLIENT, startIdentityProvider } from '../../support/identity/start-identity-provider.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 800 };

test('an Owner verifies a domain, connects a provider, tests it, and lets a directory in', async (t) => {
  const redirectUris: string[] = [];
  const provider = await startIdentityProvider(t, () => redirectUris);
  const web = await startWebApp(t, {}, { XPLAIN_OUTBOUND_ALLOW: '127.0.0.1' });
  if (web === undefined) return;
  const page = await web.visitAsOwner('/settings/sign-in');
  const faults: string[] = [];
  const judge = async (): Promise<void> => {
    faults.push(...(await judgeBothThemes(page)));
    await page.setViewportSize(PHONE);
    faults.push(...(await judgeWidth(page)));
    await page.setViewportSize(DESK);
  };
  const dialog = page.getByRole('dialog');

  await page.getByText('No domains yet.').waitFor();
  await page.getByRole('button', { name: 'Add domain' }).click();
  await dialog.getByLabel(/^Domain/).fill('not a domain');
  await dialog.getByRole('button', { name: 'Add domain' }).click();
  await dialog.locator('[aria-invalid=true]').waitFor();
  await dialog.getByLabel(/^Domain/).fill('acme.com');
  await dialog.getByRole('button', { name: 'Add domain' }).click();
  const domain = page.getByRole('row', { name: /^acme\.com/ });
  await domain.getByText('_xplain.acme.com').waitFor();
  await domain.getByText('pending').waitFor();
  // The first person runs the installation, and vouches without DNS.
  const vouched = await page.evaluate(async () => {
    const list = (await (await fetch('/api/v1/organization/domains')).json()) as {
      data: { id: string }[];
    };
    const path = `/api/v1/operator/domains/${list.data[0]?.id}/vouch`;
    return (await fetch(path, { method: 'POST' })).status;
  });
  assert.equal(vouched, 200);
  await page.reload();
  await domain.getByText('verified').waitFor();

  await page.getByRole('button', { name: 'Connect identity provider' }).click();
  await dialog.getByLabel('Provider').selectOption('keycloak');
  await dialog.getByText(/Group Membership/).waitFor();
  await dialog.getByLabel(/^Name/).fill('Acme');
  await dialog.getByLabel(/^Issuer/).fill('http://192.168.7.7');
  await dialog.getByLabel(/^Client ID/).fill(CLIENT.clientId);
  await dialog.getByRole('textbox', { name: /^Client secret/ }).fill(CLIENT.clientSecret);
  await dialog.getByLabel(/^Roles of groups/).fill('engineers');
  await dialog.getByText(/is not a group and a role/).waitFor();
  await dialog.getByLabel(/^Roles of groups/).fill('engineers = member');
  await dialog.getByRole('button', { name: 'Create connection' }).click();
  await dialog.locator('[aria-invalid=true]').waitFor();
  await judge();
  await dialog.getByLabel(/^Issuer/).fill(provider.issuer);
  await dialog.getByRole('button', { name: 'Create connection' }).click();
  await dialog.waitFor({ state: 'detached' });
  const redirect = page.getByText(/\/api\/auth\/oidc\/con_\w+\/callback/);
  redirectUris.push((await redirect.innerText()).trim());
  assert.equal((await page.content()).includes(CLIENT.clientSecret), false);

  provider.person = { sub: 'ada', email: 'ada@acme.com', groups: ['engineers'] };
  await page.getByRole('button', { name: 'Test Acme' }).click();
  const result = page.getByRole('region', { name: 'Result of the last test' });
  await result.getByText('would sign in').waitFor();
  await result.getByText(/ada@acme\.com as member/).waitFor();
  await result.getByRole('row', { name: /groups/ }).waitFor();
  await judge();

  await page.getByRole('switch', { name: 'Require Acme' }).click();
  await page.getByText(/First sign in through the connection in another browser/).waitFor();

  await page.getByRole('link', { name: 'Directory' }).click();
  await page.getByRole('heading', { name: 'No SCIM tokens' }).waitFor();
  await page.getByRole('button', { name: 'Create SCIM token' }).click();
  await dialog.getByLabel(/^Name/).fill('Okta');
  await dialog.getByRole('button', { name: 'Create SCIM token' }).click();
  const value = await dialog.getByRole('region', { name: 'SCIM token' }).innerText();
  assert.match(value, /^xscim_/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await page.content()).includes(value.trim()), false);
  const provision = async (userName: string) => {
    const answer = await fetch(`${web.app.url}/scim/v2/Users`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${value.trim()}`,
        'content-type': 'application/scim+json',
      },
      body: JSON.stringify({ userName }),
    });
    return answer.status;
  };
  assert.deepEqual([await provision('ada@acme.com'), await provision('eve@evil.com')], [201, 400]);
  await page.getByRole('row', { name: /POST \/Users 201/ }).waitFor();
  await page.getByText(/has not verified the domain evil\.com/).waitFor();
  await judge();
  await page.getByRole('button', { name: 'Revoke Okta' }).click();
  await dialog.getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('revoked', { exact: true }).waitFor();
  assert.equal(await provision('bob@acme.com'), 401);
  assert.deepEqual(faults, []);
});
