/** One import that is planned already, on a metadata store alone: its files are texts, its store a list. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { silentLog } from '../../../src/base/log.ts';
import type { ImportFileRow, ImportRow } from '../../../src/engines/metadata/tables/exports.ts';
import type { InsertBatch } from '../../../src/engines/store/store.ts';
import type { ImportJobNeeds } from '../../../src/features/exports/imports/import-job-needs.ts';
import {
  insertImport,
  replaceImportFiles,
} from '../../../src/features/exports/imports/imports-table.ts';
import type { FileFacts } from '../../../src/features/exports/imports/reading/archive-jobs.ts';
import { runImports } from '../../../src/features/exports/imports/run-imports.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { importParts } from './import-parts.ts';
import { LIMITS } from '../limits.ts';
import { openAccess } from '../open-access.ts';
import { removeFolder } from '../remove-folder.ts';

const CREATED = Date.UTC(2026, 0, 16);

export interface ImportSetting {
  readonly row?: Partial<ImportRow>;
  /** By name, in order; two small ones unless said otherwise. */
  readonly files?: Readonly<Record<string, ArchivedFile>>;
  readonly limits?: Partial<Limits['exports']>;
  readonly needs?: Partial<ImportJobNeeds>;
}

export interface ArchivedFile {
  readonly content: string | Buffer;
  readonly rows: number;
  readonly kind?: Pick<FileFacts, 'format' | 'compression'>;
}

export const IMPORTED_FILES = {
  'a/1.jsonl': { content: linesOf('one', 'two'), rows: 2 },
  'a/2.jsonl': { content: linesOf('three'), rows: 1 },
} as const satisfies ImportSetting['files'];

export function linesOf(...bodies: readonly string[]): string {
  const lines = bodies.map((event) =>
    JSON.stringify({ _time: '2026-01-01T00:00:00.000Z', _id: event, event }),
  );
  return `${lines.join('\n')}\n`;
}

export function factsOf(name: string, { content, rows, kind }: ArchivedFile): FileFacts {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const bytes = Buffer.byteLength(content);
  const { format = 'jsonl', compression = 'none' } = kind ?? {};
  return { name, rows, bytes, sha256, format, compression };
}

export async function startImport(t: TestContext, setting: ImportSetting = {}) {
  const spool = mkdtempSync(join(tmpdir(), 'xplain-imports-'));
  t.after(() => removeFolder(spool));
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { id: organization } = await access.newOrganization();
  const archived = Object.entries<ArchivedFile>(setting.files ?? IMPORTED_FILES);
  const row: ImportRow = {
    ...IMPORT,
    organization_id: organization,
    created_at: CREATED,
    files_planned: archived.length,
    ...setting.row,
  };
  await metadata.transaction(async (unit) => {
    await insertImport(unit, row);
    await replaceImportFiles(unit, organization, row.id, plannedFiles(row, archived).toReversed());
  });
  const place = openPlace(archived);
  const { inserted, faults } = place;
  const needs = {
    ...importParts,
    limits: { ...LIMITS, exports: { ...LIMITS.exports, ...setting.limits } },
    metadata,
    clock,
    log: silentLog,
    spool: join(spool, 'files'),
    ...place.needs,
    ...setting.needs,
  } as unknown as ImportJobNeeds;
  const settled: unknown[] = [];
  const work = runImports(needs);
  const claimOf = (signal = new AbortController().signal) => ({
    attempts: 3,
    signal,
    settle: async (_: unknown, next: unknown) => void settled.push(next),
  });
  const find = () =>
    metadata.db
      .selectFrom('imports')
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
  return {
    access,
    organization,
    needs,
    metadata,
    clock,
    contents: place.contents,
    inserted,
    faults,
    settled,
    spooled: () => readdirSync(needs.spool),
    run: async (signal?: AbortSignal) => work.work(await find(), claimOf(signal)),
    giveUp: async (reason: unknown) => work.giveUp(await find(), claimOf(), reason),
    find,
    change: (set: Partial<ImportRow>) =>
      metadata.db.updateTable('imports').set(set).where('id', '=', row.id).execute(),
    changeFile: (number: number, set: Partial<ImportFileRow>) =>
      metadata.db.updateTable('import_files').set(set).where('number', '=', number).execute(),
    files: () => metadata.db.selectFrom('import_files').selectAll().orderBy('number').execute(),
    audit: async () =>
      (await access.auditOf(organization)).filter(({ action }) => action === 'import.finished'),
    insertOther: (other: Partial<ImportRow>) =>
      metadata.transaction((unit) => insertImport(unit, { ...row, ...other })),
  };
}

function plannedFiles(
  row: ImportRow,
  archived: readonly [string, ArchivedFile][],
): ImportFileRow[] {
  return archived.map(([name, file], i) => ({
    organization_id: row.organization_id,
    import_id: row.id,
    number: i + 1,
    name,
    facts: JSON.stringify(factsOf(name, file)),
    first_sequence: null,
    node: null,
    row_count: 0,
    deaths: 0,
    is_stored: 0,
  }));
}

/** Where the files are, and where their rows go. */
function openPlace(archived: readonly [string, ArchivedFile][]) {
  const contents = new Map(archived.map(([name, { content }]) => [name, content]));
  const inserted: InsertBatch[] = [];
  const faults: {
    insert?: () => Promise<void>;
    open?: Error;
    /** In place of the content of a file. */
    content?: () => Promise<Readable>;
    taken: number;
    listed: number;
  } = { taken: 0, listed: 0 };
  const files = {
    read: async (name: string) => {
      const content = contents.get(name.slice('base/'.length));
      if (content === undefined) return undefined;
      const bytes = Buffer.from(content);
      const sent = (await faults.content?.()) ?? Readable.from([bytes]);
      return { content: sent, bytes: bytes.length };
    },
    list: async () => {
      faults.listed += 1;
      return [];
    },
  };
  const openSource = () => {
    if (faults.open !== undefined) throw faults.open;
    return { files, nameOf: (path: string) => `base/${path}`, isKept: false };
  };
  const insert = async (batch: InsertBatch) => {
    await faults.insert?.();
    inserted.push(batch);
  };
  const rowIds = async () => ({
    node: 9,
    take: (count: number) => 100 + (faults.taken += count),
  });
  return {
    contents,
    inserted,
    faults,
    needs: { destinations: { openSource }, store: { insert }, rowIds },
  };
}

const IMPORT: Omit<ImportRow, 'organization_id' | 'created_at'> = {
  id: 'imp_1',
  state: 'waiting',
  source: '{"kind":"folder","folder":"archive"}',
  secret: null,
  index_name: 'again',
  days: 7,
  from_ms: null,
  to_ms: null,
  unsigned: 1,
  manifests: 1,
  files: 0,
  files_planned: null,
  row_count: 0,
  refused_count: 0,
  rows_planned: 3,
  error: null,
  created_by: 'usr_1',
  ip_address: '192.0.2.7',
  user_agent: 'test',
  ended_at: null,
  due_at: 0,
  lease_until: null,
  claimed_by: null,
  fence: 0,
  attempts: 0,
};
