/** How much a browser loads before the search page is there. Counted from what was built: every script that is needed at once. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildWeb } from '../tools/build-web.ts';

const ASSETS = join(import.meta.dirname, '../web/dist/assets');
/** Of all scripts together, compressed. */
const BYTES_MAX = 350_000;
/** `from"./a.js"` and `import"./a.js"`, but not `import("./a.js")`, which waits until it is wanted. */
const NEEDED = /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g;

test('the first load of the search page takes no more than its share of the line', async (t) => {
  assert.equal(await buildWeb(), undefined);
  const names = readdirSync(ASSETS).filter((name) => /^(?:index|search-page)-.*\.js$/.test(name));
  assert.equal(names.length, 2, names.join(', '));

  const needed = new Set(names);
  let bytes = 0;
  for (const name of needed) {
    const text = readFileSync(join(ASSETS, name), 'utf8');
    bytes += gzipSync(text).length;
    for (const [, other] of text.matchAll(NEEDED)) if (other !== undefined) needed.add(other);
  }

  t.diagnostic(`${needed.size} scripts, ${bytes} bytes`);
  assert.ok(needed.size > 30, 'the scripts that those two need are found');
  assert.ok(bytes <= BYTES_MAX, `${bytes} bytes`);
});
