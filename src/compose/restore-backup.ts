/**
 * Reads a backup back into an empty data folder: its files, then what makes them whole. Events that waited in the queue
 * are stored, what was deleted or revoked since is so again, and only then is the folder there for a server.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import type { Config } from '../config/index.ts';
import { ObjectsError } from '../engines/objects/objects.ts';
import { findEngine } from '../engines/store/open-store.ts';
import type { Ledger } from '../engines/metadata/tables/ledger.ts';
import {
  noteDrill,
  openRepository,
  placeRestored,
  pointOf,
  prepareTarget,
  restoreFiles,
  RepositoryError,
  type Snapshot,
} from '../features/backup/index.ts';
import { MB, SECOND_MS } from '../spec/units.ts';
import { openBackupPlace, readBackupKey } from './offer-backup.ts';
import { settleRestored, type SettleReport } from './settle-restored.ts';
import { versionOf } from './version-of.ts';

export interface RestoreOrder {
  /** The configuration of a node that has its data in this folder. */
  readonly configFor: (data: string) => Config;
  /** Undefined only for a drill, which uses a temporary folder. */
  readonly data: string | undefined;
  /** The id of a backup; the newest unless it is given. */
  readonly at: string | undefined;
  /** Everything is done aside, measured, and removed. */
  readonly isDrill: boolean;
}

export interface RestoreReport extends SettleReport {
  readonly backup: string;
  readonly release: string;
  readonly files: number;
  readonly bytes: number;
  /** Age of the backup at the time of the request: the data that would be lost. */
  readonly rpoSeconds: number;
  /** Until the folder was ready for a server. */
  readonly rtoSeconds: number;
  readonly megabytesPerSecond: number;
}

export async function listBackups(config: Config): Promise<string[]> {
  return (await openPlace(config)).listSnapshots();
}

export async function restoreBackup(order: RestoreOrder): Promise<RestoreReport> {
  const { isDrill } = order;
  const drill = isDrill ? await mkdtemp(join(order.data ?? tmpdir(), 'xplain-drill-')) : undefined;
  const data = drill ?? order.data;
  if (data === undefined) throw new RepositoryError('Set the folder to restore into with --data.');
  try {
    return await restoreInto(order, data);
  } catch (error) {
    // All errors of the backup destination are for the operator.
    throw error instanceof ObjectsError ? new RepositoryError(error.message, error) : error;
  } finally {
    if (drill !== undefined) await rm(drill, { recursive: true, force: true });
  }
}

async function restoreInto(
  { configFor, at, isDrill }: RestoreOrder,
  data: string,
): Promise<RestoreReport> {
  const startedAt = systemClock.now();
  const repository = await openPlace(configFor(data));
  const snapshot = await chooseSnapshot(repository, at);
  const note = await repository.readNote();
  const ledger = note === undefined ? undefined : (JSON.parse(note) as Ledger);
  const work = await prepareTarget(data);
  const readFrom = systemClock.now();
  await restoreFiles(repository, snapshot, work);
  const readSeconds = secondsSince(readFrom);
  const settled = await settleAs(snapshot, async () =>
    settleRestored(await onItsEngine(configFor(work)), snapshot, { ledger, isDrill }),
  );
  await placeRestored(data);
  const bytes = snapshot.files.reduce((sum, file) => sum + file.bytes, 0);
  const rtoSeconds = secondsSince(startedAt);
  if (isDrill) {
    const rtoMs = rtoSeconds * SECOND_MS;
    await rememberDrill(repository, { at: startedAt, backup: snapshot.id, rtoMs, bytes });
  }
  return {
    backup: snapshot.id,
    release: snapshot.release,
    files: snapshot.files.length,
    bytes,
    rpoSeconds: (startedAt - snapshot.point) / SECOND_MS,
    rtoSeconds,
    megabytesPerSecond: bytes / MB / Math.max(readSeconds, 0.001),
    ...settled,
  };
}

/** Rows are read by the engine that wrote them, even if another one is installed. */
async function onItsEngine(config: Config): Promise<Config> {
  const { store } = config;
  if (store.kind !== 'embedded') return config;
  const engine = await findEngine(store.directory);
  return engine === undefined ? config : { ...config, store: { ...store, engine } };
}

/** For the targets page of the server. A drill also works with a read-only destination. */
async function rememberDrill(...drilled: Parameters<typeof noteDrill>): Promise<void> {
  try {
    await noteDrill(...drilled);
  } catch (error) {
    if (!(error instanceof ObjectsError)) throw error;
    process.stderr.write(
      `xplain: the result of the drill could not be stored for the Targets page: ${error.message}\n`,
    );
  }
}

async function openPlace(config: Config) {
  const { backup } = config;
  if (backup === undefined) {
    throw new RepositoryError('Set the location of the backups with --from.');
  }
  if (backup.key.kind === 'kept') {
    throw new RepositoryError('Set XPLAIN_BACKUP_KEY to the key printed by `xplain backup key`.');
  }
  return openRepository(await openBackupPlace(config, backup), await readBackupKey(backup), false);
}

async function chooseSnapshot(
  repository: Awaited<ReturnType<typeof openRepository>>,
  at: string | undefined,
): Promise<Snapshot> {
  const ids = await repository.listSnapshots();
  const id = at ?? ids.at(-1);
  if (id === undefined) throw new RepositoryError('This location has no complete backup yet.');
  if (pointOf(id) === undefined || !ids.includes(id)) {
    throw new RepositoryError(`No such backup: ${id}. Use --list to see the available backups.`);
  }
  return repository.readSnapshot(id);
}

/** An engine that doesn't recognize its data reports that; only the backup knows which release wrote it. */
async function settleAs<T>({ release }: Snapshot, settle: () => Promise<T>): Promise<T> {
  try {
    return await settle();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new RepositoryError(
      `${error.message} The backup was created by release ${release}, and this is ${versionOf()}: ` +
        `restore it with ${release} or a later one.`,
      error,
    );
  }
}

function secondsSince(startedAt: number): number {
  return (systemClock.now() - startedAt) / SECOND_MS;
}
