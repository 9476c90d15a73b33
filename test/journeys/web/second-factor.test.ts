/** A second factor in the web app: an authenticator app by its QR code, a passkey, a lost device. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { judgeBothThemes, judgeWidth } from '../../support/browser/judge-page.ts';
import { OWNER, startWebApp } from '../../support/browser/web-people.ts';
import { totpCode } from '../../support/identity/totp-code.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 800 };

test('a person adds an app and a passkey, signs in with each, and with a recovery code', async (t) => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const environment = { XPLAIN_PORT: String(port), XPLAIN_PUBLIC_URL: origin };
  const web = await startWebApp(t, {}, environment);
  if (web === undefined) return;
  const open = async (): Promise<Page> => {
    const page = await web.visit(`${origin}/sign-in?next=/settings/account`);
    await page.getByLabel(/^Email/).fill(OWNER.email);
    await page.getByLabel(/^Password/).fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    return page;
  };
  const page = await open();
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) foreign.push(request.url());
  });
  const faults: string[] = [];
  const judge = async (): Promise<void> => {
    faults.push(...(await judgeBothThemes(page)));
    await page.setViewportSize(PHONE);
    faults.push(...(await judgeWidth(page)));
    await page.setViewportSize(DESK);
  };
  const dialog = page.getByRole('dialog');

  await page.getByText('No second factor.').waitFor();
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await dialog.getByLabel(/^Current password/).fill('Wrong-Horse-42-Battery');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Wrong password.').waitFor();
  await dialog.getByLabel(/^Current password/).fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await judge();
  const secret = (await dialog.locator('code').innerText()).trim();
  const spent = new Set<string>();
  const nextCode = async (): Promise<string> => {
    for (;;) {
      // Codes of the next step count, too; so nobody waits for half a minute more than once.
      for (const at of [Date.now(), Date.now() + 30_000]) {
        const code = totpCode(secret, at);
        if (spent.has(code)) continue;
        spent.add(code);
        return code;
      }
      await page.waitForTimeout(1_000);
    }
  };
  await dialog.getByLabel(/^Name/).fill('Phone');
  await dialog.getByLabel(/^Code from the app/).fill(await nextCode());
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('Store these codes in a safe place.').waitFor();
  const [recovery = ''] = (await dialog.locator('pre').innerText()).split('\n');
  await judge();
  await dialog.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByRole('row', { name: /^Phone/ }).waitFor();
  await page.getByText('Unused recovery codes: 10').waitFor();
  await judge();

  const second = await open();
  await second.getByLabel('Code from your authenticator app').fill('000000');
  await second.getByRole('button', { name: 'Continue' }).click();
  await second.getByText('Wrong, or already used.').waitFor();
  faults.push(...(await judgeBothThemes(second)));
  await second.getByLabel('Code from your authenticator app').fill(await nextCode());
  await second.getByRole('button', { name: 'Continue' }).click();
  await second.waitForURL(/\/settings\/account/);

  await second.getByRole('button', { name: 'Add passkey' }).waitFor();
  const browser = await second.context().newCDPSession(second);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      isUserVerified: true,
      hasUserVerification: true,
      hasResidentKey: true,
      automaticPresenceSimulation: true,
    },
  });
  const its = second.getByRole('dialog');
  await second.getByRole('button', { name: 'Add passkey' }).click();
  await its.getByLabel(/^Current password/).fill(OWNER.password);
  await its.getByLabel('Code from your authenticator app').fill(await nextCode());
  await its.getByRole('button', { name: 'Continue' }).click();
  await its.getByLabel(/^Name/).fill('Laptop');
  await its.getByRole('button', { name: 'Create passkey' }).click();
  await its.waitFor({ state: 'detached' });
  await second.getByRole('row', { name: /^Laptop/ }).waitFor();
  await second.context().clearCookies();
  await second.goto(`${origin}/sign-in?next=/settings/account`);
  await second.getByLabel(/^Email/).fill(OWNER.email);
  await second.getByLabel(/^Password/).fill(OWNER.password);
  await second.getByRole('button', { name: 'Sign in', exact: true }).click();
  await second.getByRole('button', { name: 'Use passkey' }).click();
  await second.waitForURL(/\/settings\/account/);
  await second.getByRole('row', { name: /^Laptop/ }).waitFor();

  const third = await open();
  await third.getByRole('button', { name: 'Lost your device? Use a recovery code' }).click();
  await third.getByLabel('Recovery code').fill(recovery.toUpperCase());
  await third.getByRole('button', { name: 'Continue' }).click();
  await third.waitForURL(/\/settings\/account/);
  await third.getByText('Unused recovery codes: 9').waitFor();
  await third.getByRole('button', { name: 'Remove Phone' }).click();
  const removal = third.getByRole('dialog');
  await removal.getByLabel(/^Current password/).fill(OWNER.password);
  await removal.getByLabel('Code from your authenticator app').fill(await nextCode());
  await removal.getByRole('button', { name: 'Remove' }).click();
  await third.getByRole('row', { name: /^Phone/ }).waitFor({ state: 'detached' });
  assert.deepEqual(foreign, []);
  assert.deepEqual(faults, []);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
