import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Metadata } from '../../src/engines/metadata/metadata.ts';
import { openPostgres } from '../../src/engines/metadata/postgres/open-postgres.ts';
import { openSqlite } from '../../src/engines/metadata/sqlite/open-sqlite.ts';
import { startPostgres, startRunPostgres } from './metadata/start-postgres.ts';
import { removeFolder } from './remove-folder.ts';

const NEEDS = { clock: systemClock, log: silentLog };

/** A fresh metadata store on SQLite with the whole schema, closed and removed after the test. */
export async function openTestMetadata(t: TestContext): Promise<Metadata> {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-metadata-'));
  const metadata = await openSqlite(NEEDS, await writeFile(folder));
  t.after(async () => {
    await metadata[Symbol.asyncDispose]();
    removeFolder(folder);
  });
  return metadata;
}

/** The same on PostgreSQL; undefined when the test was skipped for lack of it. */
export async function openTestPostgres(t: TestContext): Promise<Metadata | undefined> {
  const place = await newTestDatabase(t);
  if (place === undefined) return undefined;
  const metadata = await openPostgres(NEEDS, place.url);
  t.after(() => metadata[Symbol.asyncDispose]());
  return metadata;
}

/** Such a file that the test opens itself, as often as it likes. */
export async function newTestFile(t: TestContext): Promise<{ kind: 'sqlite'; path: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-metadata-'));
  t.after(() => removeFolder(folder));
  return { kind: 'sqlite', path: await writeFile(folder) };
}

/** And such a database. */
export async function newTestDatabase(
  t: TestContext,
): Promise<{ kind: 'postgres'; url: string } | undefined> {
  const database = await startPostgres(t, migrateDatabase);
  return database && { kind: 'postgres', url: database.url };
}

// Copying a store that is up to date takes a fraction of what bringing one there does.
let migratedFile: Promise<Buffer> | undefined;

async function writeFile(folder: string): Promise<string> {
  const path = join(folder, 'metadata.db');
  migratedFile ??= migrateFile();
  writeFileSync(path, await migratedFile, { mode: 0o600 });
  return path;
}

/** What the whole run has made for all its files, or what this process makes for itself. */
async function migrateFile(): Promise<Buffer> {
  const made = process.env['TEST_METADATA_FILE'];
  return made === undefined ? makeFile() : readFileSync(made);
}

async function makeFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-template-'));
  try {
    const path = join(folder, 'metadata.db');
    const metadata = await openSqlite(NEEDS, path);
    // Whoever closes last brings everything into the one file.
    await metadata[Symbol.asyncDispose]();
    return readFileSync(path);
  } finally {
    removeFolder(folder);
  }
}

/** Makes both for a run of many files: where they are, and how the databases of a file go when it has ended. */
export async function prepareTestMetadata(folder: string): Promise<{
  readonly environment: Readonly<Record<string, string>>;
  readonly dropOf: (marker: string) => Promise<void>;
}> {
  const file = join(folder, 'metadata.db');
  writeFileSync(file, await makeFile());
  const postgres = await startRunPostgres(migrateDatabase);
  return {
    environment: {
      TEST_METADATA_FILE: file,
      ...(postgres && { TEST_POSTGRES_URL: postgres.url }),
    },
    dropOf: async (marker) => postgres?.dropOf(marker),
  };
}

async function migrateDatabase(url: string): Promise<void> {
  const metadata = await openPostgres(NEEDS, url);
  await metadata[Symbol.asyncDispose]();
}
