/** A real browser in front of the whole program, as people use it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildWeb } from '../../../tools/build-web.ts';
import { BROWSER_MISSING, launchBrowser } from './launch-browser.ts';
import { skipWithout } from '../programs/require-program.ts';

/** Screenshots and page texts of failed tests, kept for whoever looks at the run. */
const ARTEFACTS = join(import.meta.dirname, '../../../node_modules/.cache/browser-artefacts');
/** Pages are looked at for seconds: what the compilers would win later is not seen any more. */
const FLAGS = ['--js-flags=--no-opt --no-maglev'];
/** Far more than any step takes, also where other things run beside it. */
const STEP_MS_MAX = 60_000;

export interface TestBrowser {
  /** Somebody who opens the product for the first time: no cookie, nothing kept. */
  visit(url: string, options?: VisitOptions): Promise<Page>;
}

export interface VisitOptions {
  readonly colorScheme?: 'dark' | 'light';
  readonly viewport?: { readonly width: number; readonly height: number };
  /** For somebody who has switched scripts off. */
  readonly hasScripts?: boolean;
}

/** Undefined where Chromium is missing and the test was skipped for it. */
export async function startBrowser(t: TestContext): Promise<TestBrowser | undefined> {
  const browser = await runningBrowser();
  if (browser === undefined) {
    skipWithout(t, BROWSER_MISSING);
    return undefined;
  }
  const problem = await buildWeb();
  if (problem !== undefined) throw new Error(problem);
  const pages: Page[] = [];
  t.after(async () => {
    if (!hasPassed(t)) await keepArtefacts(t.name, pages);
    await Promise.all(pages.map((page) => page.context().close()));
  });
  return {
    visit: async (url, options = {}) => {
      const context = await newContext(browser, options);
      const page = await context.newPage();
      pages.push(page);
      await page.goto(url);
      return page;
    },
  };
}

// One browser for all tests of a process: visitors share nothing, and starting one takes longer than most visits.
let running: Promise<Browser | undefined> | undefined;
after(async () => (await running)?.close());

async function runningBrowser(): Promise<Browser | undefined> {
  const known = await running;
  if (known?.isConnected()) return known;
  running = launchBrowser(FLAGS);
  return running;
}

/** The types of Node do not know this part of its test context yet. */
function hasPassed(t: TestContext): boolean {
  return (t as TestContext & { readonly passed: boolean }).passed;
}

async function newContext(browser: Browser, options: VisitOptions): Promise<BrowserContext> {
  const { colorScheme = 'light', viewport = { width: 1_280, height: 800 } } = options;
  const { hasScripts: javaScriptEnabled = true } = options;
  const context = await browser.newContext({
    colorScheme,
    viewport,
    javaScriptEnabled,
    locale: 'en-GB',
    // What is on its way from one colour or place to another is neither judged nor clicked.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(STEP_MS_MAX);
  return context;
}

async function keepArtefacts(name: string, pages: readonly Page[]): Promise<void> {
  mkdirSync(ARTEFACTS, { recursive: true });
  for (const [place, page] of pages.entries()) {
    const file = join(ARTEFACTS, `${name.replaceAll(/\W+/g, '-').slice(0, 80)}-${place}.png`);
    await page.screenshot({ path: file, fullPage: true }).catch(() => undefined);
    process.stderr.write(`screenshot of the failed test: ${file}\n`);
  }
}
