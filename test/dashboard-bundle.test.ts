/** How much a browser loads to show and to edit a dashboard: scripts beyond what every page has. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { KB } from '../src/spec/units.ts';
import { buildWeb } from '../tools/build-web.ts';

const DIST = join(dirname(import.meta.dirname), 'web/dist');
const VIEW_BYTES_MAX = 60 * KB;
const EDITOR_BYTES_MAX = 40 * KB;

test('showing a dashboard loads at most 60 KB beyond the shell', async () => {
  assert.equal(await buildWeb(), undefined);
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');
  const shell = loadedWith([/assets\/(index-[\w-]+\.js)/.exec(page)?.[1] ?? '']);
  const view = loadedWith([chunk('dashboard-page')]);

  const viewBytes = bytesOf(view, shell);
  assert.ok(view.size > 5 && shell.size > 1, 'the imports are read');
  assert.ok(viewBytes <= VIEW_BYTES_MAX, `the view has ${viewBytes} bytes`);
});

test('arranging its panels loads at most 40 KB more, and no query language', () => {
  const view = loadedWith([chunk('dashboard-page')]);
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');
  const shell = loadedWith([/assets\/(index-[\w-]+\.js)/.exec(page)?.[1] ?? '']);
  const editor = loadedWith([chunk('dashboard-editor')]);

  const editorBytes = bytesOf(editor, new Set([...shell, ...view]));
  assert.ok(editorBytes > KB && editorBytes <= EDITOR_BYTES_MAX, `it has ${editorBytes} bytes`);
  assert.ok(![...editor].some((file) => file.startsWith('language-')), [...editor].join(' '));
  // A form of one panel has a query, and what checks it.
  assert.ok([...loadedWith([chunk('panel-editor')])].some((file) => file.startsWith('language-')));
});

function chunk(name: string): string {
  const form = new RegExp(`^${name}-[\\w-]{8}\\.js$`);
  const found = readdirSync(join(DIST, 'assets')).find((file) => form.test(file));
  assert.ok(found !== undefined, `${name} is built`);
  return found;
}

const IMPORT =
  /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{},$\s]+\s*from\s*)?["']\.\/([\w.-]+\.js)["']/g;

/** A script and all that it cannot run without. */
function loadedWith(first: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...first];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const text = readFileSync(join(DIST, 'assets', file), 'utf8');
    for (const [, imported = ''] of text.matchAll(IMPORT)) waiting.push(imported);
  }
  return found;
}

function bytesOf(files: ReadonlySet<string>, known: ReadonlySet<string>): number {
  return [...files]
    .filter((file) => !known.has(file))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, 'assets', file))).length, 0);
}
