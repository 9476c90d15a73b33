/** What hands do on the search page all day: keep a search, sort, draw, count, look around, follow. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { judgeBothThemes, judgePage } from '../../support/browser/judge-page.ts';
import { signIn } from '../../support/programs/visitor.ts';
import { sendEvents, startWebApp, type WebApp } from '../../support/browser/web-people.ts';

const COUNT = 30;
const MINUTE_MS = 60_000;
const START = Date.now() - 20 * MINUTE_MS;
/** Of the events of the followed id: close together, then a long pause. */
const TRACE_OFFSETS = [0, 40, 80, 120, 30_120];
const TRACE_LEVELS = ['info', 'debug', 'warn', 'fatal', 'trace'];
const DESK = { width: 1_280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** A shop whose requests take a while, and one of which can be followed through two services. */
function shop(): object[] {
  const orders = Array.from({ length: COUNT }, (_, number) => ({
    timestamp: START + number * 10_000,
    event: `order ${number} placed`,
    level: number === 7 ? 'error' : 'info',
    source: number % 2 === 0 ? 'checkout' : 'billing',
    attributes: { took: (number * 37) % 100, 'shop.city': number % 3 === 0 ? 'Bern' : 'Rome' },
  }));
  const trace = TRACE_OFFSETS.map((offset, step) => ({
    timestamp: START - 5 * MINUTE_MS + offset,
    event: `step ${step} of the payment`,
    level: TRACE_LEVELS[step] ?? 'info',
    source: step < 3 ? 'checkout' : 'bank',
    attributes: { trace_id: 'trace-77' },
  }));
  return [...orders, ...trace];
}

async function searchable(web: WebApp, key: string, events: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const answer = await fetch(`${web.app.url}/api/v1/logs?limit=1000&earliest=-7d`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await answer.json()) as { data: { rows: unknown[] } };
    if (data.rows.length >= events) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('the events did not become searchable');
}

const rowsOf = (page: Page) => page.locator('.sx-row');
const paramOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const paramIs = async (page: Page, name: string, value: string | null) =>
  page.waitForURL((url) => url.searchParams.get(name) === value);
const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Query' });

test('the hands of the search page', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const owner = await signIn(web.app.url, web.person);
  const draft = { name: 'sender', scope: 'full-access' };
  const { value: key } = await owner.create<{ value: string }>('/api/v1/api-keys', draft);
  assert.equal(await sendEvents(web.app, key, shop()), 202);
  await searchable(web, key, COUNT + TRACE_OFFSETS.length);
  const page = await web.visitAsOwner('/search');
  const open = async (address: string): Promise<void> => {
    await page.goto(`${web.app.url}/search${address}`);
    await rowsOf(page).first().waitFor();
  };

  await t.test('keys pressed while the editor comes are all in the query that Enter runs', () =>
    typeAtOnce(page, open),
  );
  await t.test('a search is saved with its looks, opened, updated, copied, renamed, starred', () =>
    savedSearches(page, open),
  );
  await t.test('a column sorts in three states that the address keeps, and keeps its width', () =>
    tableColumns(page, open),
  );
  await t.test('the menu of a field writes the query, and Back takes it away', () =>
    fieldMenu(page, open),
  );
  await t.test('the counts above the histogram stay beside the words there, on every width', () =>
    histogramHead(page, open),
  );
  await t.test('an event is looked around in windows and everywhere', () => contextOf(page, open));
  await t.test('a followed id goes from its first event to its last, with its gaps', () =>
    followedId(page, open),
  );
});

type Open = (address: string) => Promise<void>;

/** Where the keys go the moment the plain field makes room for the editor. */
const FOCUSED_AT_CHANGE = `new Promise((resolve) => {
  const plain = document.activeElement;
  const watch = new MutationObserver(() => {
    if (plain.isConnected) return;
    watch.disconnect();
    resolve(document.activeElement.getAttribute('aria-label'));
  });
  watch.observe(document.body, { childList: true, subtree: true });
})`;

/** The text of a key, and Ctrl+Enter before the page gets to anything else. */
const TYPE_AND_RUN = `(async () => {
  document.execCommand('insertText', false, ' placed');
  await undefined;
  const press = { key: 'Enter', code: 'Enter', keyCode: 13, ctrlKey: true };
  document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true }),
  );
})()`;

async function typeAtOnce(page: Page, open: Open): Promise<void> {
  let release = (): void => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(/query-editor-.*\.js$/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await open('');
  await editorOf(page).focus();
  await page.keyboard.type('order');
  const focused = page.evaluate(FOCUSED_AT_CHANGE);
  release();
  assert.equal(await focused, 'Query');
  await page.keyboard.type(' 7');
  await page.evaluate(TYPE_AND_RUN);
  await paramIs(page, 'q', 'order 7 placed');
  await page.unrouteAll();
}

async function savedSearches(page: Page, open: Open): Promise<void> {
  const long = `Slow orders ${'and the reasons for them '.repeat(3)}`.trim();
  const header = page.getByRole('region', { name: 'Saved search' });
  const update = header.getByRole('button', { name: 'Update', exact: true });
  await open('?q=order&view=table&columns=took&sort=oldest&order=-took');

  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill(long);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await header.getByText(long).waitFor();
  assert.equal(await update.count(), 0);

  // Elsewhere, then back to it by its name: everything is as it was.
  await open('');
  await page.getByRole('button', { name: 'Saved', exact: true }).click();
  const remove = page.getByRole('button', { name: `Delete saved search ${long}` });
  const [inner, outer] = [await remove.boundingBox(), await page.getByRole('menu').boundingBox()];
  assert.ok(inner !== null && outer !== null);
  assert.ok(inner.x + inner.width <= outer.x + outer.width, 'the button stays in the menu');
  const label = await page
    .getByTitle(long, { exact: true })
    .and(page.locator('.sx-saved-label'))
    .boundingBox();
  assert.ok(label !== null && label.x + label.width <= inner.x, 'the name ends before it');
  await page.getByRole('menuitem', { name: long }).click();
  await header.getByText(long).waitFor();
  for (const [name, value] of Object.entries({
    q: 'order',
    view: 'table',
    columns: 'took',
    sort: 'oldest',
    order: '-took',
  })) {
    assert.equal(paramOf(page, name), value, name);
  }

  await page.getByLabel('Row format').getByText('JSON').click();
  await update.waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  await update.click();
  await update.waitFor({ state: 'detached' });

  await header.getByRole('button', { name: 'Save as…' }).click();
  await dialog.getByLabel(/^Name/).fill('Second');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await header.getByText('Second', { exact: true }).waitFor();
  await header.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel(/^Name/).fill('Third');
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
  await header.getByText('Third', { exact: true }).waitFor();

  // The newest stands first, until an older one is starred.
  const items = page.locator('.sx-saved-label');
  await page.getByRole('button', { name: 'Saved', exact: true }).click();
  await items.first().waitFor();
  assert.deepEqual(await items.allInnerTexts(), ['Third', long]);
  const menu = page.getByRole('menu');
  await menu.getByRole('button', { name: `Star ${long}` }).click();
  await menu.getByRole('button', { name: `Remove star from ${long}` }).waitFor();
  assert.deepEqual(await items.allInnerTexts(), [long, 'Third']);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
}

async function tableColumns(page: Page, open: Open): Promise<void> {
  await open('?q=order&view=table&columns=took');
  const head = page.getByRole('button', { name: /^Column took/ });
  const note = page.getByRole('note', { name: 'Sort order' });
  const firstIs = async (text: string) =>
    rowsOf(page)
      .first()
      .locator('.sx-cell[data-number]')
      .getByText(text, { exact: true })
      .waitFor();

  await head.click();
  await paramIs(page, 'order', '-took');
  await firstIs('99');
  await note.getByText(`all ${COUNT} events`).waitFor();
  const looks = `getComputedStyle(document.querySelector('.sx-cell[data-number]')).textAlign`;
  assert.equal(await page.evaluate<string>(looks), 'right');
  await head.click();
  await paramIs(page, 'order', '+took');
  await firstIs('0');
  await page.reload();
  await firstIs('0');
  await head.click();
  await paramIs(page, 'order', null);
  await note.waitFor({ state: 'detached' });
  await page.goBack();
  await note.waitFor();

  const edge = page.getByRole('separator', { name: 'Width of column took' });
  const width = async () => Number(await edge.getAttribute('aria-valuenow'));
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('[role=separator][aria-valuetext$=pixels]').waitFor();
  const drawn = await width();
  const box = await edge.boundingBox();
  assert.ok(box !== null);
  await page.mouse.move(box.x + 3, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 63, box.y + 5, { steps: 3 });
  await page.mouse.up();
  await page.locator(`[role=separator][aria-valuenow="${drawn + 60}"]`).waitFor();
  assert.equal(paramOf(page, 'order'), '+took', 'drawing does not sort');
  await page.reload();
  await page.locator(`[role=separator][aria-valuenow="${drawn + 60}"]`).waitFor();
  assert.deepEqual(await judgePage(page), []);
  await edge.focus();
  await page.keyboard.press('Home');
  await page.locator('[role=separator][aria-valuetext="auto"]').first().waitFor();
}

async function fieldMenu(page: Page, open: Open): Promise<void> {
  await open('?q=order');
  const choose = async (entry: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for shop.city' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await page.getByRole('region', { name: 'Result table' }).waitFor();
  };
  const entries = {
    'Top values': 'order | top limit=20 shop.city',
    'Chart unique values over time': 'order | timechart dc(shop.city)',
    'Break down by this field': 'order | timechart count BY shop.city',
  };

  for (const [entry, query] of Object.entries(entries)) {
    await choose(entry);
    assert.equal(paramOf(page, 'q'), query);
    await editorOf(page).filter({ hasText: query }).waitFor();
    await page.goBack();
    await paramIs(page, 'q', 'order');
    await rowsOf(page).first().waitFor();
  }

  // The drawer that it was chosen in makes room for the chart.
  await page.setViewportSize(PHONE);
  await open('?q=order');
  await page.getByRole('button', { name: 'Fields', exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.waitFor();
  await choose('Break down by this field');
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('figure', { name: /^Chart of/ }).waitFor();
  await page.setViewportSize(DESK);
}

async function histogramHead(page: Page, open: Open): Promise<void> {
  for (const width of [PHONE.width, DESK.width, 1_440]) {
    await page.setViewportSize({ ...DESK, width });
    await open('');
    const legend = page.getByRole('list', { name: 'Counts by level' });
    await legend.waitFor();
    const words = page.getByText(/ per bar$/);
    const [left, right] = [await legend.boundingBox(), await words.boundingBox()];
    assert.ok(left !== null && right !== null);
    assert.ok(left.x + left.width <= right.x, `${width} px: they meet`);
    const cut = await page.evaluate<number>(
      `((list) => list.scrollWidth - list.clientWidth)(document.querySelector('.sx-legend'))`,
    );
    assert.ok(cut <= 0, `${width} px: ${cut} px of the counts are cut`);
  }
  await page.setViewportSize(DESK);
}

async function contextOf(page: Page, open: Open): Promise<void> {
  await open('?q=%22order+7+placed%22');
  await page.getByRole('button', { name: /^Details of the event/ }).click();
  await page.getByRole('tab', { name: 'Context' }).click();
  const around = page.getByRole('list', { name: 'Surrounding events, oldest first' });
  await around.getByText('order 9 placed').waitFor();
  assert.equal(await around.getByText('order 8 placed').count(), 0, 'of another source');

  await page.getByText('everything', { exact: true }).click();
  await around.getByText('order 8 placed').waitFor();
  await page.getByText('± 10 s', { exact: true }).click();
  await around.getByText('order 9 placed').waitFor({ state: 'detached' });
  assert.deepEqual(await around.locator('.sx-text').allInnerTexts(), [
    'order 6 placed',
    'order 7 placed',
    'order 8 placed',
  ]);
  await page.getByText('± 1 m', { exact: true }).click();
  await around.getByText('order 13 placed').waitFor();
  assert.deepEqual(await judgePage(page), []);
  await page.getByRole('button', { name: 'Open in search' }).click();
  await paramIs(page, 'sort', 'oldest');
  const found = page.locator('.sx-item > .sx-row');
  await found.filter({ hasText: 'order 1 placed' }).waitFor();
  assert.equal(await found.filter({ hasText: 'order 14 placed' }).count(), 0);
}

async function followedId(page: Page, open: Open): Promise<void> {
  await open('?q=%22step+1%22&earliest=-4h&latest=now');
  await page.getByRole('button', { name: /^Details of the event/ }).click();
  await page.getByRole('tab', { name: 'Fields' }).click();
  await page.getByRole('button', { name: 'All events with trace_id trace-77' }).click();

  const note = page.getByRole('note', { name: 'Time deltas' });
  await note.getByText('5 events in 30.12 s, 1 gap').waitFor();
  assert.deepEqual(await page.locator('.sx-distance').allTextContents(), [
    '',
    '+40 ms',
    '+40 ms',
    '+40 ms',
    'gap of +30 s',
  ]);
  assert.match(await rowsOf(page).first().innerText(), /step 0/);
  assert.match(await page.locator('.sx-row[data-gap]').innerText(), /step 4/);
  const first = START - 5 * MINUTE_MS;
  assert.equal(Date.parse(paramOf(page, 'earliest') ?? ''), first - 1_000);
  assert.equal(Date.parse(paramOf(page, 'latest') ?? ''), first + 30_120 + 1_000);
  assert.deepEqual(await judgeBothThemes(page), []);
  await note.getByRole('button', { name: 'Longest gap: 30 s' }).click();
  await page
    .getByRole('region', { name: 'Event details' })
    .getByText('step 4 of the payment')
    .first()
    .waitFor();
  await page.goBack();
  await note.getByRole('button', { name: 'Hide time deltas' }).click();
  await note.waitFor({ state: 'detached' });
  assert.equal(await page.locator('.sx-distance').count(), 0);
}
