import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { judgeBothThemes, judgePage, judgeWidth } from './judge-page.ts';
import { startBrowser } from './start-browser.ts';

/** A page that follows the wish of the browser for a theme, as the app does. */
async function open(t: TestContext, style: string, body: string): Promise<Page | undefined> {
  const browser = await startBrowser(t);
  const follow = `
    const wish = matchMedia('(prefers-color-scheme: dark)');
    const obey = () => { document.documentElement.dataset.mantineColorScheme = wish.matches ? 'dark' : 'light'; };
    wish.addEventListener('change', obey);
    obey();`;
  const page = `<!doctype html><html lang="en"><title>A page</title>
    <style>body { color: #000; background: #fff } ${style}</style>
    <script>${follow}</script><main><h1>A page</h1>${body}</main></html>`;
  return browser?.visit(`data:text/html,${encodeURIComponent(page)}`);
}

test('a page without a fault has none, and colours of either theme are judged', async (t) => {
  const good = await open(t, '', '<p>words</p>');
  if (good === undefined) return;
  assert.deepEqual(await judgeBothThemes(good), []);

  for (const theme of ['light', 'dark']) {
    const pale = `[data-mantine-color-scheme=${theme}] p { color: #ddd }`;
    const page = await open(t, pale, '<p>words</p>');
    const faults = page === undefined ? [] : await judgeBothThemes(page);
    assert.equal(faults.length, 1, faults.join());
    assert.match(faults[0] ?? '', new RegExp(`^${theme}: .*color-contrast: <p>words</p>`));
  }
});

test('what has no name or is too wide is told', async (t) => {
  const page = await open(t, 'div { width: 3000px }', '<button></button><div>wide</div>');
  if (page === undefined) return;
  const faults = await judgePage(page);
  assert.equal(faults.length, 3, faults.join());
  assert.match(faults[0] ?? '', /button-name/);
  assert.match(faults[1] ?? '', /px wide$/);
  assert.match(faults[2] ?? '', /the page is cut by \d+ px$/);
});

test('a page that scrolls sideways in a window that does not is told', async (t) => {
  const style = 'main { width: 400px; overflow: auto } p { width: 3000px }';
  const page = await open(t, style, '<p>wide</p>');
  if (page === undefined) return;
  const faults = await judgeWidth(page);
  assert.equal(faults.length, 1, faults.join());
  assert.match(faults[0] ?? '', /the page is cut by \d+ px$/);
});

test('what is pale only until an answer is there is no fault', async (t) => {
  const page = await open(t, '.behind { opacity: 0.2 }', '<p class="behind">words</p>');
  if (page === undefined) return;
  assert.equal((await judgePage(page)).length, 1, 'it is one while it lasts');
  await page.evaluate(
    `const run = axe.run;
     axe.run = async (...given) => {
       const found = await run.apply(axe, given);
       document.querySelector('p').className = '';
       return found;
     };`,
  );
  assert.deepEqual(await judgePage(page), []);
});
