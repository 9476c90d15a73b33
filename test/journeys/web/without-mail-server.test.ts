/** What a screen promises to people holds: mails that nobody sends, members, plans and roles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../src/spec/limits.ts';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { PASSWORD, startWebApp } from '../../support/browser/web-people.ts';

test('without a mail server a second person gets in by a link, and nobody is promised a mail', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/settings/members');
  await page
    .getByRole('complementary', { name: 'Email' })
    .getByText(/doesn't send email/)
    .waitFor();

  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite member' });
  await dialog.getByLabel(/^Email/).fill('grace@example.com');
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  const handOver = page.getByRole('dialog', { name: 'Copy invite link' });
  const link = await handOver.getByLabel('Link', { exact: true }).inputValue();
  assert.deepEqual(await judgeBothThemes(page), []);
  await handOver.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Copy link for grace@example.com' }).waitFor();

  const guest = await web.visit(link);
  await guest.getByRole('heading', { name: 'Sign up' }).waitFor();
  await guest.getByText(/owner@example\.com.* invites you to .* as Member/).waitFor();
  assert.equal(await guest.getByLabel(/^Email/).inputValue(), 'grace@example.com');
  assert.deepEqual(await judgeBothThemes(guest), []);
  await guest.getByLabel(/^Password/).fill(PASSWORD);
  await guest.getByRole('button', { name: 'Sign up' }).click();
  await guest.getByText(/owner@example\.com.* invites you to .* as Member/).waitFor();
  await guest.getByRole('button', { name: /^Join / }).click();
  await guest.waitForURL((at) => !at.pathname.startsWith('/invitations'));
  await guest.goto(`${web.app.url}/settings/members`);
  await guest.getByRole('cell', { name: 'owner@example.com' }).first().waitFor();
  assert.equal(await guest.getByRole('complementary', { name: 'Email' }).count(), 0);
  await guest.getByRole('button', { name: /: switch organization$/ }).click();
  await guest.getByRole('menuitem', { name: 'Create organization' }).waitFor();
  assert.equal(await guest.getByRole('menuitem').count(), 3, 'the one that invited, and their own');

  const stranger = await web.visit(`${web.app.url}/forgot-password`);
  await stranger.getByText(/doesn't send email. Its operator can give you the link/).waitFor();
  await stranger.getByLabel(/^Email/).fill('grace@example.com');
  await stranger.getByRole('button', { name: 'Create reset link' }).click();
  await stranger.getByRole('heading', { name: 'Request a link' }).waitFor();
  assert.deepEqual(await judgeBothThemes(stranger), []);

  await page.goto(`${web.app.url}/settings/billing`);
  const members = page.getByRole('row', { name: /^Members/ });
  await members.waitFor();
  const max = String(LIMITS.organizations.membersMax);
  assert.deepEqual((await members.innerText()).split(/\s+/), ['Members', '2', '10', max, max]);
  assert.deepEqual(await judgeBothThemes(page), []);
});
