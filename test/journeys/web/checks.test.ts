/** Checks in the web app: written and tried on rows, saved, changed, restored, run again and deleted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBothThemes, judgeWidth } from '../../support/browser/judge-page.ts';
import { startWebApp } from '../../support/browser/web-people.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 800 };

test('a check is tried, created, changed, restored and deleted', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/evaluate');
  const faults: string[] = [];
  const judge = async (): Promise<void> => {
    faults.push(...(await judgeBothThemes(page)));
    await page.setViewportSize(PHONE);
    faults.push(...(await judgeWidth(page)));
    await page.setViewportSize(DESK);
  };
  const name = page.getByRole('textbox', { name: 'Name' });
  const instruction = page.getByRole('textbox', { name: 'Instruction' });

  await page.getByRole('link', { name: 'Checks', exact: true }).click();
  await page.getByRole('heading', { name: 'No checks yet' }).waitFor();
  await judge();
  await page.getByRole('link', { name: 'Create check' }).click();
  await page.getByRole('heading', { name: 'New check' }).waitFor();
  await name.fill('deploy');
  await page.getByText('Enter a search.').waitFor();
  await page.getByRole('switch', { name: 'Each run sends its rows' }).check();
  await instruction.fill('Judge whether the deployment went through.');
  await page.getByRole('button', { name: 'Add item' }).click();
  await page.getByRole('textbox', { name: 'Item 1' }).fill('The schema was migrated');
  await page.getByLabel('Events, one per line').fill('INFO schema was migrated\nINFO deployed');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByText('Events covered').waitFor();
  await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
  const finding = page.getByRole('article', { name: 'Finding the-schema-was-migrated' });
  await finding.getByText('Passed', { exact: true }).waitFor();
  await judge();
  await page.getByRole('textbox', { name: 'Credit cap of a run' }).fill('2.5');
  await page.getByRole('button', { name: 'Create check' }).click();
  await page.getByRole('heading', { name: 'deploy' }).waitFor();
  await page.getByText('Version 1', { exact: true }).waitFor();

  // A change is a version, and the first one comes back.
  await instruction.fill('Something else');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Version 2', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'View versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions' });
  await versions.getByText('current').waitFor();
  faults.push(...(await judgeBothThemes(page)));
  await versions.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByText('Version 3', { exact: true }).waitFor();
  assert.equal(await instruction.inputValue(), 'Judge whether the deployment went through.');
  await page.getByRole('button', { name: /CI step/ }).waitFor();
  await page.getByRole('button', { name: 'Copy as YAML' }).waitFor();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const comparison = page.getByRole('dialog', { name: 'Compare two runs' });
  await comparison.getByLabel('Before: events, one per line').fill('INFO schema was migrated');
  await comparison.getByText('Paste the events of both runs.').waitFor();
  await comparison
    .getByLabel('After: events, one per line')
    .fill('INFO started\nERROR schema migration failed');
  await comparison.getByRole('button', { name: 'Compare', exact: true }).click();
  const change = comparison.getByRole('article', { name: 'Changed the-schema-was-migrated' });
  await change.getByText('Passed', { exact: true }).waitFor();
  await change.getByText('Failed', { exact: true }).waitFor();
  await change.locator('code', { hasText: 'ERROR schema migration' }).waitFor();
  await judge();
  await comparison.getByRole('button', { name: 'Close comparison' }).click();
  await page.getByRole('button', { name: 'Trend', exact: true }).click();
  const trend = page.getByRole('dialog', { name: 'Trend', exact: true });
  await trend.getByRole('button', { name: 'Turn on history' }).click();
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await trend.getByText('History is on.').waitFor();
  const id = new URL(page.url()).searchParams.get('check') ?? '';
  for (const row of ['INFO schema was migrated', 'ERROR schema migration failed']) {
    const status = await page.evaluate(
      async ([check, text]) => {
        const answer = await fetch(`/api/v1/checks/${check}/run`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ rows: [text] }),
        });
        return answer.status;
      },
      [id, row],
    );
    assert.equal(status, 200);
  }
  await trend.getByRole('button', { name: 'Close trend' }).click();
  await page.getByRole('button', { name: 'Trend', exact: true }).click();
  const items = trend.getByRole('region', { name: 'Trend of the-schema-was-migrated' });
  await items.getByText('1 passed, 1 failed, 1 change').waitFor();
  await trend.getByRole('button', { name: 'Create badge' }).click();
  await trend.getByRole('button', { name: /as Markdown/ }).waitFor();
  await judge();
  await trend.getByRole('button', { name: 'Revoke badge' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await trend.getByText('No badge', { exact: true }).waitFor();
  await trend.getByRole('button', { name: 'Close trend' }).click();
  await judge();

  await page.getByRole('link', { name: 'All checks' }).click();
  await page.getByRole('cell', { name: 'each run sends its rows' }).waitFor();
  await judge();
  await page.getByRole('button', { name: 'Delete deploy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { name: 'No checks yet' }).waitFor();
  await page.goto(`${web.app.url}/evaluate?check=chk_none`);
  await page.getByText('No such check').waitFor();
  assert.deepEqual(faults, []);
});
