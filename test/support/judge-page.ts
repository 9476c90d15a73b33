/** What axe and the layout have to say about a page in the browser. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** No colour here is on its way for longer. */
const SETTLE_MS_MAX = 3_000;

interface Violation {
  readonly id: string;
  readonly nodes: readonly {
    readonly html: string;
    readonly any: readonly { readonly message: string }[];
  }[];
}

/** Every fault in words; none where people with a screen reader can use it and it is no wider than the window. */
export async function judgePage(page: Page): Promise<string[]> {
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
  // Evaluated by the browser's own tools: the page's policy would refuse a foreign script.
  await page.evaluate(AXE);
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then((found) => found.violations)`,
  );
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  const room = page.viewportSize()?.width ?? 1_280;
  return [
    ...violations.map(({ id, nodes: [first] }) => {
      const why = first?.any[0]?.message ?? '';
      return `${url}: ${id}: ${first?.html.slice(0, 200)} ${why}`;
    }),
    ...(width > room ? [`${url}: ${width} px wide`] : []),
  ];
}

/** The same in the light and in the dark theme, which follow the wish of the browser. */
export async function judgeBothThemes(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    faults.push(...(await judgePage(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
}
