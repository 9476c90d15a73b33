/** What a number leaves out, or has nothing to be compared with, stands beside it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { DashboardDefinition } from '../../../src/contract/dashboard-definition.ts';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { sendEvents, startWebApp } from '../../support/browser/web-people.ts';
import { signIn, type Visitor } from '../../support/programs/visitor.ts';

const EVENTS = [
  ...[200, 201, 402].map((status) => ({
    event: 'bought',
    service: 'cart',
    attributes: { status },
  })),
  ...[1, 2, 3].map((place) => ({ event: `bought ${place}` })),
];
const EXCLUDED = '3 rows without `service` are excluded.';
const DEFINITION: DashboardDefinition = {
  schema: 1,
  name: 'Shop',
  time: { earliest: '-1h', latest: '+10m' },
  panels: [
    {
      id: 'by',
      kind: 'table',
      title: 'By service',
      x: 0,
      y: 0,
      w: 12,
      h: 6,
      query: '* | stats count BY service',
    },
    {
      id: 'all',
      kind: 'value',
      title: 'Bought',
      x: 12,
      y: 0,
      w: 12,
      h: 6,
      query: '* | stats count',
    },
  ],
};

interface Visit {
  readonly owner: Visitor;
  readonly page: Page;
  readonly url: string;
}

test('what a number leaves out is told beside it', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const { url } = web.app;
  const owner = await signIn(url, web.person);
  const { value: key } = await owner.create<{ value: string }>('/api/v1/api-keys', {
    name: 'sender',
    scope: 'full-access',
  });
  assert.equal(await sendEvents(web.app, key, EVENTS), 202);
  await untilFound(owner);
  const visited = { owner, page: await web.visitAsOwner('/search'), url };

  await t.test('panels name events without the group field, and what has no baseline', async () =>
    lookAtPanels(visited),
  );
  await t.test('so does the form of a rule, whose sample begins its result', async () =>
    lookAtRules(visited),
  );
  await t.test('Escape in the settings of a dashboard asks before a variable is lost', async () =>
    keepVariable(visited),
  );
  await t.test('a rule that was never checked says so', async () => lookAtPending(visited));
  await t.test('the limits are those of this installation', async () => lookAtRates(visited));
  await t.test('no completion stays open over the result', async () => runWithKeys(visited));
});

async function untilFound(owner: Visitor): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const { rows } = await owner.read<{ rows: unknown[] }>('/api/v1/search?query=bought');
    if (rows.length >= EVENTS.length) return;
    await sleep(200);
  }
  assert.fail('the events did not become searchable');
}

async function lookAtPanels({ owner, page, url }: Visit): Promise<void> {
  const body = { definition: DEFINITION };
  const { id } = await owner.create<{ id: string }>('/api/v1/dashboards', body);
  const sign = page.getByRole('img', { name: EXCLUDED });
  // A machine that does other things, too, may not find it out in its time; the next refresh does.
  for (let attempt = 0; attempt < 6 && !(await sign.isVisible()); attempt += 1) {
    await page.goto(`${url}/dashboards/${id}`);
    await sign.waitFor({ timeout: 12_000 }).catch(() => {});
  }
  await sign.waitFor();
  await page.getByText('no baseline').waitFor();
  assert.equal(await page.getByText('vs previous').count(), 0);
  assert.deepEqual(await judgeBothThemes(page), []);
}

async function lookAtRules({ page, url }: Visit): Promise<void> {
  const asked = { q: 'bought', kind: 'threshold', by: 'service', interval: '30' };
  await page.goto(`${url}/alerts/rules/new?${new URLSearchParams(asked).toString()}`);
  const warning = page.getByText(EXCLUDED);
  // Events count from the first check after them.
  for (let attempt = 0; attempt < 12 && !(await warning.isVisible()); attempt += 1) {
    await page.getByRole('textbox', { name: 'Query' }).press('Enter');
    await warning.waitFor({ timeout: 10_000 }).catch(() => {});
  }
  await warning.waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);

  const silent = { q: 'bought', kind: 'absence', by: 'service' };
  await page.goto(`${url}/alerts/rules/new?${new URLSearchParams(silent).toString()}`);
  await page.getByText(/^Sampled: 60 of 1,440 checks\. Would not have fired/).waitFor();
}

async function keepVariable({ owner, page, url }: Visit): Promise<void> {
  const [{ id } = { id: '' }] = await owner.read<{ id: string }[]>('/api/v1/dashboards');
  await page.goto(`${url}/dashboards/${id}#edit`);
  await page.getByRole('button', { name: 'Variables' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dashboard settings' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Variables' }).click();
  await dialog.getByRole('button', { name: 'Add variable' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByText('Discard your changes?').waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByLabel('Name', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function runWithKeys({ page, url }: Visit): Promise<void> {
  await page.goto(`${url}/search`);
  await page.getByRole('textbox', { name: 'Query' }).click();
  const list = page.locator('.cm-tooltip-autocomplete');
  await page.locator('.cm-content').waitFor();
  await page.keyboard.type('* | sta');
  await list.waitFor();
  await page.keyboard.type('ts count by se');
  await list.waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  await list.waitFor({ state: 'detached' });
}

async function lookAtPending({ owner, page, url }: Visit): Promise<void> {
  const condition = { kind: 'threshold', op: '>', value: 1 };
  const rule = { name: 'Once a day', query: 'bought', interval: 86_400, window: 86_400, condition };
  await owner.create('/api/v1/alert-rules', rule);
  await page.goto(`${url}/alerts/rules`);
  const row = page.getByRole('row', { name: /Once a day/ });
  await row.getByText('not checked yet', { exact: true }).waitFor();
  assert.equal(await row.getByText('normal').count(), 0);
}

async function lookAtRates({ page, url }: Visit): Promise<void> {
  await page.goto(`${url}/settings/usage`);
  // The program of this test limits neither searches nor ingest.
  await page
    .getByRole('row', { name: /search.* unlimited$/i })
    .first()
    .waitFor();
}
