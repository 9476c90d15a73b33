/** Macros in the web app: written with a preview, called from the editor with completion, changed, restored, deleted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBothThemes, judgeWidth } from '../../support/browser/judge-page.ts';
import { startWebApp } from '../../support/browser/web-people.ts';
import { signIn } from '../../support/programs/visitor.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 800 };

test('a macro is created with a preview, offered by the editor, changed, restored and deleted', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/search');
  const faults: string[] = [];
  const judge = async (): Promise<void> => {
    faults.push(...(await judgeBothThemes(page)));
    await page.setViewportSize(PHONE);
    faults.push(...(await judgeWidth(page)));
    await page.setViewportSize(DESK);
  };

  // From the search page: the list of saved searches leads there.
  await page.getByRole('button', { name: 'Saved', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Macros' }).click();
  await page.getByRole('heading', { name: 'No macros yet' }).waitFor();
  await page.getByRole('cell', { name: 'drop_dm_object_name(object_name)' }).waitFor();
  await judge();

  await page.getByRole('link', { name: 'Create macro' }).click();
  await page.getByRole('heading', { name: 'New macro' }).waitFor();
  await page.keyboard.type('failed');
  await page.getByRole('combobox', { name: 'Arguments' }).fill('service');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Definition' }).fill('service=$service$ level=error');
  await page.getByLabel('expanded query').getByText('service=service level=error').waitFor();
  await page.getByLabel('Query', { exact: true }).fill('`failed(checkout)` | stats count');
  const expanded = page.getByLabel('expanded query');
  await expanded.getByText('service=checkout level=error | stats count').waitFor();

  // What cannot be is said while it is written, and by the server where it was sent anyway.
  await page.getByRole('textbox', { name: 'Validation' }).fill('len(');
  await page
    .getByText(/expected|needed|missing|unexpected/i)
    .first()
    .waitFor();
  await page.getByRole('textbox', { name: 'Validation' }).fill('service!=""');
  await page.getByRole('textbox', { name: 'Name' }).fill('not a name');
  await page.getByRole('button', { name: 'Create macro' }).click();
  await page
    .getByRole('textbox', { name: 'Name' })
    .and(page.locator('[aria-invalid=true]'))
    .waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('failed');
  await judge();
  await page.getByRole('button', { name: 'Create macro' }).click();
  await page.getByRole('heading', { name: 'failed(service)' }).waitFor();
  await page.getByText('Version 1').waitFor();

  // A change is a version, and the first one comes back.
  await page.getByRole('textbox', { name: 'Definition' }).fill('service=$service$ level=fatal');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Version 2').waitFor();
  await page.getByRole('button', { name: 'View versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions' });
  await versions.getByText('current').waitFor();
  faults.push(...(await judgeBothThemes(page)));
  await versions.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByText('Version 3').waitFor();
  assert.equal(
    await page.getByRole('textbox', { name: 'Definition' }).inputValue(),
    'service=$service$ level=error',
  );

  // The editor offers it behind a backtick.
  await page.goto(`${web.app.url}/search`);
  await page.getByLabel('Query', { exact: true }).first().click();
  await page.locator('.cm-content').waitFor();
  await page.keyboard.type('`fai');
  await page.getByRole('option', { name: /failed\(service\)/ }).waitFor();
  // An option that has only just appeared is not taken, so that nobody takes it by accident.
  await page.waitForTimeout(200);
  await page.keyboard.press('Tab');
  await page.keyboard.type('checkout)`');
  assert.equal(await page.locator('.cm-content').innerText(), '`failed(checkout)`');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Shift+E');
  await page.getByRole('dialog', { name: 'Explain query' }).getByText('service=checkout').waitFor();

  await page.goto(`${web.app.url}/search/macros`);
  await page.getByRole('button', { name: 'Delete failed(service)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { name: 'No macros yet' }).waitFor();
  assert.deepEqual(faults, []);
});

test('who was faster is not overwritten, and what is not there says so', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const owner = await signIn(web.app.url, web.person);
  const draft = { name: 'web', definition: 'index=web' };
  const macro = await owner.create<{ id: string }>('/api/v1/macros', draft);
  const page = await web.visitAsOwner(`/search/macros/${macro.id}`);
  await page.getByRole('textbox', { name: 'Definition' }).fill('index=web level=error');
  await owner.change(`/api/v1/macros/${macro.id}`, { version: 1, description: 'Theirs' });

  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Reload latest version' }).click();
  await page.getByText('Version 2').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Definition' }).inputValue(), 'index=web');
  assert.equal(await page.getByRole('textbox', { name: 'Description' }).inputValue(), 'Theirs');

  await page.goto(`${web.app.url}/search/macros/mac_none`);
  await page.getByRole('alert').first().waitFor();
  await page.route('**/api/v1/macros?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'It broke.', code: 'INTERNAL_ERROR' } }),
  );
  await page.goto(`${web.app.url}/search/macros`);
  await page.getByRole('button', { name: 'Retry' }).first().waitFor();
});
