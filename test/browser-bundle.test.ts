/** What is said to run in the browser does: bundled for it, and run where nothing of Node is there. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createContext, Script } from 'node:vm';
import { build } from 'vite';
import { drawChart } from '../src/charts/index.ts';
import type * as charts from '../src/charts/index.ts';
import type * as completion from '../src/language/complete/complete.ts';
import type * as language from '../src/language/index.ts';
import type * as patterns from '../src/patterns/index.ts';
import { removeFolder } from './support/remove-folder.ts';

const ROOT = dirname(import.meta.dirname);

/** What they export, by their entries. */
interface Entries {
  'charts/index': typeof charts;
  'language/index': typeof language;
  'language/complete/complete': typeof completion;
  'patterns/index': typeof patterns;
}

test('the query language reads, writes, marks and completes without anything of Node', async (t) => {
  const bundle = await loadBundle(t, 'language/index');
  const { complete } = await loadBundle(t, 'language/complete/complete');
  const query = 'error | nope | head 1';
  const source = {
    fields: ['status'],
    values: () => ['200'],
    indexes: [],
    savedSearches: [],
    lookups: [],
  };

  assert.equal(bundle.format('a|head 1'), 'a\n| head 1');
  assert.equal(bundle.highlight(query)[0]?.kind, 'term');
  assert.equal(bundle.diagnose(query)[0]?.code, 'unknown-command');
  assert.equal(complete('status=', 7, source).items[0]?.label, '200');
});

test('patterns are found without anything of Node', async (t) => {
  const { minePatterns } = await loadBundle(t, 'patterns/index');

  assert.equal(minePatterns(['job 1 done', 'job 2 done', 'job 3 done']).patterns.length, 1);
});

test('charts are drawn without anything of Node, in the same bytes as on the server', async (t) => {
  const bundle = await loadBundle(t, 'charts/index');
  const drawing = {
    title: 'Requests',
    scheme: 'light',
    width: 600,
    height: 200,
    kind: 'line',
    timeZone: 'Europe/Berlin',
    data: {
      x: [1_793_000_000, 1_793_010_000, 1_793_020_000],
      labels: undefined,
      series: [{ name: 'errors', values: [1, null, 3] }],
    },
  } as const;

  assert.match(bundle.drawChart(drawing), /^<svg .*errors.*<\/svg>$/s);
  assert.equal(bundle.drawChart(drawing), drawChart(drawing));
});

/** The exports of an entry, as a browser would get them. */
async function loadBundle<Name extends keyof Entries>(
  t: TestContext,
  name: Name,
): Promise<Entries[Name]> {
  const outDir = mkdtempSync(join(tmpdir(), 'xplain-bundle-'));
  t.after(() => removeFolder(outDir));
  const entry = join(ROOT, 'src', `${name}.ts`);
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      outDir,
      minify: false,
      lib: { entry, formats: ['iife'], name: 'room', fileName: () => 'room.js' },
    },
  });
  const context = createContext({});
  const text = readFileSync(join(outDir, 'room.js'), 'utf8');
  new Script(`${text}\n;globalThis.room = room;`).runInContext(context);
  return (context as { room: Entries[Name] }).room;
}
