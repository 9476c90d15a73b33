/** What a screen says about stored events is true: one program, one browser, one visitor for all of it. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { formatInstant } from '../../../src/charts/clock.ts';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { signIn, type Visitor } from '../../support/programs/visitor.ts';
import { sendEvents, startWebApp } from '../../support/browser/web-people.ts';

const EVENTS = [
  ...['alice', 'bob', 'bob'].map((user) => ({ event: `${user} signed in`, user })),
  // None of the words says how bad it is: their level does.
  ...[3, 4, 5].map((shard) => ({ event: `shard ${shard} is on its own`, level: 'error' })),
  ...['checkout', 'cart', 'checkout', 'cart'].map((service, place) => ({
    event: 'bought',
    service,
    host: `web-${place % 2}`,
    region: 'eu',
  })),
  ...[0, 1, 2].map((place) => ({ event: 'bought', host: `web-${place % 2}`, region: 'eu' })),
];

interface Visit {
  readonly owner: Visitor;
  readonly page: Page;
  readonly url: string;
}

async function visit(t: TestContext): Promise<Visit | undefined> {
  const web = await startWebApp(t);
  if (web === undefined) return undefined;
  const { url } = web.app;
  const owner = await signIn(url, web.person);
  const draft = { name: 'sender', scope: 'full-access' };
  const { value: key } = await owner.create<{ value: string }>('/api/v1/api-keys', draft);
  assert.equal(await sendEvents(web.app, key, EVENTS), 202);
  // Patterns are new only beside an hour before that has others.
  const before = new Date(Date.now() - 90 * 60_000).toISOString();
  const older = [{ event: 'warming up', timestamp: before }];
  assert.equal(await sendEvents(web.app, key, older), 202);
  await untilFound(owner, '*', EVENTS.length);
  return { owner, page: await web.visitAsOwner('/search'), url };
}

/** The store takes its time. */
async function untilFound(owner: Visitor, query: string, count: number): Promise<void> {
  const path = `/api/v1/search?${new URLSearchParams({ query, limit: '100' }).toString()}`;
  for (let i = 0; i < 300; i++) {
    const { rows } = await owner.read<{ rows: unknown[] }>(path);
    if (rows.length >= count) return;
    await sleep(200);
  }
  assert.fail(`${query} never found ${count} events`);
}

test('what is shown of events is true', async (t) => {
  const visited = await visit(t);
  if (visited === undefined) return;

  await t.test(
    'a pattern has the level of its rows, and is excluded without opening it',
    async () => excludePattern(visited),
  );
  await t.test('what a BY leaves out is told, and another field offered', async () =>
    groupByAnother(visited),
  );
  await t.test('a mask covers attributes, and a trial warns of what is left', async () =>
    maskEverything(visited),
  );
  await t.test('times are on one clock, which every page names', async () => chooseClock(visited));
  await t.test('a preview shows the price of the model and what is charged here', async () =>
    previewHonestly(visited),
  );
  await t.test('events of a search are deleted from there, and the proof is shown', async () =>
    deleteFromSearch(visited),
  );
});

async function deleteFromSearch({ page, url }: Visit): Promise<void> {
  await page.goto(`${url}/search?q=user%3Dbob`);
  await page.getByRole('link', { name: 'Delete these events' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete events' });
  await dialog.getByText(/^This deletes 2 events in main between/).waitFor();
  await dialog.getByRole('list', { name: 'Sample' }).getByText('bob signed in').first().waitFor();
  const remove = dialog.getByRole('button', { name: 'Delete permanently' });
  await dialog.getByLabel('Type “delete 2” to confirm').fill('delete 3');
  assert.equal(await remove.isDisabled(), true);
  assert.deepEqual(await judgeBothThemes(page), []);
  await dialog.getByLabel('Type “delete 2” to confirm').fill('delete 2');
  await remove.click();

  const row = page.getByRole('row', { name: /user=bob/ });
  await row.getByText(/: 0 remaining$/).waitFor();
  assert.match(await row.innerText(), /2\s+2\s+0$/);
  assert.deepEqual(await judgeBothThemes(page), []);
  assert.doesNotMatch(page.url(), /q=/);

  await page.goto(`${url}/search?q=user%3Dbob%20%7C%20stats%20count`);
  await page.getByRole('button', { name: 'Explain' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Delete these events' }).count(), 0);
}

async function excludePattern({ page, url }: Visit): Promise<void> {
  await page.goto(`${url}/search?mode=patterns`);
  const row = page.getByRole('row', { name: /shard <\S+> is on its own/ });
  await row.waitFor();
  assert.equal(await row.getAttribute('data-level'), 'error');
  await row.getByRole('img', { name: /^Over time: .*3/ }).waitFor();
  await row.getByText('new', { exact: true }).waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  await row.getByRole('button', { name: /^Exclude pattern/ }).click();
  await row.waitFor({ state: 'detached' });
  assert.match(new URL(page.url()).searchParams.get('q') ?? '', /NOT/);
}

async function groupByAnother({ page, url }: Visit): Promise<void> {
  await page.goto(
    `${url}/search?${new URLSearchParams({ q: 'bought | stats count by service' }).toString()}`,
  );
  const notice = page.getByRole('note', { name: 'About this result' });
  await notice.getByText(/3 rows without .*service.* are excluded/).waitFor();
  await notice.getByRole('button', { name: 'Show as (none)' }).waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  await notice.getByRole('button', { name: 'Break down by another field' }).click();
  await page.getByRole('menuitem', { name: /^host/ }).click();
  await page.waitForURL((at) => at.searchParams.get('q') === 'bought | stats count by host');
  await page.getByRole('cell', { name: 'web-1' }).first().waitFor();
  assert.equal(await notice.count(), 0);
}

async function maskEverything({ page, url }: Visit): Promise<void> {
  const tryOut = async (mask: object): Promise<void> => {
    await page.goto(`${url}/settings/pipelines/new`);
    await page.getByText('JSON', { exact: true }).click();
    const steps = [{ kind: 'parse_json' }, mask];
    await page.getByLabel('Steps as JSON').fill(JSON.stringify(steps));
    await page.getByText('Pasted lines', { exact: true }).click();
    await page.getByLabel('Lines', { exact: true }).fill('{"to":"ada@example.com"}');
    await page.getByRole('button', { name: 'Test pipeline' }).click();
    await page.getByText('1 changed', { exact: true }).waitFor();
  };
  const warning = page.getByText(
    /1 event would be stored with what looks like an email address, in to/,
  );

  await tryOut({ kind: 'mask', what: ['email'], fields: ['event'] });
  await warning.waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);

  await tryOut({ kind: 'mask', what: ['email'] });
  assert.equal(await warning.count(), 0);
}

async function chooseClock({ page, url, owner }: Visit): Promise<void> {
  await owner.change('/api/v1/organization', { timezone: 'Asia/Tokyo' });
  await page.goto(`${url}/settings/audit`);
  const time = page.locator('main time').first();
  const isShownIn = async (zone: string): Promise<void> => {
    await page.getByRole('button', { name: new RegExp(`: time zone ${zone}$`) }).waitFor();
    const at = Date.parse((await time.getAttribute('datetime')) ?? '');
    assert.equal(await time.innerText(), formatInstant(at, zone, 'seconds'));
  };
  await isShownIn('Asia/Tokyo');
  assert.deepEqual(await judgeBothThemes(page), []);
  await page.getByRole('button', { name: /: time zone Asia\/Tokyo$/ }).click();
  await page.getByRole('menuitem', { name: 'UTC', exact: true }).click();
  await isShownIn('UTC');

  await page.goto(`${url}/search?q=user%3Dalice&view=table`);
  await page.getByRole('button', { name: /: time zone UTC$/ }).waitFor();
  const day = new Date().toISOString().slice(0, 8);
  await page
    .getByText(new RegExp(`${day}\\d\\d \\d\\d:`))
    .first()
    .waitFor();
}

async function previewHonestly({ page, url }: Visit): Promise<void> {
  await page.goto(`${url}/evaluate`);
  await page.getByText('Paste', { exact: true }).click();
  const rows = ['info pipeline step migrate: 3 migrations applied, schema at version 87'];
  await page.getByLabel('Events, one per line').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Deployment succeeded' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('vendor-haiku-4-5', { exact: true }).waitFor();
  await preview.getByText(/^\[1x\] info pipeline step migrate/).waitFor();
  const charged = preview.getByText('Credits charged', { exact: true }).locator('..');
  assert.equal(await charged.innerText(), 'Credits charged\n0');
  await preview.getByText(/charges 0 credits/).waitFor();
  await page.getByRole('button', { name: 'Evaluate', exact: true }).click();

  const findings = page.getByRole('region', { name: 'Result' });
  const migrations = findings.getByRole('article', { name: 'Finding migrations' });
  await migrations.getByText('Passed', { exact: true }).waitFor();
  await migrations.getByText(/^Confidence \d+%$/).waitFor();
  const rollout = findings.getByRole('article', { name: 'Finding rollout' });
  await rollout.getByText('Not found', { exact: true }).waitFor();
  assert.equal(await rollout.getByText(/^Confidence \d+%$/).count(), 0);
  await findings.getByText(/ 0 credits · offline-lexical-1 /).waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
}
