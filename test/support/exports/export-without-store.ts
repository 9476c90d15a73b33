/** One export on a metadata store alone, whose destination is a map of texts. */
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { silentLog } from '../../../src/base/log.ts';
import type { ExportRow, ExportRunRow } from '../../../src/engines/metadata/tables/exports.ts';
import { ObjectsError } from '../../../src/engines/objects/objects.ts';
import type { Claim } from '../../../src/engines/schedule/schedule.ts';
import { openSecrets } from '../../../src/engines/secrets/open-secrets.ts';
import type { Place, PlaceFiles } from '../../../src/features/exports/destinations-port.ts';
import { destinationColumns } from '../../../src/features/exports/managing/kept-destination.ts';
import type { RunNeeds } from '../../../src/features/exports/runs/run-needs.ts';
import { PLANS } from '../../../src/spec/plans.ts';
import { answeringStore } from '../answering-store.ts';
import { openAccess } from '../open-access.ts';

export const EXPORT_KEY = 'the key of this export';

/** Noon of the clock these tests begin with. */
export const NOON = Date.UTC(2026, 0, 15, 12);

export async function exportWithoutStore(t: TestContext, change: Partial<ExportRow> = {}) {
  const access = await openAccess(t);
  const { metadata, clock, mails } = access;
  clock.advance(NOON - clock.now());
  const { id: organization, owner } = await access.newOrganization();
  const secrets = openSecrets({
    secret: 'a secret of the tests, long enough',
    previous: undefined,
  });
  const of = { id: 'exp_1', organization_id: organization };
  const kept = { shown: { kind: 'keep' }, secret: undefined } as const;
  const row: ExportRow = {
    ...EXPORT,
    ...of,
    ...destinationColumns(secrets, of, kept, EXPORT_KEY),
    ...change,
  };
  await metadata.db.insertInto('exports').values(row).execute();
  const files = new Map<string, string>();
  const faults: { open?: Error; tell?: () => Promise<void> } = {};
  const place: Place = {
    files: filesOf(files),
    nameOf: (path) => `kept/${path}`,
    isKept: true,
  };
  const open = (): Place => {
    if (faults.open !== undefined) throw faults.open;
    return place;
  };
  const needs: RunNeeds = {
    metadata,
    clock,
    secrets,
    plans: PLANS,
    log: silentLog,
    spool: '/nowhere',
    search: answeringStore({ now: NOON }, () => []).search as RunNeeds['search'],
    destinations: {
      open,
      tell: async () => faults.tell?.(),
    } as unknown as RunNeeds['destinations'],
    store: { frontier: async () => clock.now() },
    enqueueMail: async (_, mail) => void mails.push(mail),
    publicOrigin: () => 'https://logs.example.com',
  };
  const settled: unknown[] = [];
  const claim = (attempts = 1, signal = new AbortController().signal): Claim => ({
    attempts,
    signal,
    settle: async (_, next) => void settled.push(next),
  });
  return {
    ...access,
    organization,
    owner,
    needs,
    files,
    faults,
    place,
    settled,
    claim,
    row: () => metadata.db.selectFrom('exports').selectAll().executeTakeFirstOrThrow(),
    change: (set: Partial<ExportRow>) => metadata.db.updateTable('exports').set(set).execute(),
    runs: (): Promise<ExportRunRow[]> =>
      metadata.db.selectFrom('export_runs').selectAll().orderBy('from_ms').execute(),
    audit: async () =>
      (await access.auditOf(organization)).filter(({ action }) => /export/.test(action)),
  };
}

const EXPORT = {
  name: 'All events',
  description: '',
  version: 1,
  enabled: 1,
  mode: 'archive',
  query: '*',
  schedule: '{"every":"1h"}',
  start_at: NOON - 3_600_000,
  earliest: null,
  latest: null,
  format: 'jsonl',
  compression: 'zstd',
  folder: 'all-events-1',
  watermark: NOON - 3_600_000,
  manifest: null,
  health: 'new',
  health_detail: '',
  told_at: null,
  last_run_at: null,
  next_at: NOON,
  due_at: NOON + 120_000,
  lease_until: null,
  claimed_by: null,
  fence: 0,
  attempts: 0,
  created_by: 'usr_1',
  created_at: NOON,
  updated_at: NOON,
} as const;

function filesOf(files: Map<string, string>): PlaceFiles {
  const find: PlaceFiles['find'] = async (name) => {
    const content = files.get(name);
    return content === undefined ? undefined : { name, bytes: content.length };
  };
  const some: Partial<PlaceFiles> = {
    find,
    async write(name, content, how) {
      if (how?.ifAbsent === true && files.has(name)) throw new ObjectsError('exists');
      files.set(name, await text(content));
      return { bytes: files.get(name)?.length ?? 0 };
    },
    async read(name, range) {
      const content = files.get(name)?.slice(range?.from, range?.to);
      if (content === undefined) return undefined;
      return { content: Readable.from([content]), bytes: content.length };
    },
    remove: async (name) => void files.delete(name),
    list: async () => [],
    unfinished: async () => [],
    abandon: async () => {},
  };
  return some as PlaceFiles;
}
