/** The search page as people use it: find, narrow, open, look around, follow, and never be hurt by a line. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from '../../support/programs/visitor.ts';
import { OWNER, sendEvents, startWebApp, type WebApp } from '../../support/browser/web-people.ts';

/** The program with a key to send with, and the owner's page at an address. */
async function open(
  t: TestContext,
  path: string,
  events: readonly object[],
): Promise<{ web: WebApp; page: Page; key: string } | undefined> {
  const web = await startWebApp(t);
  if (web === undefined) return undefined;
  const owner = await signIn(web.app.url, web.person);
  const draft = { name: 'sender', scope: 'full-access' };
  const { value: key } = await owner.create<{ value: string }>('/api/v1/api-keys', draft);
  assert.equal(await sendEvents(web.app, key, events), 202);
  await searchable(web, key, events.length);
  return { web, key, page: await web.visitAsOwner(path) };
}

async function searchable(web: WebApp, key: string, events: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const answer = await fetch(`${web.app.url}/api/v1/logs?limit=10000&earliest=-7d`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await answer.json()) as { data: { rows: unknown[] } };
    if (data.rows.length >= events) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('the events did not become searchable');
}

/** A shop with an error in the middle of its orders. */
function shop(count: number): object[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, number) => ({
    timestamp: now - (count - number) * 1_000,
    event: number === 20 ? 'payment refused by bank' : `order ${number} placed`,
    level: number === 20 ? 'error' : 'info',
    source: number % 2 === 0 ? 'checkout' : 'billing',
    attributes: {
      order: number,
      trace_id: `trace-${number}`,
      ...(number === 20 ? { bank: 'acme' } : {}),
    },
  }));
}

const rowsOf = (page: Page) => page.locator('.sx-row');

test('search, filter by a click, expand, look around, and go back', async (t) => {
  const opened = await open(t, '/search', shop(40));
  if (opened === undefined) return;
  const { page } = opened;
  await page.getByText('order 39 placed').waitFor();

  await page.getByRole('button', { name: 'Only level=error' }).click();
  await page.getByText('order 39 placed').waitFor({ state: 'detached' });
  await page.getByText('payment refused by bank').waitFor();
  assert.equal(await rowsOf(page).count(), 1);
  assert.match(new URL(page.url()).searchParams.get('q') ?? '', /level="?error/);

  await page.getByRole('button', { name: /^Details of the event/ }).click();
  await page.getByRole('region', { name: 'Event details' }).waitFor();
  await page.getByRole('tab', { name: 'Context' }).click();
  const around = page.getByRole('list', { name: 'Surrounding events, oldest first' });
  await around.getByText('order 18 placed').waitFor();
  await around.getByText('order 22 placed').waitFor();
  const opening = new URL(page.url());
  assert.notEqual(opening.searchParams.get('event'), null, 'the open event is in the address');

  while (new URL(page.url()).searchParams.get('q') !== null) await page.goBack();
  await page.getByText('order 39 placed').waitFor();
});

test('an aggregation shows a table, and a wrong query says where it is wrong', async (t) => {
  const opened = await open(t, '/search?q=index%3Dmain+%7C+stats+count+by+source', shop(40));
  if (opened === undefined) return;
  const { page, web } = opened;

  const table = page.getByRole('region', { name: 'Result table' });
  await table.getByText('checkout').waitFor();
  assert.equal(await table.getByText('20', { exact: true }).count(), 2);

  await page.goto(`${web.app.url}/search?q=${encodeURIComponent('index=main | statz count')}`);
  await page.getByText(/statz/).first().waitFor();
  await page.getByText(/stats/).first().waitFor();

  // What is left out is said, and shown by a click; a name that nothing has is mended by one.
  const notes = page.getByRole('note', { name: 'About this result' });
  // The further look that finds them has a bounded time, so a busy machine may need another try.
  const searchUntil = async (query: string, note: RegExp): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      await page.goto(`${web.app.url}/search?q=${encodeURIComponent(query)}`);
      const found = notes.getByText(note).waitFor(tries < 5 ? { timeout: 10_000 } : {});
      if (tries === 5) return found;
      const isFound = await found.then(
        () => true,
        () => false,
      );
      if (isFound) return;
    }
  };
  await searchUntil('* | stats count by bank', /39 rows without `bank` are excluded\./);
  await notes.getByRole('button', { name: 'Show as (none)' }).click();
  await table.getByText('(none)').waitFor();
  await table.getByText('39', { exact: true }).waitFor();
  await searchUntil('odrer=3', /No event in the time range has a field `odrer`/);
  await notes.getByRole('button', { name: 'Use order' }).click();
  await page.getByText('order 3 placed').waitFor();
});

test('the live tail appends what arrives, and waits while one reads', async (t) => {
  const opened = await open(t, '/search?live=1', shop(3));
  if (opened === undefined) return;
  const { page, web, key } = opened;
  const bar = page.getByRole('status', { name: 'Live tail' });
  await bar.getByText('Live', { exact: true }).waitFor();

  await sendEvents(web.app, key, [{ event: 'arrived while watching' }]);
  await page.getByText('arrived while watching').waitFor();
  await bar.getByRole('button', { name: 'Pause' }).click();
  await sendEvents(web.app, key, [{ event: 'arrived while reading' }]);
  await page.getByRole('button', { name: '1 new' }).waitFor();
  assert.equal(await page.getByText('arrived while reading').count(), 0);
  await bar.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('arrived while reading').waitFor();

  // What comes in stands in the order it comes: no head of the table promises another.
  await page.getByLabel('Row format').getByText('Table').click();
  const head = page.getByRole('button', { name: /^Column level/ });
  assert.match((await head.getAttribute('title')) ?? '', /^Not sortable/);
});

const HOSTILE = [
  '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>',
  '\u001b[31mred\u001b[0m \u001b]0;title\u0007',
  'safe \u202e gpj.exe \u2066 end',
  'x'.repeat(256 * 1024),
];

test('hostile lines are text: nothing runs, nothing turns around, nothing breaks the page', async (t) => {
  const attributes = Object.fromEntries(
    Array.from({ length: 128 }, (_, number) => [`field_${number}`, `<b>${number}</b>`]),
  );
  const events = HOSTILE.map((event) => ({ event, attributes }));
  const opened = await open(t, '/search', events);
  if (opened === undefined) return;
  const { page } = opened;
  await page.getByText('onerror').waitFor();

  for (const view of ['raw', 'table', 'json']) {
    await page.goto(`${page.url().split('?')[0]}?view=${view}`);
    await rowsOf(page).first().waitFor();
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 1_280, `${view} is ${width} wide`);
  }
  await page.goto(`${page.url().split('?')[0]}`);
  for (let place = 0; place < HOSTILE.length; place++) {
    await page
      .getByRole('button', { name: /^Details of the event/ })
      .nth(place)
      .click();
    await page.getByRole('region', { name: 'Event details' }).first().waitFor();
    await page
      .getByRole('button', { name: /^Details of the event/ })
      .nth(place)
      .click();
  }

  assert.equal(await page.evaluate<boolean>(`'hurt' in window`), false);
  assert.equal(await page.locator('.sx-row img, .sx-row script, .sx-row b').count(), 0);
});

test('a session that ends in the middle of work is asked for again, and the page stays', async (t) => {
  const opened = await open(t, '/search?q=order', shop(5));
  if (opened === undefined) return;
  const { page } = opened;
  await page.getByText('order 4 placed').waitFor();

  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Run' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Password/).fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByText('order 4 placed').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('q'), 'order');
});
