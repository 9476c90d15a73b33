/** Audit streams in the web app: created with their secret, tested, failing, replayed, disabled, deleted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBothThemes, judgeWidth } from '../../support/browser/judge-page.ts';
import { startWebApp } from '../../support/browser/web-people.ts';
import { startReceiver } from '../../support/start-receiver.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 800 };

test('a stream is created with its secret, tested, fails, recovers, is replayed and deleted', async (t) => {
  const receiver = await startReceiver(t);
  const web = await startWebApp(t, {}, { XPLAIN_OUTBOUND_ALLOW: '127.0.0.1' });
  if (web === undefined) return;
  const page = await web.visitAsOwner('/settings/audit');
  const faults: string[] = [];
  const judge = async (): Promise<void> => {
    faults.push(...(await judgeBothThemes(page)));
    await page.setViewportSize(PHONE);
    faults.push(...(await judgeWidth(page)));
    await page.setViewportSize(DESK);
  };
  const dialog = page.getByRole('dialog');
  const numbers = (): number[] =>
    receiver.calls.flatMap(({ body }) => {
      const { entries = [] } = JSON.parse(body) as { entries?: { seq: number }[] };
      return entries.map(({ seq }) => seq);
    });

  await page.getByRole('link', { name: 'Streams' }).click();
  await page.getByRole('heading', { name: 'No audit streams yet' }).waitFor();
  await judge();

  // By keyboard: the name has the focus, and Enter sends.
  await page.getByRole('button', { name: 'Create stream' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel(/^Name/).waitFor();
  await page.keyboard.type('SIEM');
  await dialog.getByLabel(/^URL/).fill('http://192.168.7.7/hook');
  await page.keyboard.press('Enter');
  await dialog.getByText('This resolves to an address that is not public.').waitFor();
  await dialog.getByLabel(/^URL/).fill(receiver.url);
  await dialog.getByLabel(/^First entry/).fill('1');
  await judge();
  await dialog.getByRole('button', { name: 'Create stream' }).click();
  await dialog.getByText("It's shown only once").waitFor();
  const secret = await dialog.getByRole('region', { name: 'signing secret' }).innerText();
  assert.match(secret, /^whsec_/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });

  const row = page.getByRole('row', { name: /^SIEM/ });
  await row.getByText('127.0.0.1').waitFor();
  await row.getByText('up to date').waitFor({ timeout: 60_000 });
  assert.ok(numbers().includes(1), 'the log is sent from its first entry');
  assert.equal((await page.content()).includes(secret.trim()), false);
  await row.getByRole('button', { name: 'Test SIEM' }).click();
  await row.getByText(/Test accepted in/).waitFor();

  receiver.behave(() => ({ status: 503 }));
  await row.getByRole('button', { name: 'Test SIEM' }).click();
  await row
    .getByRole('alert')
    .getByText(/Test failed:/)
    .waitFor();
  await row.getByRole('button', { name: 'Edit SIEM' }).click();
  await dialog.getByLabel(/^Name/).fill('SIEM (EU)');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await row.getByText('failing', { exact: true }).waitFor({ timeout: 60_000 });
  await row.getByText('waiting').waitFor();
  await judge();
  receiver.behave(() => ({ status: 204 }));
  await row.getByText('up to date').waitFor({ timeout: 60_000 });

  const before = numbers().filter((seq) => seq === 1).length;
  await row.getByRole('button', { name: 'Replay entries to SIEM (EU)' }).click();
  await dialog.getByLabel(/^Last entry/).fill('999999');
  await dialog.getByRole('button', { name: 'Replay entries' }).click();
  await dialog.locator('[aria-invalid=true]').waitFor();
  await dialog.getByLabel(/^Last entry/).fill('2');
  await dialog.getByRole('button', { name: 'Replay entries' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row.getByText('up to date').waitFor({ timeout: 60_000 });
  assert.equal(numbers().filter((seq) => seq === 1).length, before + 1);

  await row.getByRole('button', { name: 'Edit SIEM (EU)' }).click();
  await dialog.getByLabel('Enabled').click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await row.getByText('disabled').waitFor();
  await row.getByRole('button', { name: 'Delete SIEM (EU)' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { name: 'No audit streams yet' }).waitFor();

  // Splunk needs its token.
  await page.getByRole('button', { name: 'Create stream' }).click();
  await dialog.getByLabel('Destination').selectOption('splunk');
  await dialog.getByLabel('Format').selectOption('cef');
  await dialog.getByLabel(/^Name/).fill('Splunk');
  await dialog.getByLabel(/^URL/).fill(`${receiver.url}/services/collector/event`);
  await dialog.getByRole('textbox', { name: /^Token/ }).fill('secret-token');
  await judge();
  await dialog.getByRole('button', { name: 'Create stream' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /^Splunk/ })
    .getByText('Splunk HEC, CEF')
    .waitFor();

  await page.route('**/api/v1/audit-streams?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'It broke.', code: 'INTERNAL_ERROR' } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  assert.deepEqual(faults, []);
});
