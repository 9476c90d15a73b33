/** An alert in the browser: from a search to a rule, from a rule to an incident, and somebody who looks after it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { sendErrors } from '../../support/browser/send-errors.ts';
import { OWNER, startWebApp } from '../../support/browser/web-people.ts';

/** A tick every 30 seconds, the statement, and a machine that does other things, too. */
const TICK_MS_MAX = 120_000;
const ANSWER_MS_MAX = 12_000;

const threshold = (page: Page) => page.getByRole('textbox', { name: 'Threshold', exact: true });

async function thresholdOf(page: Page): Promise<number> {
  return Number(await threshold(page).inputValue());
}

test('a search becomes a rule, which fires, and somebody looks after the incident', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  await sendErrors(web);
  const query = 'level=error | stats count by host';
  const page = await web.visitAsOwner(`/search?q=${encodeURIComponent(query)}&earliest=-15m`);
  await page.getByRole('region', { name: 'Result table' }).getByText('web-3').waitFor();

  // The search comes along: query, window and the field it is counted by.
  await page.getByRole('button', { name: 'Create alert' }).click();
  await page.getByRole('heading', { name: 'New alert rule' }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('by'), 'host');
  assert.equal(await page.getByLabel('Window').inputValue(), '15m');
  await page
    .getByText('Fires when the event count for any host in the last 15 minutes is above 100')
    .waitFor();
  await page.getByText('Would not have fired').waitFor();

  // The threshold is typed, moved by keys, and dragged.
  await threshold(page).fill('8');
  await untilFired(page);
  const line = page.getByRole('slider', { name: 'Threshold' });
  await line.focus();
  await page.keyboard.press('ArrowUp');
  assert.equal(await thresholdOf(page), 9);
  await page.keyboard.press('ArrowDown');
  const box = await line.boundingBox();
  assert.ok(box !== null);
  await page.mouse.move(box.x + 40, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + box.height / 2 + 60, { steps: 5 });
  await page.mouse.up();
  const dragged = await thresholdOf(page);
  assert.ok(dragged < 8, `it was dragged down to ${dragged}`);
  await threshold(page).fill('8');

  // Which time counts is said, since history that was loaded later looks different by the other.
  await page.getByText('Based on ingest time').waitFor();
  await page.getByRole('button', { name: 'Use event time' }).click();
  await page.getByText('Based on event time: every stored event counts').waitFor();
  await page.locator('summary', { hasText: 'Advanced' }).click();
  await page.getByLabel('Time basis').selectOption('arrival');
  await page.getByText('Based on ingest time').waitFor();
  // Nobody is told until somebody is chosen; what they would read is shown.
  await page.getByText('No channel: incidents only appear on the Alerts page.').waitFor();
  await page.getByLabel(/^Name/).fill('Payments refused');
  await page.getByLabel('Check interval').fill('30s');
  await page.getByLabel('Channels', { exact: true }).first().click();
  await page.getByRole('option', { name: /owners/i }).click();
  await page.keyboard.press('Escape');
  await page
    .getByText('No channel: incidents only appear on the Alerts page.')
    .waitFor({ state: 'detached' });
  await page.getByText(/^\[warning\] Firing: Payments refused/).waitFor();
  await page.getByText('2,880 checks/day, no AI credits').waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  await page.getByRole('button', { name: 'Create rule' }).click();

  const row = page.getByRole('row', { name: /Payments refused/ });
  await row.getByText(/^firing/).waitFor({ timeout: TICK_MS_MAX });
  assert.deepEqual(await judgeBothThemes(page), []);
  await lookAfter(page);
});

/** Events count from the first tick behind them on, so the same question is asked until it has passed. */
async function untilFired(page: Page): Promise<void> {
  const answer = page.getByText('Would have fired');
  for (let attempt = 0; attempt < TICK_MS_MAX / ANSWER_MS_MAX; attempt += 1) {
    await page.getByRole('textbox', { name: 'Query' }).press('Enter');
    // Asking again ends what was asked before, so a slow answer has to be waited for.
    const isThere = answer.waitFor({ timeout: ANSWER_MS_MAX }).then(() => true);
    if (await isThere.catch(() => false)) return;
  }
  assert.fail('the back-test does not fire');
}

/** From the list of what fires to an incident that has somebody. */
async function lookAfter(page: Page): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Payments refused: host=web-2' }).click();
  await page.getByRole('heading', { name: 'Payments refused: host=web-2' }).waitFor();
  await page.getByRole('region', { name: 'Evidence' }).getByText('payment 2 refused').waitFor();
  await page.getByRole('figure', { name: /^Chart of/ }).waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);

  await page.getByRole('button', { name: 'Acknowledge' }).click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Acknowledged').waitFor();
  await page.getByText(OWNER.email).first().waitFor();
  await page.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: 'For 1 hour' }).click();
  await page.getByText('Snoozed until').waitFor();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.getByText('resolved manually').first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Acknowledge' }).count(), 0);

  await page.getByRole('link', { name: 'Open search' }).click();
  await page.getByText('payment 2 refused').first().waitFor();
}
