/** What a screen says about stored events is true: one program, one browser, one visitor for all of it. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { judgeBothThemes } from '../../support/judge-page.ts';
import { signIn, type Visitor } from '../../support/visitor.ts';
import { OWNER, sendEvents, startWebApp } from '../../support/web-people.ts';

const EVENTS = ['alice', 'bob', 'bob'].map((user) => ({ event: `${user} signed in`, user }));

interface Visit {
  readonly page: Page;
  readonly url: string;
}

async function visit(t: TestContext): Promise<Visit | undefined> {
  const web = await startWebApp(t);
  if (web === undefined) return undefined;
  const { url } = web.app;
  const owner = await signIn(url, OWNER);
  const draft = { name: 'sender', scope: 'full-access' };
  const { value: key } = await owner.create<{ value: string }>('/api/v1/api-keys', draft);
  assert.equal(await sendEvents(web.app, key, EVENTS), 202);
  await untilFound(owner, 'user=*', EVENTS.length);
  return { page: await web.visitAsOwner('/search'), url };
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

  await t.test('events of a search are deleted from there, and the proof is shown', async () =>
    deleteFromSearch(visited),
  );
});

async function deleteFromSearch({ page, url }: Visit): Promise<void> {
  await page.goto(`${url}/search?q=user%3Dbob`);
  await page.getByRole('link', { name: 'Delete these events' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete events' });
  await dialog.getByText(/^2 events of main between/).waitFor();
  await dialog.getByRole('list', { name: 'Sample' }).getByText('bob signed in').first().waitFor();
  const remove = dialog.getByRole('button', { name: 'Delete for good' });
  await dialog.getByLabel('Type “delete 2” to confirm').fill('delete 3');
  assert.equal(await remove.isDisabled(), true);
  assert.deepEqual(await judgeBothThemes(page), []);
  await dialog.getByLabel('Type “delete 2” to confirm').fill('delete 2');
  await remove.click();

  const row = page.getByRole('row', { name: /user=bob/ });
  await row.getByText(/: none left$/).waitFor();
  assert.match(await row.innerText(), /2\s+2\s+0$/);
  assert.deepEqual(await judgeBothThemes(page), []);
  assert.doesNotMatch(page.url(), /q=/);

  await page.goto(`${url}/search?q=user%3Dbob%20%7C%20stats%20count`);
  await page.getByRole('button', { name: 'Explain' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Delete these events' }).count(), 0);
}
