/** What people do all day takes few clicks. Every one is counted, as the browser sees it; keys are typed where the cursor is. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { judgePage } from '../../support/browser/judge-page.ts';
import { signIn, type Visitor } from '../../support/programs/visitor.ts';
import { sendEvents, startWebApp } from '../../support/browser/web-people.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CAUSE = 'payment refused: no connection to payments-db within 2000 ms';
const EVENTS = [
  ...[1, 2, 3].map((order) => ({
    event: `order ${order} failed: ${CAUSE}`,
    level: 'error',
    service: 'checkout',
    trace_id: order === 1 ? TRACE : `0000000000000000000000000000000${order}`,
  })),
  { event: 'card declined by the bank', level: 'error', service: 'payments' },
  {
    event: 'pool of payments-db is exhausted',
    level: 'warn',
    service: 'payments',
    trace_id: TRACE,
  },
  { event: 'cart handed over', level: 'info', service: 'cart', trace_id: TRACE },
  ...['bob', 'bob', 'alice'].map((user) => ({ event: `${user} signed in`, level: 'info', user })),
  ...[
    'step migrate: 3 migrations applied, schema at version 87',
    'step cache-warmup: skipped, flag WARM_CACHE is off',
    'step smoke-test: 1 of 6 checks failed: refund returned 504',
  ].map((event) => ({ event, level: 'info', service: 'deploy' })),
  { event: 'mail sent to ada@example.com', level: 'info', service: 'mailer' },
];

interface Hand {
  readonly page: Page;
  readonly url: string;
  readonly owner: Visitor;
  /** Begins on the search page, as people do in the morning. */
  begin(path?: string): Promise<void>;
  click(what: Locator): Promise<void>;
  /** Into whatever has the cursor. */
  type(text: string): Promise<void>;
  enter(): Promise<void>;
}

test('the ten tasks of a day take no more clicks than they should', async (t) => {
  const hand = await openHand(t);
  if (hand === undefined) return;
  const tasks: readonly (readonly [string, number, (hand: Hand) => Promise<void>])[] = [
    ['why did the checkout fail', 3, whyCheckoutFailed],
    ['which service has most errors', 2, mostErrors],
    ['follow a trace', 2, followTrace],
    ['share what one sees', 2, share],
    ['save a search and open it again', 3, saveAndReopen],
    ['mask personal data on its way in', 6, maskPipeline],
    ['get a key and see an event arrive', 3, keyAndEvent],
    ['invite a colleague', 4, invite],
    ['judge a deployment', 4, judgeDeployment],
    ['delete the logs of a user', 5, deleteUser],
  ];
  for (const [name, clicksMax, task] of tasks) {
    await t.test(`${name}: at most ${clicksMax} clicks`, async () => {
      await hand.page.evaluate(`sessionStorage.setItem('clicks', '0')`);
      await task(hand);
      const clicks = Number(await hand.page.evaluate(`sessionStorage.getItem('clicks')`));
      assert.ok(clicks > 0 && clicks <= clicksMax, `${name} took ${clicks} clicks`);
    });
  }
  await t.test(
    'by keys alone: to the results, from row to row, patterns, live and share',
    async () => byKeys(hand),
  );
  await t.test('what goes wrong keeps the navigation, and names the request', async () =>
    goWrong(hand),
  );
  await t.test('on a phone fields, actions and every page are a tap away', async () =>
    onPhone(hand),
  );
});

async function openHand(t: TestContext): Promise<Hand | undefined> {
  const web = await startWebApp(t);
  if (web === undefined) return undefined;
  const { url } = web.app;
  const owner = await signIn(url, web.person);
  const draft = { name: 'sender', scope: 'full-access' };
  const { value: key } = await owner.create<{ value: string }>('/api/v1/api-keys', draft);
  assert.equal(await sendEvents(web.app, key, EVENTS), 202);
  await untilFound(owner, EVENTS.length);
  const page = await web.visitAsOwner('/search');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // Counted by the page itself, so that nothing clicks unseen. Enter on a button is none.
  await page.addInitScript(`addEventListener('pointerdown', (press) => {
    if (press.isTrusted) sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1));
  }, true)`);
  return {
    page,
    url,
    owner,
    begin: async (path = '/search') => {
      await page.goto(url + path);
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    },
    click: async (what) => what.click(),
    type: async (text) => page.keyboard.type(text),
    enter: async () => page.keyboard.press('Enter'),
  };
}

/** The store takes its time. */
async function untilFound(owner: Visitor, count: number): Promise<void> {
  for (let i = 0; i < 300; i++) {
    const { rows } = await owner.read<{ rows: unknown[] }>('/api/v1/search?query=*&limit=100');
    if (rows.length >= count) return;
    await sleep(200);
  }
  assert.fail(`${count} events were never found`);
}

/** Types a query and runs it; its editor takes over from a plain field while one types. */
async function ask(hand: Hand, query: string): Promise<void> {
  const { page } = hand;
  await hand.click(page.getByRole('textbox', { name: 'Query' }));
  await page.locator('.cm-content').waitFor();
  await hand.type(query);
  // A list of completions takes the first Enter, as anywhere.
  await page.keyboard.press('Escape');
  await hand.enter();
  await page.waitForURL((at) => at.searchParams.get('q') === query);
}

/** A row of the list of events. */
function eventOf(page: Page, text: string): Locator {
  return page.locator('.sx-row', { hasText: text });
}

async function whyCheckoutFailed(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.begin();
  await ask(hand, 'service=checkout level=error');
  await hand.click(eventOf(page, 'order 1 failed'));
  await page
    .getByRole('table', { name: 'Event fields' })
    .getByRole('row', { name: new RegExp(`trace_id.*${TRACE}`) })
    .waitFor();
  await page.getByText(CAUSE).first().waitFor();
}

async function mostErrors(hand: Hand): Promise<void> {
  await hand.begin();
  await ask(hand, 'level=error | top service');
  const table = hand.page.getByRole('region', { name: 'Result table' });
  await table.locator('tbody tr').first().getByText('checkout').waitFor();
}

async function followTrace(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.begin();
  await hand.click(eventOf(page, 'order 1 failed'));
  await hand.click(page.getByRole('button', { name: `All events with trace_id ${TRACE}` }));
  await eventOf(page, 'pool of payments-db is exhausted').waitFor();
  await eventOf(page, 'cart handed over').waitFor();
  await eventOf(page, 'order 2 failed').waitFor({ state: 'detached' });
}

async function share(hand: Hand): Promise<void> {
  const { page, url } = hand;
  await hand.begin('/search?q=service%3Dcheckout');
  await hand.click(page.getByRole('button', { name: 'Share' }));
  await hand.click(page.getByRole('menuitem', { name: 'Copy link to query' }));
  await page.getByRole('menuitem', { name: 'Copied' }).waitFor();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.ok(link.startsWith(`${url}/search?`), link);
  assert.equal(new URL(link).searchParams.get('q'), 'service=checkout');
}

async function saveAndReopen(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.begin('/search?q=service%3Dcheckout%20level%3Derror');
  await hand.click(page.getByRole('button', { name: 'Save search' }));
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await hand.type('Failed checkouts');
  await hand.enter();
  await dialog.waitFor({ state: 'detached' });

  await hand.begin();
  await hand.click(page.getByRole('button', { name: 'Saved', exact: true }));
  await hand.click(page.getByRole('menuitem', { name: /^Failed checkouts/ }));
  await page.waitForURL((at) => at.searchParams.get('q') === 'service=checkout level=error');
}

async function maskPipeline(hand: Hand): Promise<void> {
  const { page, owner } = hand;
  await hand.begin();
  await hand.click(page.getByRole('link', { name: 'Settings' }));
  await hand.click(page.getByRole('link', { name: 'Pipelines' }));
  await hand.click(page.getByRole('link', { name: 'Create pipeline' }));
  await page.getByLabel(/^Name/).and(page.locator(':focus')).waitFor();
  await hand.type('Hide people');
  await hand.click(page.getByRole('button', { name: 'Mask personal data and secrets' }));
  await hand.click(page.getByRole('button', { name: 'Test pipeline' }));
  await page.getByText('1 changed', { exact: true }).waitFor();
  await hand.click(page.getByRole('button', { name: 'Create pipeline' }));
  await page.getByRole('heading', { name: 'Hide people' }).waitFor();
  const [made] = await owner.read<{ name: string; isEnabled: boolean }[]>('/api/v1/pipelines');
  assert.deepEqual([made?.name, made?.isEnabled], ['Hide people', true]);
}

async function keyAndEvent(hand: Hand): Promise<void> {
  const { page, url } = hand;
  await hand.begin();
  await hand.click(page.getByRole('link', { name: 'Send logs' }));
  await hand.click(page.getByRole('button', { name: 'Create API key' }));
  await hand.click(page.getByRole('button', { name: 'Copy curl snippet' }));
  const snippet = await page.evaluate<string>('navigator.clipboard.readText()');
  const key = /xp_live_\w+/.exec(snippet)?.[0] ?? assert.fail(snippet);
  assert.ok(snippet.includes(url), snippet);
  await page.getByText(/Waiting for the next event/).waitFor();
  const answer = await fetch(`${url}/api/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ event: 'hello from the terminal' }),
  });
  assert.equal(answer.status, 202, await answer.text());
  await page.getByText('Event received').waitFor();
}

async function invite(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.begin();
  await hand.click(page.getByRole('link', { name: 'Settings' }));
  await hand.click(page.getByRole('link', { name: 'Members' }));
  await hand.click(page.getByRole('button', { name: 'Invite member' }));
  const dialog = page.getByRole('dialog', { name: 'Invite member' });
  await dialog
    .getByLabel(/^Email/)
    .and(page.locator(':focus'))
    .waitFor();
  await hand.type('grace@example.com');
  await hand.enter();
  const handOver = page.getByRole('dialog', { name: 'Copy invite link' });
  await hand.click(handOver.getByRole('button', { name: 'Copy link' }));
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(link, /\/invitations\//);
}

async function judgeDeployment(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.begin();
  await hand.click(page.getByRole('link', { name: 'Evaluate', exact: true }));
  await hand.click(page.getByLabel('Search', { exact: true }));
  await hand.type('service=deploy');
  await hand.enter();
  await page.getByText('3 events', { exact: true }).waitFor();
  await hand.click(page.getByRole('button', { name: 'Deployment succeeded' }));
  await hand.click(page.getByRole('button', { name: 'Evaluate', exact: true }));
  const smokeTest = page.getByRole('article', { name: 'Finding smoke-test' });
  await smokeTest.getByText('Failed', { exact: true }).waitFor();
}

async function deleteUser(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.begin();
  await ask(hand, 'user=bob');
  await hand.click(page.getByRole('link', { name: 'Delete these events' }));
  const dialog = page.getByRole('dialog', { name: 'Delete events' });
  await dialog.getByText(/^This deletes 2 events in main between/).waitFor();
  await hand.click(dialog.getByLabel('Type “delete 2” to confirm'));
  await hand.type('delete 2');
  await hand.click(dialog.getByRole('button', { name: 'Delete permanently' }));
  await page
    .getByRole('row', { name: /user=bob/ })
    .getByText(/: 0 remaining$/)
    .waitFor();
}

async function byKeys(hand: Hand): Promise<void> {
  const { page, url } = hand;
  await hand.begin();
  await page.locator('.sx-row').nth(2).waitFor();
  await page.getByRole('link', { name: 'Skip to results' }).focus();
  await hand.enter();
  await page.locator('#results:focus').waitFor();

  const stops = page.locator('.sx-open[tabindex="0"]');
  assert.equal(await stops.count(), 1, 'a list of rows is one stop');
  await stops.focus();
  const [first, third] = [0, 2].map((at) => page.locator('.sx-open').nth(at));
  assert.ok(first !== undefined && third !== undefined);
  await first.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await third.and(page.locator(':focus')).waitFor();
  await hand.enter();
  await page.getByRole('table', { name: 'Event fields' }).waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('p');
  await page.waitForURL((at) => at.searchParams.get('mode') === 'patterns');
  await page.keyboard.press('p');
  await page.waitForURL((at) => at.searchParams.get('mode') === null);
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Stop live tail' }).waitFor();
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Live tail', exact: true }).waitFor();
  await page.evaluate(`navigator.clipboard.writeText('')`);
  await page.keyboard.press('s');
  await page.getByText('Link copied').waitFor();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.ok(link.startsWith(`${url}/search`), link);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Copy link').waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  // The second key of a pair is nobody else's.
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.waitForURL((at) => at.pathname === '/dashboards');
}

async function goWrong(hand: Hand): Promise<void> {
  const { page } = hand;
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await page.route('**/api/v1/pipelines**', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'req_of_this_test' },
      json: { error: 'It broke.', code: 'INTERNAL_ERROR' },
    }),
  );
  await hand.begin('/settings/pipelines');
  await page.getByText('req_of_this_test').waitFor();
  await pages.waitFor();
  await page.unroute('**/api/v1/pipelines**');

  await hand.begin('/no/such/address');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await pages.waitFor();
}

async function onPhone(hand: Hand): Promise<void> {
  const { page, url } = hand;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/search`);
  await page.getByRole('button', { name: 'Fields', exact: true }).click();
  const fields = page.getByRole('dialog', { name: 'Fields' });
  await fields.getByRole('button', { name: 'Values of service' }).waitFor();
  assert.deepEqual(await judgePage(page), []);
  await fields.getByRole('button', { name: 'Close fields' }).click();
  await fields.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Share' }).waitFor();
  assert.deepEqual(await judgePage(page), []);

  const main = page.getByRole('navigation', { name: 'Main pages' });
  await main.getByRole('button', { name: 'More' }).click();
  const drawer = page.getByRole('dialog', { name: 'Xplain' });
  assert.deepEqual(await judgePage(page), []);
  await drawer.getByRole('link', { name: 'Settings' }).click();
  await drawer.waitFor({ state: 'detached' });
  await page.getByLabel('Settings page').selectOption({ label: 'Audit log' });
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await page.getByRole('region', { name: 'Audit entries' }).waitFor();
  assert.deepEqual(await judgePage(page), []);
}
