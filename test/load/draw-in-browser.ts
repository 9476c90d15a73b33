/** How long a browser takes to draw charts over time as dashboards do: the same options, the same library. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { launchBrowser } from '../support/browser/launch-browser.ts';

const ROOT = dirname(dirname(import.meta.dirname));

/** Ten charts of a thousand points: made, painted, and their pixels read. */
const ENTRY = `
import uPlot from 'uplot';
import { timeChartOptions } from '${ROOT}/web/src/charts/time-chart-options.ts';
import { paintOrder } from '${ROOT}/web/src/charts/time-chart-shape.ts';

const x = Array.from({ length: 1000 }, (_, at) => 1.79e9 + at * 60);

export async function drawTen() {
  const places = Array.from({ length: 10 }, () => document.body.appendChild(document.createElement('div')));
  const charts = places.map((place, chart) => {
    const values = x.map((_, at) => 50 + 40 * Math.sin(at / 30 + chart) + (at % 7));
    return { place, painted: paintOrder([{ name: 'n', values }], 'none') };
  });
  const startedAt = performance.now();
  const plots = charts.map(({ place, painted }) => {
    const drawn = { x, painted, form: 'line', stacking: 'none', isLog: false, unit: undefined, timeZone: 'Europe/Berlin',
      scheme: 'dark', looks: new Map(), limits: [{ from: 80, state: 'critical' }], marks: [], range: undefined };
    return new uPlot(timeChartOptions(600, 240, drawn, {}), [x, ...painted.map(({ tops }) => tops)], place);
  });
  // uPlot paints behind the present turn; reading a pixel waits for the painting.
  await Promise.resolve();
  for (const { ctx } of plots) ctx.getImageData(0, 0, 1, 1);
  const elapsedMs = performance.now() - startedAt;
  for (const plot of plots) plot.destroy();
  for (const place of places) place.remove();
  return elapsedMs;
}
`;

/** Undefined where there is no Chromium. */
export async function drawInBrowser(runs: number): Promise<number[] | undefined> {
  const browser = await launchBrowser();
  if (browser === undefined) return undefined;
  try {
    const script = await bundle();
    const page = await browser.newPage();
    await page.setContent('<!doctype html><body></body>');
    await page.addScriptTag({ content: script });
    // The first one also translates the script.
    await page.evaluate('charts.drawTen()');
    const found: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      found.push(await page.evaluate<number>('charts.drawTen()'));
    }
    return found;
  } finally {
    await browser.close();
  }
}

async function bundle(): Promise<string> {
  // Below the packages, so that they are found from there.
  const folder = join(ROOT, `node_modules/.cache/draw-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const entry = join(folder, 'entry.ts');
    writeFileSync(entry, ENTRY);
    const built = await build({
      configFile: false,
      root: ROOT,
      logLevel: 'error',
      build: { write: false, lib: { entry, formats: ['iife'], name: 'charts' } },
    });
    const [output] = Array.isArray(built) ? built : [built];
    if (output === undefined || !('output' in output)) throw new Error('nothing was built');
    return output.output[0].code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
