/** The status page as a reader sees it: without scripts, in one request, in both colour schemes. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../../support/browser/start-browser.ts';
import { startApp } from '../../support/programs/start-app.ts';
import {
  fakeProbeTime,
  fillHistory,
  startStatusPage,
} from '../../support/status/status-under-test.ts';
import { OWNER, signInOn } from '../../support/browser/web-people.ts';
import { HOUR_MS } from '../../../src/spec/units.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];
const PICTURES = join(import.meta.dirname, '../../../node_modules/.cache/status-pictures');
const HOSTILE = '<script>document.title = "taken"</script><img src=x onerror=alert(1)>';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

async function startPage(t: Parameters<typeof startStatusPage>[0]) {
  const page = await startStatusPage(t, {
    settings: { placeName: HOSTILE },
    prepare: (history, now) => {
      fillHistory(history, now, (minute) => {
        if (minute % 9_000 < 90) return 'uuddsuuu';
        if (minute % 13_000 < 20) return 'uuuuduuu';
        return minute % 20_000 < 1_500 ? undefined : 'uuuuunuu';
      });
      const facts = { title: HOSTILE, components: ['api', 'search'], isOutage: true };
      history.addIncident({ id: 'inc_1', ...facts, openedAt: now - HOUR_MS, closedAt: null });
      const update = { incident: 'inc_1', madeAt: now, step: 'identified', text: HOSTILE };
      history.addUpdate({ ...update, name: HOSTILE });
      const record = { id: 'mnt_1', madeAt: now, from: now + 50 * HOUR_MS, to: now + 51 * HOUR_MS };
      history.appendMaintenance({ ...record, components: ['api'], text: HOSTILE, name: 'Ada' });
    },
  });
  return page;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`one request, no script, nothing to complain about for axe, ${colorScheme}`, async (t) => {
    const browser = await startBrowser(t);
    if (browser === undefined) return;
    const status = await startPage(t);

    const page = await browser.visit('about:blank', { colorScheme, hasScripts: false });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${status.url}/`);

    assert.deepEqual(asked, [`${status.url}/`]);
    assert.equal(await page.title(), 'Xplain status');
    assert.equal(await page.locator('svg.bars').count(), 8);
    assert.ok(await page.getByText('HTTP ingest', { exact: true }).isVisible());
    assert.ok((await page.getByText('<script>document.title').count()) > 0, 'shown as text');
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${colorScheme}.png`), fullPage: true });
    await page
      .getByRole('link', { name: /document\.title/ })
      .first()
      .click();
    assert.match(page.url(), /\/incidents\/inc_1\.html$/);
    await page.getByRole('link', { name: 'Xplain status' }).click();
    assert.equal(page.url(), `${status.url}/`);

    const scripted = await browser.visit(`${status.url}/`, { colorScheme });
    const faults = await complaints(scripted);
    await scripted.goto(`${status.url}/incidents/inc_1.html`);
    faults.push(...(await complaints(scripted)));
    assert.deepEqual(faults, []);
    assert.notEqual(await scripted.title(), 'taken');
  });
}

test('somebody subscribes without a script, also on a small screen', async (t) => {
  const browser = await startBrowser(t);
  if (browser === undefined) return;
  const status = await startPage(t);
  const viewport = { width: 360, height: 740 };
  const page = await browser.visit(`${status.url}/`, { hasScripts: false, viewport });
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  assert.ok(width <= 360, `${width} wide`);
  await page.screenshot({ path: join(PICTURES, 'small.png'), fullPage: true });

  await page.getByLabel('Email address').fill('reader@example.com');
  await page.getByRole('button', { name: 'Subscribe' }).click();

  assert.ok(await page.getByText('Check your email').isVisible());
  assert.ok(status.history.subscriber({ address: 'reader@example.com' }));
});

test('the web app leads to the status page, also when its server is gone', async (t) => {
  const browser = await startBrowser(t);
  if (browser === undefined) return;
  const status = await startStatusPage(t, {
    clock: fakeProbeTime(Date.now()),
    prepare: (history, now) => fillHistory(history, now, () => 'uuuuuuuu'),
  });
  const app = await startApp(t, {
    XPLAIN_ADMIN_EMAIL: OWNER.email,
    XPLAIN_ADMIN_PASSWORD: OWNER.password,
    XPLAIN_STATUS_URL: status.url,
  });
  const page = await browser.visit(`${app.url}/sign-in?next=/settings/account`);
  await signInOn(page, OWNER);

  const foot = page.getByRole('link', { name: 'Status: operational', exact: true });
  await foot.waitFor();
  assert.equal(await foot.getAttribute('href'), `${status.url}/`);

  await page.route('**/api/v1/platform-status', (route) => route.abort());
  await page.reload();
  await page.getByRole('link', { name: 'Status page (current status unknown)' }).waitFor();

  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  const link = page.getByRole('link', { name: 'Status page' }).first();
  await link.waitFor();
  assert.equal(await link.getAttribute('href'), `${status.url}/`);
});

async function complaints(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async (rules): Promise<Violation[]> => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    return (await axe.run({ runOnly: rules })).violations;
  }, RULES);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
