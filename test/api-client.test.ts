import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ENDPOINTS } from '../src/compose/endpoints.ts';
import { clientText } from '../src/http/api-client.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { removeFolder } from './support/remove-folder.ts';

const root = join(import.meta.dirname, '..');
const OPTIONS =
  '--noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --types --lib esnext,dom';

/** What the compiler says about a program that uses the client, in the words of its codes. */
function compile(t: TestContext, program: string): { status: number | null; codes: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-client-'));
  t.after(() => removeFolder(folder));
  writeFileSync(join(folder, 'client.ts'), clientText(openApiDocument(ENDPOINTS, '1')));
  writeFileSync(join(folder, 'program.ts'), `import { createClient } from './client';\n${program}`);
  const words = [...OPTIONS.split(' '), '--target', 'esnext', '--module', 'preserve', 'program.ts'];
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { status, stdout } = spawnSync(tsc, words, { cwd: folder, encoding: 'utf8' });
  return {
    status,
    codes: [...stdout.matchAll(/^(\S+\.ts)\(.*error (TS\d+)/gm)].map(
      ([, file, code]) => `${file} ${code}`,
    ),
  };
}

test('the client compiles by itself, and types what goes in and comes out', (t) => {
  const { status, codes } = compile(
    t,
    `export async function count(): Promise<number> {
      const call = createClient({ url: 'https://logs.example.com', key: 'k' });
      await call('listSavedSearches');
      const { data: saved } = await call('createSavedSearch', { body: { name: 'a', query: 'b' } });
      const { data } = await call('search', { query: { query: saved.query } });
      return data.rows.length;
    }`,
  );

  assert.deepEqual(codes, []);
  assert.equal(status, 0);
});

test('an operation that is not there, a missing part and a wrong type do not compile', (t) => {
  const { codes } = compile(
    t,
    `const call = createClient({ url: '', key: '' });
    void call('noSuchOperation');
    void call('readSavedSearch');
    void call('search', { query: { query: 5 } });`,
  );

  assert.deepEqual(codes, ['program.ts TS2345', 'program.ts TS2554', 'program.ts TS2322']);
});
