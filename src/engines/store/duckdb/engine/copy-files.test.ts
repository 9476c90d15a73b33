import assert from 'node:assert/strict';
import { existsSync, mkdtempSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { encodedBatch, openFiles } from '../../../../../test/support/store/open-day-files.ts';
import { removeFolder } from '../../../../../test/support/remove-folder.ts';
import { organizationId } from '../../../../base/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../../spec/units.ts';
import { copyFiles } from './copy-files.ts';

const day = Date.UTC(2026, 2, 10, 9);

test('copies hold every row stored before, count them, and leave out files that did not change', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-days-'));
  t.after(() => removeFolder(folder));
  let now = day;
  const clock = { now: () => now };
  using opened = await openFiles(folder, clock);
  const needs = { ...opened, folder, clock };
  const store = (bodies: readonly string[]): Promise<void> =>
    opened.inserter.insert(
      encodedBatch(
        bodies.map((body, at) =>
          logRecord({ organization: organizationId(`org_${at % 2}`), timestamp: now, body }),
        ),
      ),
    );
  await store(['one', 'two', 'three']);
  now = Date.now() + HOUR_MS;
  await store(['four']);

  const storing = store(['five']);
  const first = await copyFiles(needs, {});
  await storing;

  const copied = first.files.filter(({ name }) => name.endsWith('.duckdb'));
  assert.equal(copied.length, 2);
  assert.deepEqual(copied[0]?.rows, [
    { organization: 'org_0', day: '2026-03-10', rows: 2 },
    { organization: 'org_1', day: '2026-03-10', rows: 1 },
  ]);
  assert.ok(!existsSync(join(first.folder, `${copied[0]?.name}.wal`)), 'logs are worked in');
  const other = mkdtempSync(join(tmpdir(), 'xplain-days-'));
  t.after(() => removeFolder(other));
  await cp(first.folder, other, { recursive: true });
  using restored = await openFiles(other, clock);
  const bodies = await restored.bodies();
  for (const body of ['one', 'two', 'three', 'four']) assert.equal(bodies.get(body), 1, body);
  assert.deepEqual(restored.files.unreadable(), []);

  // Long after everything was written, times tell what has changed.
  now += DAY_MS;
  const known = async (stamps: Record<string, string>) => {
    const { files } = await copyFiles(needs, stamps);
    return files.filter(({ name }) => name.endsWith('.duckdb'));
  };
  const settled = await known({});
  const stamps = Object.fromEntries(settled.map(({ name, stamp }) => [name, stamp]));
  assert.ok(Object.values(stamps).every((stamp) => stamp !== ''));
  assert.deepEqual(
    (await known(stamps)).map(({ isCopied }) => isCopied),
    [false, false],
  );
  now -= DAY_MS;
  await store(['six']);
  now += DAY_MS;
  assert.deepEqual(
    (await known(stamps)).map(({ isCopied }) => isCopied),
    [false, true],
  );
});
