/** Queries that fail, the language beside them, charts that answer to a click: one program, one browser, one visitor. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { STATUS_COLORS } from '../../../src/charts/colors.ts';
import { DAY_MS } from '../../../src/spec/units.ts';
import { judgeBothThemes, judgePage } from '../../support/browser/judge-page.ts';
import { signIn, type Visitor } from '../../support/programs/visitor.ts';
import { sendEvents, startWebApp } from '../../support/browser/web-people.ts';

const NOW = Date.now();
const EVENTS = [
  ...['200', '200', '200', '404', '500', '500'].map((status, place) => ({
    timestamp: NOW - place * 1_000,
    event: `request ${place} answered`,
    level: status === '500' ? 'error' : 'info',
    attributes: { status, service: 'checkout', took: place * 10 },
  })),
  {
    timestamp: NOW - 2 * DAY_MS,
    event: JSON.stringify({ msg: 'payment timed out', took: 5_000, user: 'Ada L' }),
    level: 'warn',
    attributes: { service: 'billing' },
  },
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
  await untilStored(owner);
  return { owner, page: await web.visitAsOwner('/search?earliest=-7d'), url };
}

/** The store takes its time. */
async function untilStored(owner: Visitor): Promise<void> {
  for (let i = 0; i < 300; i++) {
    const { rows } = await owner.read<{ rows: unknown[] }>('/api/v1/search?query=*&earliest=-7d');
    if (rows.length >= EVENTS.length) return;
    await sleep(200);
  }
  assert.fail('the events were never found');
}

test('queries and charts answer to the hand', async (t) => {
  const visited = await visit(t);
  if (visited === undefined) return;

  await t.test('a query that fails keeps the last result and offers its fix', async () =>
    failAndMend(visited),
  );
  await t.test('the language is explained with examples on this data', async () =>
    readHelp(visited),
  );
  await t.test('a chart tells totals, shows one series, and colours mean something', async () =>
    chooseSeries(visited),
  );
  await t.test('the histogram filters by its legend and keeps its height', async () =>
    useHistogram(visited),
  );
  await t.test('lines have their day above them, and JSON is read', async () => readLines(visited));
  await t.test('the time picker is on the chosen clock', async () => pickOnClock(visited));
});

const addressOf = (url: string, query: string): string =>
  `${url}/search?earliest=-7d&q=${encodeURIComponent(query)}`;

const queryOf = (page: Page): string => new URL(page.url()).searchParams.get('q') ?? '';

/** The editor proper comes when somebody is about to type. */
async function openEditor(page: Page): Promise<Locator> {
  await page.getByRole('textbox', { name: 'Query' }).click();
  const editor = page.locator('.cm-content');
  await editor.waitFor();
  return editor;
}

async function ask(page: Page, query: string): Promise<void> {
  const editor = await openEditor(page);
  await editor.fill(query);
  await editor.press('Control+Enter');
}

async function failAndMend({ page, url }: Visit): Promise<void> {
  await page.getByText('request 0 answered').waitFor();

  await ask(page, '* | statz count by status');
  const last = page.getByRole('region', { name: 'Last result' });
  await last.getByText('request 0 answered').waitFor();
  await page.getByRole('alert').getByText('Unknown command `statz`').waitFor();
  await page.getByText('Query failed. No chart to show').waitFor();
  await page.getByText('Query failed. No fields to show').waitFor();
  assert.equal(await page.getByRole('alert').count(), 1, 'it fails once');
  assert.deepEqual(await judgeBothThemes(page), []);

  await page.getByRole('button', { name: 'Use stats' }).click();
  await page.getByRole('region', { name: 'Result table' }).getByText('404').waitFor();
  await last.waitFor({ state: 'detached' });
  assert.equal(queryOf(page), '* | stats count by status');

  // The table stays as well, and one click goes back to what it answers.
  await ask(page, 'index=mian');
  await last.getByText('404').waitFor();
  await last.getByRole('button', { name: 'Restore that query' }).click();
  await last.waitFor({ state: 'detached' });
  assert.equal(queryOf(page), '* | stats count by status');
  await page.goto(addressOf(url, 'index=mian'));
  await page.getByRole('button', { name: 'Use main' }).click();
  await page.getByText('request 0 answered').waitFor();

  await page.goto(addressOf(url, 'stauts=404'));
  const notes = page.getByRole('note', { name: 'About this result' });
  await notes.getByText(/Did you mean `status`\?/).waitFor();
  await notes.getByRole('button', { name: 'Use status' }).click();
  await page.getByText('request 3 answered').waitFor();
}

async function readHelp({ page, url }: Visit): Promise<void> {
  await page.goto(addressOf(url, ''));
  await page.getByText('request 0 answered').waitFor();
  await page.getByRole('button', { name: 'Query reference' }).click();
  const help = page.getByRole('complementary', { name: 'Query reference' });
  await help.getByRole('heading', { name: 'Examples with your data' }).waitFor();
  await help.getByRole('button', { name: 'checkout', exact: true }).waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  await help.getByRole('button', { name: 'checkout', exact: true }).click();
  await page.waitForURL((address) => address.searchParams.get('q') === 'service=checkout');

  // What the examples of the reference name and this data lacks is asked about its own fields.
  await help.getByLabel('Search commands and functions').fill('timechart');
  await help.getByRole('button', { name: /^timechart/ }).click();
  await help.getByRole('heading', { name: 'timechart' }).waitFor();
  const example = help.getByRole('button', { name: /timechart span=5m count BY status/ });
  assert.match(await example.innerText(), /index=main /);
  await example.click();
  await page.getByRole('list', { name: 'Series' }).getByText('404').waitFor();

  const editor = await openEditor(page);
  await editor.fill('* | dedup');
  await editor.press('F1');
  await help.getByRole('heading', { name: 'dedup' }).waitFor();
  await help.getByLabel('Search commands and functions').press('Escape');
  await help.waitFor({ state: 'detached' });
}

async function chooseSeries({ page, url }: Visit): Promise<void> {
  await page.goto(addressOf(url, '* | timechart span=1d count by status usenull=false'));
  const series = page.getByRole('list', { name: 'Series' });
  const failed = series.getByRole('button', { name: /^500/ });
  assert.equal((await failed.innerText()).replaceAll(/\s+/g, ' '), '500 2');
  assert.equal(await series.getByRole('button').count(), 3);

  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
    const [error] = STATUS_COLORS[5];
    const key = failed.locator(`[style="${await styleOf(page, error[scheme])}"]`);
    await key.waitFor();
  }
  assert.deepEqual(await judgeBothThemes(page), []);

  await failed.click();
  await series.getByRole('button', { name: /^500/, pressed: true }).click();
  await series.getByRole('button', { name: /^500/, pressed: false }).waitFor();
}

/** A colour as the browser writes it. */
async function styleOf(page: Page, color: string): Promise<string> {
  return page.evaluate<string>(
    `(() => { const a = document.createElement('a'); a.style.background = '${color}'; return a.getAttribute('style'); })()`,
  );
}

async function useHistogram({ page, url }: Visit): Promise<void> {
  await page.goto(addressOf(url, ''));
  const legend = page.getByRole('list', { name: 'Counts by level' });
  const errors = legend.getByRole('button', { name: /^error/ });
  await errors.click();
  await page.waitForURL((address) => address.searchParams.get('q') === 'level=error');
  await page.getByText('request 0 answered').waitFor({ state: 'detached' });
  await page.getByText('request 4 answered').waitFor();
  await legend.getByRole('button', { pressed: true }).click();
  await page.getByText('request 0 answered').waitFor();
  assert.equal(queryOf(page), '');

  const edge = page.getByRole('slider', { name: 'Histogram height' });
  const usual = Number(await edge.getAttribute('aria-valuenow'));
  const heightIs = async (pixels: number): Promise<void> =>
    page.locator(`[role=slider][aria-valuenow="${pixels}"]`).waitFor();
  await edge.press('ArrowDown');
  await heightIs(usual + 8);
  const box = await edge.boundingBox();
  assert.ok(box !== null);
  await page.mouse.move(box.x + 200, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 44, { steps: 4 });
  await page.mouse.up();
  await heightIs(usual + 48);
  await page.reload();
  await heightIs(usual + 48);
  await page.getByRole('figure', { name: /^Histogram: 7 events/ }).waitFor();
  assert.deepEqual(await judgePage(page), []);
}

async function readLines({ page, url }: Visit): Promise<void> {
  await page.goto(addressOf(url, ''));
  const old = page.locator('.sx-row', { hasText: 'payment timed out' });
  await old.waitFor();
  assert.match(await old.innerText(), /payment timed out took=5000 user="Ada L"/);
  assert.doesNotMatch(await old.innerText(), /\{|\d{4}-\d\d-\d\d/);
  const days = page.locator('.sx-day');
  const texts = await days.allInnerTexts();
  assert.equal(texts.at(0), dayOf(NOW));
  assert.equal(texts.at(-1), dayOf(NOW - 2 * DAY_MS));
}

function dayOf(ms: number): string {
  const weekday = new Date(ms).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });
  return `${weekday}, ${new Date(ms).toISOString().slice(0, 10)}`;
}

async function pickOnClock({ page, url, owner }: Visit): Promise<void> {
  await owner.change('/api/v1/organization', { timezone: 'Asia/Tokyo' });
  await page.goto(`${url}/search?earliest=2026-01-31T10:00:00Z&latest=2026-01-31T11:00:00Z`);
  const picker = page.getByRole('button', { name: /^Time range:/ });
  await picker.getByText('2026-01-31 19:00:00 – 20:00:00').waitFor();
  await page.getByRole('button', { name: /: time zone Asia\/Tokyo$/ }).click();
  await page.getByRole('menuitem', { name: 'UTC', exact: true }).click();
  await picker.getByText('2026-01-31 10:00:00 – 11:00:00').waitFor();

  await picker.click();
  const form = page.getByRole('dialog', { name: 'Time range' });
  await form.getByLabel('From').fill('2026-01-31 10:30');
  await form.getByText('2026-01-31 10:30:00 – 2026-01-31 11:00:00').waitFor();
  await form.getByText(/use the organization’s time zone, Asia\/Tokyo/).waitFor();
  assert.deepEqual(await judgePage(page), []);
  await form.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(
    (address) => address.searchParams.get('earliest') === '2026-01-31T10:30:00.000Z',
  );
}
