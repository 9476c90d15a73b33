import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { importParts } from '../../../../test/support/exports/import-parts.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import type { Manifest } from '../../../contract/archive-manifest.ts';
import type { ImportRow } from '../../../engines/metadata/tables/exports.ts';
import type { Limits } from '../../../spec/limits.ts';
import { hashOf, writeManifest } from '../archive/manifest.ts';
import type { ImportJobNeeds } from './import-job-needs.ts';
import { insertImport } from './imports-table.ts';
import { type ArchivePlace, planImport } from './plan-import.ts';
import { ArchiveProblem } from './reading/archive-problem.ts';
import { Cancelled } from './require-open.ts';

const never = new AbortController().signal;
const hour = (at: number): string => new Date(Date.UTC(2026, 0, 1, at)).toISOString();
const instant = (at: number): number => Date.UTC(2026, 0, 1) + at * 3_600_000;
const sha256 = 'a'.repeat(64);

/** That of one hour, with a file of so many rows. */
function manifestOf(at: number, rows: number, more: Partial<Manifest> = {}): Manifest {
  const file = {
    name: `f/${at}.jsonl`,
    rows,
    bytes: rows * 10,
    sha256,
    from: hour(at),
    to: hour(at + 1),
  };
  return {
    version: 1,
    organization: 'org_1',
    export: 'exp_1',
    name: 'All events',
    run: `run_${at}`,
    revision: 1,
    mode: 'archive',
    window: { from: hour(at), to: hour(at + 1) },
    query: '*',
    format: 'jsonl',
    compression: 'zstd',
    columns: [],
    files: [file],
    totals: { files: 1, rows, bytes: rows * 10 },
    previous: null,
    ...more,
  };
}

/** A place with these files, of which each page has at most a thousand. */
function placeOf(files: Readonly<Record<string, string>>, folder?: string) {
  const asked: unknown[] = [];
  const place = {
    folder,
    isKept: false,
    nameOf: (path: string) => `base/${path}`,
    files: {
      list: async (prefix: string, page: { limit: number; after?: string }) => {
        asked.push([prefix, page]);
        return Object.keys(files)
          .map((name) => ({ name: `base/${name}`, bytes: 1 }))
          .toSorted((a, b) => (a.name < b.name ? -1 : 1))
          .filter(({ name }) => name.startsWith(prefix) && name > (page.after ?? ''))
          .slice(0, page.limit);
      },
      read: async (name: string) => {
        const text = files[name.slice('base/'.length)];
        return text === undefined ? undefined : { content: Readable.from([text]), bytes: 1 };
      },
    },
  };
  return { asked, place: place as unknown as ArchivePlace };
}

async function prepare(t: TestContext, more: Partial<ImportRow> = {}) {
  const access = await openAccess(t);
  const { metadata } = access;
  const { id: organization, owner } = await access.newOrganization();
  const row: ImportRow = {
    id: 'imp_1',
    organization_id: organization,
    state: 'running',
    source: '{}',
    secret: null,
    index_name: 'again',
    days: 7,
    from_ms: null,
    to_ms: null,
    unsigned: 1,
    manifests: 0,
    files: 0,
    files_planned: null,
    row_count: 0,
    refused_count: 0,
    rows_planned: null,
    error: null,
    created_by: owner.id,
    ip_address: '',
    user_agent: '',
    created_at: 0,
    ended_at: null,
    due_at: null,
    lease_until: null,
    claimed_by: null,
    fence: 0,
    attempts: 0,
    ...more,
  };
  await metadata.transaction((unit) => insertImport(unit, row));
  const plan = async (
    place: ArchivePlace,
    signal = never,
    limits: Partial<Limits['exports']> = {},
  ) => {
    const own = { ...LIMITS, exports: { ...LIMITS.exports, ...limits } };
    const needs = { metadata, limits: own } as unknown as ImportJobNeeds;
    await using reader = importParts.openReader(own.exports, signal);
    await planImport(needs, row, { place, reader, signal });
  };
  const planned = async () => ({
    files: await metadata.db.selectFrom('import_files').selectAll().orderBy('number').execute(),
    row: await metadata.db.selectFrom('imports').selectAll().executeTakeFirst(),
  });
  const names = async () => (await planned()).files.map(({ name }) => name);
  const cancel = () =>
    metadata.db.updateTable('imports').set({ state: 'cancelled', ended_at: 5 }).execute();
  return { plan, planned, names, organization, cancel };
}

/** Each manifest under its name, each pointing to the one before. */
function chain(...manifests: Manifest[]): Record<string, string> {
  const files: Record<string, string> = {};
  let previous: Manifest['previous'] = null;
  for (const manifest of manifests) {
    const name = `f/manifests/${manifest.window.from.slice(11, 13)}_r${manifest.revision}.json`;
    files[name] = writeManifest({ ...manifest, previous }, 'key');
    previous = { name, sha256: hashOf(files[name]) };
  }
  return files;
}

test('the files of all manifests are planned in the order of their windows', async (t) => {
  const { plan, planned, organization } = await prepare(t);
  const { place, asked } = placeOf({
    ...chain(manifestOf(1, 3), manifestOf(2, 4, { format: 'csv', compression: 'none' })),
    'f/dt=2026-01-01/x.jsonl': '',
    'f/manifests/deeper/x.json': '',
    'f/manifests/x.txt': '',
  });

  await plan(place);

  const { files, row } = await planned();
  assert.deepEqual([row?.manifests, row?.files_planned, row?.rows_planned], [2, 2, 7]);
  const [first, second] = files;
  assert.deepEqual(first, {
    organization_id: organization,
    import_id: 'imp_1',
    number: 1,
    name: 'f/1.jsonl',
    facts: first?.facts,
    first_sequence: null,
    node: null,
    row_count: 0,
    deaths: 0,
    is_stored: 0,
  });
  assert.equal(second?.number, 2);
  assert.deepEqual(JSON.parse(second.facts), {
    name: 'f/2.jsonl',
    rows: 4,
    bytes: 40,
    sha256,
    format: 'csv',
    compression: 'none',
  });
  assert.deepEqual(asked, [['base/', { limit: 1_000 }]]);
});

test('of one export only its own folder is read', async (t) => {
  const { plan, names } = await prepare(t);
  const other = writeManifest(manifestOf(5, 1), 'key');
  const { place, asked } = placeOf(
    { ...chain(manifestOf(1, 1)), 'g/manifests/x.json': other },
    'f',
  );
  await plan(place);
  assert.deepEqual(await names(), ['f/1.jsonl']);
  assert.deepEqual(asked, [['base/f/manifests/', { limit: 1_000 }]]);
});

test('a place with more than a page of files is listed to the end', async (t) => {
  const { plan, names } = await prepare(t);
  const others = Array.from({ length: 1_000 }, (_, i) => [`a/${1_000 + i}`, ''] as const);
  const { place, asked } = placeOf({ ...Object.fromEntries(others), ...chain(manifestOf(1, 1)) });
  await plan(place);
  assert.deepEqual(await names(), ['f/1.jsonl']);
  assert.deepEqual(asked[1], ['base/', { limit: 1_000, after: 'base/a/1999' }]);
  assert.equal(asked.length, 2);
});

test('of each window the last revision counts, and reports are left out', async (t) => {
  const { plan, names } = await prepare(t);
  const again = { name: 'f/again.jsonl', rows: 1, bytes: 1, sha256, from: hour(1), to: hour(2) };
  const { place } = placeOf(
    chain(
      manifestOf(1, 1),
      manifestOf(1, 1, { revision: 2, files: [again] }),
      manifestOf(3, 1, { mode: 'report' }),
    ),
  );
  await plan(place);
  assert.deepEqual(await names(), ['f/again.jsonl']);
});

for (const [from, to, expected] of [
  [null, null, [1, 2, 3]],
  [2, null, [2, 3]],
  [1.5, null, [1, 2, 3]],
  [null, 3, [1, 2]],
  [null, 3.5, [1, 2, 3]],
  [2, 3, [2]],
] as const) {
  test(`of the hours 1, 2 and 3 those from ${from} to ${to} are ${expected.join()}`, async (t) => {
    const { plan, names } = await prepare(t, {
      from_ms: from === null ? null : instant(from),
      to_ms: to === null ? null : instant(to),
    });
    await plan(placeOf(chain(manifestOf(1, 1), manifestOf(2, 1), manifestOf(3, 1))).place);
    assert.deepEqual(
      await names(),
      expected.map((at) => `f/${at}.jsonl`),
    );
  });
}

test('a manifest that is missing or changed breaks the chain, but not before the range', async (t) => {
  const files = chain(manifestOf(1, 1), manifestOf(2, 1));
  const { 'f/manifests/01_r1.json': first = '', ...rest } = files;
  const changed = { ...files, 'f/manifests/01_r1.json': first.replace('All', 'Any') };
  const { plan } = await prepare(t);
  await assert.rejects(
    plan(placeOf(rest).place),
    new ArchiveProblem('The manifest f/manifests/01_r1.json is missing.'),
  );
  await assert.rejects(
    plan(placeOf(changed).place),
    new ArchiveProblem('The manifest f/manifests/01_r1.json was changed after it was written.'),
  );
  const later = await prepare(t, { from_ms: instant(2) });
  await later.plan(placeOf(rest).place);
  assert.deepEqual(await later.names(), ['f/2.jsonl']);
  const within = await prepare(t, { from_ms: instant(2) - 1 });
  await assert.rejects(within.plan(placeOf(rest).place), /is missing\.$/);
});

test('what is no archive, or too large a one, is refused', async (t) => {
  const { plan, planned } = await prepare(t);
  await assert.rejects(
    plan(placeOf({ 'f/x.jsonl': '' }).place),
    new ArchiveProblem('No manifests found in this location.'),
  );
  await assert.rejects(
    plan(placeOf({ 'f/manifests/x.json': '{}' }).place),
    new ArchiveProblem('f/manifests/x.json is no manifest.'),
  );
  await assert.rejects(
    plan(placeOf(chain(manifestOf(1, 50_000_001))).place),
    new ArchiveProblem('Too many rows: 50000001, maximum 50000000. Choose a shorter time range.'),
  );
  assert.deepEqual((await planned()).files, []);
  await plan(placeOf(chain(manifestOf(1, 50_000_000))).place);
  assert.equal((await planned()).row?.rows_planned, 50_000_000);
});

test('an import that is stopped plans nothing', async (t) => {
  const { plan, planned } = await prepare(t);
  const { place, asked } = placeOf(chain(manifestOf(1, 1)));
  await assert.rejects(plan(place, AbortSignal.abort(new Error('stopped'))), /stopped/);
  assert.deepEqual(asked, []);
  assert.deepEqual((await planned()).files, []);
});

test('a place that lists files for ever is given up', async (t) => {
  const { plan, planned } = await prepare(t);
  const { place } = placeOf({});
  let asked = 0;
  const list = async () => {
    asked += 1;
    return Array.from({ length: 1_000 }, (_, i) => ({ name: `base/${asked}/${i}`, bytes: 1 }));
  };
  const endless = { ...place, files: { ...place.files, list } };

  await assert.rejects(
    plan(endless, never, { importListedMax: 5_000 }),
    new ArchiveProblem('More than 5000 files in this location. Use the prefix of one export.'),
  );
  assert.equal(asked, 5);
  assert.deepEqual((await planned()).files, []);
});

test('manifests and files have a number', async (t) => {
  const { plan, planned } = await prepare(t);
  const { place } = placeOf(chain(manifestOf(1, 1), manifestOf(2, 1), manifestOf(3, 1)));

  await assert.rejects(
    plan(place, never, { importManifestsMax: 2 }),
    new ArchiveProblem('Too many manifests (maximum 2).'),
  );
  await assert.rejects(
    plan(place, never, { importFilesMax: 2 }),
    new ArchiveProblem('Too many files: 3, maximum 2. Choose a shorter time range.'),
  );
  await plan(place, never, { importManifestsMax: 3, importFilesMax: 3 });
  assert.equal((await planned()).row?.files_planned, 3);
});

for (const [name, more] of [
  ['more files than a run writes', { files: Array.from({ length: 1_001 }, () => fileOf('f/x')) }],
  ['a name that no file has', { files: [fileOf(`f/${'x'.repeat(512)}`)] }],
  ['an export whose id is a book', { export: 'x'.repeat(65) }],
] as const) {
  test(`a manifest with ${name} is none`, async (t) => {
    const { plan } = await prepare(t);
    const { place } = placeOf(chain(manifestOf(1, 1, more as Partial<Manifest>)));
    await assert.rejects(plan(place), new ArchiveProblem('f/manifests/01_r1.json is no manifest.'));
  });
}

function fileOf(name: string): Manifest['files'][number] {
  return { name, rows: 1, bytes: 1, sha256, from: hour(1), to: hour(2) };
}

test('an import that is cancelled meanwhile plans nothing', async (t) => {
  const { plan, planned, cancel } = await prepare(t);
  const { place } = placeOf(chain(manifestOf(1, 1), manifestOf(2, 1)));
  let read = 0;
  const cancelling = {
    ...place,
    files: {
      ...place.files,
      read: async (name: string) => {
        read += 1;
        await cancel();
        return place.files.read(name);
      },
    },
  };

  await assert.rejects(plan(cancelling), Cancelled);

  assert.equal(read, 1);
  assert.deepEqual((await planned()).files, []);
});
