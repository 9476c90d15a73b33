/** What axe and the layout have to say about a page in the browser. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
/** Those of them that look at colours. What the others look at is the same in every theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** No colour here is on its way for longer. */
const SETTLE_MS_MAX = 3_000;
/** How often a page with a fault is looked at: it may have been drawn anew just then, as by an answer that came. */
const LOOKS_MAX = 3;
const LOOK_AGAIN_MS = 1_000;

interface Violation {
  readonly id: string;
  readonly nodes: readonly {
    readonly html: string;
    readonly any: readonly { readonly message: string }[];
  }[];
}

/** Every fault in words; none where people with a screen reader can use it and it is no wider than the window. */
export function judgePage(page: Page): Promise<string[]> {
  return judge(page, { type: 'tag', values: RULES });
}

/** The same in the light and in the dark theme, which follow the wish of the browser. */
export async function judgeBothThemes(page: Page): Promise<string[]> {
  await choose(page, 'light');
  const inLight = await judgePage(page);
  await choose(page, 'dark');
  const inDark = await judge(page, { type: 'rule', values: COLOR_RULES });
  return [...inLight.map((fault) => `light: ${fault}`), ...inDark.map((fault) => `dark: ${fault}`)];
}

async function choose(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}

interface Scope {
  readonly type: 'tag' | 'rule';
  readonly values: readonly string[];
}

/** A fault is one that stays. */
async function judge(page: Page, scope: Scope): Promise<string[]> {
  let faults = await look(page, scope);
  for (let looks = 1; looks < LOOKS_MAX && faults.length > 0; looks += 1) {
    await sleep(LOOK_AGAIN_MS);
    faults = await look(page, scope);
  }
  return faults;
}

async function look(page: Page, scope: Scope): Promise<string[]> {
  const url = page.url();
  // Colours on their way are nobody's colours. One that is held, as of an element that is not painted, never ends.
  await page.evaluate(
    `Promise.race([
      Promise.allSettled(document.getAnimations()
        .filter((each) => each.playState === 'running' && Number.isFinite(each.effect?.getComputedTiming().endTime))
        .map((each) => each.finished)),
      new Promise((resolve) => setTimeout(resolve, ${SETTLE_MS_MAX})),
    ])`,
  );
  // Evaluated by the browser's own tools: the page's policy would refuse a foreign script. It stays until the page goes.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE);
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(scope)}, resultTypes: ['violations'] })
      .then((found) => found.violations)`,
  );
  return [
    ...violations.map(({ id, nodes: [first] }) => {
      const why = first?.any[0]?.message ?? '';
      return `${url}: ${id}: ${first?.html.slice(0, 200)} ${why}`;
    }),
    ...(await tooWide(page)),
  ];
}

/** What is cut at the right, and stays so: the window, and the part of it that scrolls by itself. */
export async function judgeWidth(page: Page): Promise<string[]> {
  let faults = await tooWide(page);
  for (let looks = 1; looks < LOOKS_MAX && faults.length > 0; looks += 1) {
    await sleep(LOOK_AGAIN_MS);
    faults = await tooWide(page);
  }
  return faults;
}

/** A page whose main part scrolls sideways is too wide as well, though the window is not. */
async function tooWide(page: Page): Promise<string[]> {
  const [width, mainBy] = await page.evaluate<[number, number]>(
    `[document.documentElement.scrollWidth, ((main) => main === null ? 0 : main.scrollWidth - main.clientWidth)(document.querySelector('main'))]`,
  );
  const room = page.viewportSize()?.width ?? 1_280;
  return [
    ...(width > room ? [`${page.url()}: ${width} px wide`] : []),
    ...(mainBy > 0 ? [`${page.url()}: the page is cut by ${mainBy} px`] : []),
  ];
}
