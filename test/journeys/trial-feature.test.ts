/** That a feature needs no more than ARCHITECTURE.md says: one is added to a copy of the product, and used. */
import assert from 'node:assert/strict';
import { appendFile, cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBoundaries } from '../../tools/boundaries.ts';
import { findStrays } from '../../tools/statements.ts';
import { findTenantTables, findUntold } from '../../tools/audited-changes.ts';
import { startApp } from '../support/programs/start-app.ts';
import { TRIAL_FILES, TRIAL_LINES } from '../support/trial-feature.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';
import { removeFolder } from '../support/remove-folder.ts';

const root = join(import.meta.dirname, '../..');

/** The sources of the product with the feature among them. */
async function copyWithFeature(t: TestContext): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'xplain-trial-'));
  t.after(() => removeFolder(copy));
  await cp(join(root, 'src'), join(copy, 'src'), { recursive: true });
  await cp(join(root, 'package.json'), join(copy, 'package.json'));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [file, text] of Object.entries(TRIAL_FILES)) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await writeFile(join(copy, file), text, { flag: 'wx' });
  }
  for (const [file, line] of Object.entries(TRIAL_LINES)) await appendFile(join(copy, file), line);
  return copy;
}

test('a room, its contract, its tables and one line in compose are a feature', async (t) => {
  const copy = await copyWithFeature(t);

  const app = await startApp(t, ADMIN_ENVIRONMENT, undefined, join(copy, 'src/main.ts'));
  const ada = await signIn(app.url, ADMIN);
  const created = await ada.create<object>('/api/v1/trials', { name: 'Payments' });
  const usage = await ada.read<{ resources: { resource: string; used: number }[] }>(
    '/api/v1/organization/usage',
  );
  const document = await (await fetch(`${app.url}/openapi.json`)).text();
  for (let i = 0; i < 600 && !app.output().includes('trial job ran'); i++) await sleep(100);

  assert.deepEqual(created, { name: 'Payments' });
  assert.equal(usage.resources.find(({ resource }) => resource === 'dashboards')?.used, 1);
  assert.match(document, /\/api\/v1\/trials/);
  assert.match(app.output(), /trial job ran/);
});

test('it keeps every rule of the map, of statements and of the audit log', async () => {
  const sources = new Map(Object.entries(TRIAL_FILES));
  for (const [file, line] of Object.entries(TRIAL_LINES)) {
    assert.equal(line.split('\n').length, 2, 'one line');
    sources.set(file, (await readFile(join(root, file), 'utf8')) + line);
  }

  assert.deepEqual(checkBoundaries(sources), []);
  assert.deepEqual(findStrays(sources), []);
  assert.deepEqual(findUntold(sources, findTenantTables(sources.values())), []);
});
