/** What axe and the layout have to say about a page in the browser. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Every fault in words; none where people with a screen reader can use it and it is no wider than the window. */
export async function judgePage(page: Page): Promise<string[]> {
  const url = page.url();
  // Evaluated by the browser's own tools: the page's policy would refuse a foreign script.
  await page.evaluate(AXE);
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then((found) => found.violations)`,
  );
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  const room = page.viewportSize()?.width ?? 1_280;
  return [
    ...violations.map(({ id, nodes }) => `${url}: ${id}: ${nodes[0]?.html.slice(0, 200)}`),
    ...(width > room ? [`${url}: ${width} px wide`] : []),
  ];
}
