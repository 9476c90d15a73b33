/** From a first visit to visible logs, keys that come and go, and colleagues with their roles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  linkInMail,
  sendEvents,
  signInOn,
  signUpOn,
  startWebApp,
  PASSWORD,
} from '../../support/browser/web-people.ts';

test('a newcomer signs up, creates a key in place, and sees the first event arrive by itself', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const email = 'newcomer@example.com';

  const page = await web.visit(web.app.url);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await signUpOn(page, web.app, email);
  await signInOn(page, { email, password: PASSWORD });
  await page.waitForURL('**/onboarding');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const key = await page.getByRole('region', { name: 'API key', exact: true }).innerText();
  const snippet = await page.getByRole('region', { name: 'curl snippet' }).innerText();
  assert.ok(snippet.includes(key.trim()), 'the snippet has the real key in it');
  assert.ok(snippet.includes(web.app.url), 'and the real address');
  await page.getByText('Waiting for the first event').waitFor();

  assert.equal(await sendEvents(web.app, key.trim(), [{ event: 'hello from a newcomer' }]), 202);

  await page.getByText('Event received').waitFor();
  await page.getByText('hello from a newcomer').waitFor();
});

test('a key works until it is revoked, and its value is shown once', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/integrations');

  const key = await createKey(page, 'shipper');
  assert.equal(await sendEvents(web.app, key, [{ event: 'one' }]), 202);
  await page.reload();
  await page.getByText('shipper').first().waitFor();
  assert.equal(await page.getByText(key).count(), 0, 'the value is not shown again');
  await page.getByRole('button', { name: 'Revoke shipper' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await page.getByRole('button', { name: 'Revoke shipper' }).waitFor({ state: 'detached' });

  assert.equal(await sendEvents(web.app, key, [{ event: 'two' }]), 401);
});

test('a colleague is invited, accepts, and is offered only what a Viewer may do', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const email = 'viewer@example.com';
  const owner = await web.visitAsOwner('/settings/members');
  await owner.getByRole('button', { name: 'Invite member' }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel(/^Email/).fill(email);
  await dialog.getByRole('radio', { name: 'Viewer' }).check();
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await owner.getByText(email).first().waitFor();

  const guest = await web.visit(`${web.app.url}/sign-up`);
  await signUpOn(guest, web.app, email);
  await guest.goto(await linkInMail(web.app, email, /\/invitations\/[\w-]+/));
  await signInOn(guest, { email, password: PASSWORD });
  await guest.getByRole('button', { name: /^Join / }).click();
  await guest.waitForURL((url) => !url.pathname.startsWith('/invitations'));

  await guest.goto(`${web.app.url}/settings/members`);
  await guest.getByText(web.person.email).first().waitFor();
  assert.equal(await guest.getByRole('button', { name: 'Invite member' }).count(), 0);
  await guest.goto(`${web.app.url}/integrations`);
  await guest.getByRole('heading', { name: 'API keys', exact: true }).waitFor();
  assert.equal(await guest.getByRole('button', { name: 'Create API key' }).count(), 0);
  await guest.goto(`${web.app.url}/settings/indexes`);
  await guest.getByText('main').first().waitFor();
  assert.equal(await guest.getByRole('button', { name: 'Create index' }).count(), 0);
  assert.deepEqual(await refusedPages(guest, web.app.url), []);
});

/** The pages of the navigation on which something is refused. */
async function refusedPages(page: Page, url: string): Promise<string[]> {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() !== 403) return;
    refused.push(`${new URL(page.url()).pathname}: ${new URL(response.url()).pathname}`);
  });
  const offered = new Set<string>();
  for (const path of ['/search', '/settings']) {
    await page.goto(url + path);
    const links = page.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    for (const each of await links.all()) offered.add((await each.getAttribute('href')) ?? '');
  }
  assert.ok(offered.size > 15, `only ${[...offered].join(', ')}`);
  for (const path of offered) {
    await page.goto(url + path, { waitUntil: 'networkidle' });
  }
  return refused;
}

async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill(name);
  await dialog.getByRole('button', { name: /^Create/ }).click();
  return (await dialog.getByRole('region', { name: 'API key', exact: true }).innerText()).trim();
}
