/** What people do with what is kept: delete it, change a saved search, look up a receipt, take the audit log along. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { signIn } from '../../support/programs/visitor.ts';
import { startWebApp } from '../../support/browser/web-people.ts';

/** The program with events in it, and the receipt of the request that brought them. */
async function open(t: TestContext) {
  const web = await startWebApp(t);
  if (web === undefined) return undefined;
  const owner = await signIn(web.app.url, web.person);
  const draft = { name: 'sender', scope: 'full-access' };
  const { value: key } = await owner.create<{ value: string }>('/api/v1/api-keys', draft);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const events = ['alice', 'bob', 'bob'].map((user) => ({ event: 'signed in', user }));
  const body = JSON.stringify(events);
  const answer = await fetch(`${web.app.url}/api/v1/logs`, { method: 'POST', headers, body });
  const { data } = (await answer.json()) as { data: { receipt: string } };
  const stored = async (): Promise<number> => {
    const found = await fetch(`${web.app.url}/api/v1/receipts/${data.receipt}`, { headers });
    return ((await found.json()) as { data: { stored: number } }).data.stored;
  };
  for (let i = 0; i < 200 && (await stored()) < events.length; i++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { web, owner, receipt: data.receipt };
}

test('events are counted, deleted for good, and the deletion tells what became of it', async (t) => {
  const opened = await open(t);
  if (opened === undefined) return;
  const page = await opened.web.visitAsOwner('/settings/deletions');
  await page.getByRole('heading', { name: 'No deletions yet' }).waitFor();

  await page.getByRole('button', { name: 'Delete events' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Search/).fill('user=bob | stats count');
  await dialog.getByRole('button', { name: 'Count events' }).click();
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByLabel(/^Search/).fill('user=bob');
  await dialog.getByRole('button', { name: 'Count events' }).click();
  await dialog.getByText(/^This deletes 2 events in main between/).waitFor();
  await dialog.getByLabel(/to confirm$/).fill('delete 2');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();

  const row = page.getByRole('row', { name: /user=bob/ });
  await row.getByText(/0 remaining$/).waitFor();
  assert.match(await row.innerText(), /0 remaining\s+2\s+2\s+0$/);
});

test('loaded rows are saved by those who may export, and the audit log says so', async (t) => {
  const opened = await open(t);
  if (opened === undefined) return;
  const { web, owner } = opened;
  const page = await web.visitAsOwner('/search?q=user%3Dbob&from=-1h');
  await page.getByText('signed in').first().waitFor();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV (loaded rows)' }).click();
  const stream = await (await coming).createReadStream();
  const file = (await stream.setEncoding('utf8').toArray()).join('');
  assert.equal(file.trim().split('\r\n').length, 3);
  let reported: Record<string, unknown>[] = [];
  for (let i = 0; i < 200 && reported.length === 0; i++) {
    const query = encodeURIComponent('index=_audit action=log.exported');
    const found = await owner.read<{ rows: Record<string, unknown>[] }>(
      `/api/v1/search?query=${query}`,
    );
    reported = found.rows;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.match(JSON.stringify(reported[0]), /user=bob/);
});

test('a saved search is changed where it is', async (t) => {
  const opened = await open(t);
  if (opened === undefined) return;
  const draft = { name: 'Sign-ins', query: 'user=alice', earliest: '-1h' };
  await opened.owner.create('/api/v1/saved-searches', draft);
  const page = await opened.web.visitAsOwner('/search');

  await page.getByRole('button', { name: 'Saved', exact: true }).click();
  await page.getByRole('button', { name: 'Edit saved search Sign-ins' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit saved search' });
  await dialog.getByLabel(/^Name/).fill('Sign-ins of Bob');
  await dialog.getByLabel('Query').fill('user=bob');
  await dialog.getByLabel('Earliest').fill('');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.waitFor({ state: 'detached' });

  const [saved] = await opened.owner.read<Record<string, unknown>[]>('/api/v1/saved-searches');
  assert.deepEqual(
    [saved?.['name'], saved?.['query'], saved?.['earliest']],
    ['Sign-ins of Bob', 'user=bob', null],
  );
});

test('a receipt is looked up, and the audit log taken along line by line', async (t) => {
  const opened = await open(t);
  if (opened === undefined) return;
  const page = await opened.web.visitAsOwner('/settings/usage');

  await page.getByLabel('Receipt', { exact: true }).fill(opened.receipt);
  await page.getByRole('button', { name: 'Look up' }).click();
  const row = page.getByRole('row', { name: /^Stored/ });
  await row.waitFor();
  assert.match(await row.innerText(), /3$/);

  await page.goto(`${opened.web.app.url}/settings/audit`);
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export NDJSON' }).click();
  const stream = await (await coming).createReadStream();
  const lines = (await stream.setEncoding('utf8').toArray()).join('').trim().split('\n');
  const actions = lines.map((line) => (JSON.parse(line) as { action: string }).action);
  assert.ok(actions.includes('api_key.created'), actions.join());

  // A sentence each, which nothing has to be scrolled for, and all of it below.
  const owner = RegExp.escape(opened.web.person.email);
  const entry = page.getByRole('row', {
    name: new RegExp(`${owner} created the API key “sender”`),
  });
  const list = page
    .getByRole('region', { name: 'Audit entries' })
    .or(page.getByText('No matching entries'));
  for (let looks = 0; looks < 30; looks++) {
    await list.first().waitFor();
    if ((await entry.count()) > 0) break;
    // An entry is there within seconds of what it tells.
    await page.reload();
  }
  await entry
    .first()
    .getByRole('button', { name: new RegExp(`^Details: ${owner} created`) })
    .click();
  const whole = await entry.first().getByRole('region', { name: 'entry' }).innerText();
  assert.equal((JSON.parse(whole) as { action: string }).action, 'api_key.created');
  assert.deepEqual(await judgeBothThemes(page), []);
});
