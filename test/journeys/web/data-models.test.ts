/** Data models in the web app: a built-in one is adapted, counted over, changed, restored and deleted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBothThemes, judgeWidth } from '../../support/browser/judge-page.ts';
import { startWebApp } from '../../support/browser/web-people.ts';
import { signIn } from '../../support/programs/visitor.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 800 };

test('a built-in data model is adapted, changed, restored and deleted', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const owner = await signIn(web.app.url, web.person);
  const page = await web.visitAsOwner('/search');
  const faults: string[] = [];
  const judge = async (): Promise<void> => {
    faults.push(...(await judgeBothThemes(page)));
    await page.setViewportSize(PHONE);
    faults.push(...(await judgeWidth(page)));
    await page.setViewportSize(DESK);
  };
  const box = (name: string) => page.getByRole('textbox', { name });

  await page.getByRole('button', { name: 'Saved', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Data models' }).click();
  await page.getByRole('heading', { name: 'No data models yet' }).waitFor();
  await page.getByRole('cell', { name: /^Network_Resolution/ }).waitFor();
  await judge();

  await page.getByRole('link', { name: 'Adapt Network_Resolution' }).click();
  await page.getByRole('heading', { name: 'New data model' }).waitFor();
  assert.equal(await box('Dataset name').inputValue(), 'DNS');
  await box('Search').fill('index=dns (');
  await page.getByRole('button', { name: 'Create data model' }).click();
  await page.getByRole('alert').first().waitFor();
  await judge();
  await box('Search').fill('index=main source=dns');
  await box('Fields').fill('query = coalesce(query, name)\nsrc');
  await page.getByRole('button', { name: 'Create data model' }).click();
  await page.getByText('Version 1').waitFor();
  const [stored] = await owner.read<{ datasets: { fields: unknown[] }[] }[]>('/api/v1/data-models');
  assert.deepEqual(stored?.datasets[0]?.fields, [
    { name: 'query', expression: 'coalesce(query, name)' },
    { name: 'src', expression: null },
  ]);

  await page.getByRole('button', { name: 'Add dataset' }).click();
  await box('Dataset name').nth(1).fill('Failed');
  await page.getByLabel('Parent dataset').nth(1).selectOption('DNS');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Version 2').waitFor();
  await page.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('dialog').getByText('Failed (part of DNS)').waitFor();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByText('Version 3').waitFor();
  assert.equal(await box('Dataset name').count(), 1);

  await page.getByRole('link', { name: 'Count events' }).click();
  await page.getByRole('cell', { name: '0', exact: true }).waitFor();
  await page.goto(`${web.app.url}/search/data-models`);
  await page.getByRole('button', { name: 'Delete Network_Resolution' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { name: 'No data models yet' }).waitFor();

  await page.goto(`${web.app.url}/search/data-models/dmo_none`);
  await page.getByRole('alert').first().waitFor();
  assert.deepEqual(faults, []);
});
