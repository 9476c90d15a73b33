/** Archives of the audit log, verified without the server, as they are and after somebody was there. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { startExports } from '../support/exports/start-exports.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { runCommand } from '../support/programs/run-command.ts';
import { silentLog } from '../../src/base/log.ts';
import { parseManifest } from '../../src/contract/archive-manifest.ts';
import type { ScheduledExport } from '../../src/contract/exports.ts';
import { createApiKey } from '../../src/guard/access/credentials/create-api-key.ts';
import { shipAudit } from '../../src/guard/audit/ship-audit.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/spec/units.ts';

const store = await openTestStore();
const NAMES = ['=cmd', 'Zürich 😀', 'a,"b"\nc', "'=quoted", 'last'];

/** An archive of so many entries, in a folder of this machine. */
async function archive(t: TestContext, format: 'csv' | 'jsonl' | 'parquet') {
  const started = await startExports(t, { store });
  const { access, call, runDue, folder } = started;
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const created = await call('POST /api/v1/exports', {
    as: owner,
    body: {
      name: 'Audit',
      mode: 'archive',
      query: 'index=_audit',
      schedule: { every: '1h' },
      format,
      startAt: new Date(Date.now() - MINUTE_MS).toISOString(),
      destination: { kind: 'folder', folder: 'archive' },
    },
  });
  assert.equal(created.status, 201, created.text);
  const { id } = created.body.data as ScheduledExport;
  for (const name of NAMES) {
    const as = { ...owner.actor, userAgent: name };
    await createApiKey(access.needs, as, { name, scope: 'ingest-only' });
    access.clock.advance(SECOND_MS);
  }
  await shipAudit({
    metadata: access.metadata,
    clock: access.clock,
    log: silentLog,
    append: async (of, records) => void (await started.write(of, records)),
  });
  access.clock.advance(HOUR_MS);
  await runDue();
  const shown = (await call(`GET /api/v1/exports/${id}`, { as: owner })).body
    .data as ScheduledExport;
  assert.equal(shown.health, 'ok', shown.healthDetail);
  const path = join(folder, 'archive', organization);
  const found = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const file = found.find((name) => name.includes('dt=') && /\.(csv|jsonl|parquet)/.test(name));
  assert(file !== undefined, found.join());
  return { ...started, organization, owner, path, file: join(path, file) };
}

// The entry of the export itself is the first.
const COUNT = NAMES.length + 1;

for (const format of ['csv', 'jsonl', 'parquet'] as const) {
  test(`an archive in ${format} is verified, as a folder and as a file`, async (t) => {
    const { path, file } = await archive(t, format);

    for (const given of [path, file]) {
      const { code, printed, complained } = await runCommand(['audit', 'verify', given]);
      assert.equal(code, 0, `${printed}\n${complained}`);
      assert.match(printed, new RegExp(`^Entries 1 to ${COUNT}, last hash [0-9a-f]{64}$`, 'm'));
    }
  });

  test(`number and hash are columns of an archive in ${format}`, async (t) => {
    const { path } = await archive(t, format);

    const found = readdirSync(path, { recursive: true, encoding: 'utf8' });
    const name = found.find((each) => each.includes('manifests/')) ?? '';
    const columns = parseManifest(readFileSync(join(path, name), 'utf8'))?.manifest.columns;

    assert.deepEqual(columns?.slice(-4), ['seq', 'hash', 'previous_hash', 'attributes']);
  });
}

test('an entry that somebody has changed, removed or moved is found by its number', async (t) => {
  const { file } = await archive(t, 'jsonl');
  const lines = zstdDecompressSync(readFileSync(file)).toString().trim().split('\n');
  const of = (seq: number): number => lines.findIndex((line) => line.includes(`"seq":"${seq}"`));
  const verify = async (changed: readonly string[]) => {
    writeFileSync(file, zstdCompressSync(`${changed.join('\n')}\n`));
    return runCommand(['audit', 'verify', file]);
  };
  const swapped = [...lines];
  [swapped[of(2)], swapped[of(3)]] = [lines[of(3)] ?? '', lines[of(2)] ?? ''];
  const renamed = lines.map((line) => line.replace(/"seq":"3"/, '"seq":"9"'));

  for (const [changed, words] of [
    [lines.map((line, i) => (i === of(3) ? line.replace('Zürich', 'Zurich') : line)), /Entry 3 /],
    [lines.filter((_, i) => i !== of(4)), /Entry 4 is missing/],
    [swapped, /Entry 2 is out of order/],
    [renamed, /Entry 3 is missing/],
    [[...lines, lines[of(2)] ?? ''], /Entry 2 is out of order/],
  ] as const) {
    const { code, complained } = await verify(changed);
    assert.equal(code, 1, complained);
    assert.match(complained, words);
  }
});

test('a Parquet file that was changed is a problem, wherever it was changed', async (t) => {
  const { path, file } = await archive(t, 'parquet');
  const content = readFileSync(file);
  for (const at of [10, Math.floor(content.length / 2), content.length - 20]) {
    const changed = Buffer.from(content);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    writeFileSync(file, changed);

    const { code, complained } = await runCommand(['audit', 'verify', path]);

    assert.equal(code, 1);
    assert.match(complained, /was changed after it was written/);
  }
});

test('an archive of other indexes has no columns of entries', async (t) => {
  const { access, call, write, runDue, folder } = await startExports(t, { store });
  const { id: organization, owner } = await access.newOrganization('enterprise');
  await call('POST /api/v1/exports', {
    as: owner,
    body: {
      name: 'All',
      mode: 'archive',
      query: '*',
      schedule: { every: '1h' },
      format: 'csv',
      startAt: new Date(Date.now() - MINUTE_MS).toISOString(),
      destination: { kind: 'folder', folder: 'archive' },
    },
  });
  await write(organization, [{ fields: { seq: '1', hash: 'x' } }]);
  access.clock.advance(HOUR_MS);
  await runDue();

  const path = join(folder, 'archive', organization);
  const found = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const file = found.find((name) => name.endsWith('.csv')) ?? '';
  const [header] = readFileSync(join(path, file), 'utf8').split('\n');
  assert.equal(
    header?.replaceAll('"', ''),
    '_time,_id,_index,_indextime,event,level,source,attributes',
  );
});
