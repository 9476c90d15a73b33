/**
 * Makes the pictures of the README from the demo, in a real browser.
 *
 *   node tools/screenshots.ts [name …]
 *
 * and notes what they were made from, for `check-pictures.ts`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { BROWSER_MISSING, launchBrowser } from '../test/support/browser/launch-browser.ts';
import { buildWeb } from './build-web.ts';
import { markPictures, pictureFile, type PictureName } from './pictures.ts';

const root = dirname(import.meta.dirname);
const READY_MS_MAX = 300_000;
const SERVICES_MS_MAX = 240_000;
const PANELS_MS_MAX = 60_000;

interface Picture {
  readonly name: PictureName;
  readonly path: string;
  readonly colorScheme: 'dark' | 'light';
  readonly prepare?: (page: Page) => Promise<void>;
}

const CHECKOUTS = 'index=web path=/checkout | timechart span=1m count by status';
const PICTURES: readonly Picture[] = [
  {
    name: 'search',
    path: pathOf('index=app level!=debug'),
    colorScheme: 'dark',
    prepare: openError,
  },
  {
    name: 'dashboard',
    path: '/dashboards',
    colorScheme: 'dark',
    prepare: openDashboard,
  },
  {
    name: 'service',
    path: '/services',
    colorScheme: 'dark',
    prepare: openService,
  },
  { name: 'statistics', path: pathOf(CHECKOUTS), colorScheme: 'light' },
  {
    name: 'patterns',
    path: `${pathOf('index=app level=error')}&mode=patterns`,
    colorScheme: 'light',
  },
  {
    name: 'evaluate',
    path: '/evaluate?q=index%3Ddeploy&from=-60m&to=now',
    colorScheme: 'dark',
    prepare: evaluate,
  },
];

const wanted = process.argv.slice(2);
const isWanted = (name: PictureName): boolean => wanted.length === 0 || wanted.includes(name);

function pathOf(query: string): string {
  return `/search?${new URLSearchParams({ q: query, earliest: '-60m', latest: 'now' }).toString()}`;
}

const browser = await launchBrowser();
if (browser === undefined) throw new Error(BROWSER_MISSING);
const problem = await buildWeb();
if (problem !== undefined) throw new Error(problem);
const data = mkdtempSync(join(tmpdir(), 'xplain-pictures-'));
const { child, url, statusUrl } = await startDemo();
try {
  for (const picture of PICTURES.filter(({ name }) => isWanted(name))) {
    const context = await browser.newContext({
      colorScheme: picture.colorScheme,
      viewport: { width: 1_280, height: 800 },
    });
    await take(await context.newPage(), picture);
    markPictures([picture.name]);
    await context.close();
  }
  if (isWanted('status')) {
    const context = await browser.newContext({ viewport: { width: 1_000, height: 800 } });
    await takeStatus(await context.newPage());
    markPictures(['status']);
  }
  await browser.close();
} finally {
  child.kill();
  rmSync(data, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}

async function startDemo() {
  const demo = spawn(process.execPath, [join(root, 'tools/demo.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      XPLAIN_DATA: data,
      XPLAIN_PORT: '0',
      XPLAIN_OTLP_PORT: '0',
      XPLAIN_RATE_AUTH: '0',
      XPLAIN_PROBE_PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const addresses = await new Promise<{ url: string; statusUrl: string }>((resolve, reject) => {
    let text = '';
    setTimeout(() => reject(new Error(`the demo did not start: ${text}`)), READY_MS_MAX).unref();
    demo.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /demo is ready at (\S+)/.exec(text)?.[1];
      const page = /status page is at (\S+)/.exec(text)?.[1];
      if (found !== undefined && page !== undefined) resolve({ url: found, statusUrl: page });
    });
  });
  return { child: demo, ...addresses };
}

async function take(page: Page, { name, path, prepare }: Picture): Promise<void> {
  await page.goto(`${url}/sign-in?next=${encodeURIComponent(path)}`);
  await page.getByLabel(/^Email/).fill('demo@example.com');
  await page.getByLabel(/^Password/).fill('Show-me-the-logs-42');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((address) => address.pathname !== '/sign-in');
  await page.waitForLoadState('networkidle');
  await prepare?.(page);
  // Charts draw themselves once their data is there.
  await page.waitForTimeout(1_500);
  await page.screenshot({ path: pictureFile(name) });
  process.stdout.write(`docs/images/${name}.png\n`);
}

/** Runs once the probe has checked the platform. */
async function takeStatus(page: Page): Promise<void> {
  await page.goto(statusUrl);
  await page.screenshot({ path: pictureFile('status') });
  process.stdout.write('docs/images/status.png\n');
}

/** Waits for the last query, too. */
async function openDashboard(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Checkout overview' }).click();
  await page.getByRole('region', { name: 'Error patterns' }).waitFor();
  const waiting = page.locator('.db-panel[data-waiting]').first();
  await waiting.waitFor({ state: 'detached', timeout: PANELS_MS_MAX });
}

/** Its incident is ongoing when the demo starts, and is measured within two minutes. */
async function openService(page: Page): Promise<void> {
  const checkout = page.getByRole('link', { name: 'checkout', exact: true });
  await checkout.click({ timeout: SERVICES_MS_MAX });
  const reasons = page.getByRole('list', { name: 'Score deductions' });
  await reasons.waitFor({ timeout: SERVICES_MS_MAX });
  await page.getByText(/^Likely cause/).waitFor({ timeout: SERVICES_MS_MAX });
  await page.waitForLoadState('networkidle');
}

async function openError(page: Page): Promise<void> {
  await page.locator('.sx-row').nth(3).click();
}

async function evaluate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Deployment succeeded' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByText('Events covered').waitFor();
  await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
  const verdict = page.getByRole('region', { name: 'Result' });
  await verdict.waitFor();
  await verdict.scrollIntoViewIfNeeded();
}
