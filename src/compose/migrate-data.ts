/**
 * Moves an installation from the folder of one machine to other engines: logs first, which takes long and may be done
 * ahead, then what waits, files, and metadata last, in one transaction. Until that has happened the target is an empty
 * installation; afterwards it is the whole one. The source keeps everything.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import { type Config, currentPlace, loadConfig, placeSecret } from '../config/index.ts';
import { copyTables, findFilled, readMark } from '../engines/metadata/copy-tables.ts';
import { findEngine } from '../engines/store/open-store.ts';
import {
  type Bounds,
  compareLogs,
  type CopiedLogs,
  type CopiedQueue,
  copyLogs,
  copyObjects,
  copyQueue,
  findOwners,
  listOrganizations,
  type LogsComparison,
} from '../features/migration/index.ts';
import { createLog } from '../http/log.ts';
import { createMetrics } from '../http/metrics.ts';
import { HOUR_MS, SECOND_MS } from '../spec/units.ts';
import type { Node } from './node.ts';
import { openEngines, prepareData } from './open-engines.ts';
import { openRunningSource, type ReadSide } from './open-running-source.ts';
import { storeQueued } from './store-queued.ts';

const MIGRATE_STEPS = ['check', 'copy', 'switch', 'verify'] as const;
export type MigrateStep = (typeof MIGRATE_STEPS)[number];

export function isMigrateStep(text: string): text is MigrateStep {
  return (MIGRATE_STEPS as readonly string[]).includes(text);
}

export interface MigrateOrder {
  /** The data folder that is moved. A server may run on it until it is switched. */
  readonly from: string;
  /** The configuration of a node of the target. */
  readonly to: Config;
  readonly step: MigrateStep;
  /** Reports progress. */
  readonly tell: (line: string) => void;
}

export interface MigrateReport {
  readonly rows: number;
  readonly copied?: CopiedLogs;
  readonly queue?: CopiedQueue;
  readonly held?: CopiedQueue;
  readonly files?: number;
  /** Rows of all tables of the metadata. */
  readonly metadataRows?: number;
  /** Seconds since ingest stopped on the source. */
  readonly pauseSeconds?: number;
  readonly seconds: number;
}

type Side = Pick<Node, 'config' | 'log' | 'engines'>;

export async function migrateData(order: MigrateOrder): Promise<MigrateReport> {
  const startedAt = systemClock.now();
  const { from: folder, to: given, step, tell } = order;
  const source = await sourceConfig(folder, given);
  await using opened = new AsyncDisposableStack();
  const openTarget = (): Promise<Side> =>
    openSide({ ...given, roles: [], admin: undefined, backup: undefined }, opened);
  // Events that expire within the hour are not compared: one store may have removed them already, the other not yet.
  const bounds = { aliveAt: startedAt + HOUR_MS };
  const report = async (): Promise<Omit<MigrateReport, 'seconds'>> => {
    if (step === 'check' || step === 'copy') {
      const running = await openRunningSource(source, given.data, opened);
      const from = running ?? (await openSide(source, opened));
      return readLogs({ from, to: await openTarget(), bounds, tell }, step, running !== undefined);
    }
    const from = await openSide(source, opened);
    const move = { from, to: await openTarget(), bounds, tell };
    await checkTarget(move, { isSwitched: step === 'verify' });
    return step === 'verify' ? requireSame(move) : switchOver(move);
  };
  const done = await report();
  const seconds = (systemClock.now() - startedAt) / SECOND_MS;
  return { ...done, ...(step === 'switch' ? { pauseSeconds: seconds } : {}), seconds };
}

async function readLogs(
  given: Move,
  step: 'check' | 'copy',
  isRunning: boolean,
): Promise<Pick<MigrateReport, 'rows' | 'copied'>> {
  const { store } = given.from.engines;
  await checkTarget(given, { isSwitched: false });
  if (step === 'check') return { rows: (await store.diskUsage()).rows };
  if (!isRunning) return copyUntilSame(given);
  // Events stored from now on are copied in the next pass.
  const storedBefore = await store.frontier();
  return copyUntilSame({ ...given, bounds: { ...given.bounds, storedBefore } });
}

/** Copy attempts before remaining differences are reported; a running server may delete events meanwhile. */
const TRIES = 3;

async function copyUntilSame(move: Move): Promise<{ rows: number; copied: CopiedLogs }> {
  let [copied, removed] = [0, 0];
  for (let tries = 1; ; tries++) {
    const part = await copyRows(move, tries > 1);
    copied += part.copied;
    removed += part.removed;
    const { rows, differences } = await compareSides(move);
    if (differences.length === 0) return { rows, copied: { copied, removed } };
    if (tries === TRIES) throw differing(differences);
  }
}

/** Configuration of a node on the data folder, ignoring environment variables for the target. */
async function sourceConfig(folder: string, to: Config): Promise<Config> {
  const data = resolve(folder);
  if (data === resolve(to.data)) {
    throw new StartError(
      `${data} is also XPLAIN_DATA. Set XPLAIN_DATA to another folder for the target.`,
    );
  }
  const place = loadConfig({ XPLAIN_DATA: data }, { ...currentPlace(), directory: data });
  const isThere = place.metadata.kind === 'sqlite' && existsSync(place.metadata.file);
  if (!isThere || place.store.kind !== 'embedded') {
    throw new StartError(`No data found in ${data}.`);
  }
  const engine = await findEngine(place.store.directory);
  const store = { ...place.store, ...(engine && { engine }) };
  return { ...place, store, limits: to.limits, roles: [], admin: undefined, backup: undefined };
}

async function openSide(config: Config, opened: AsyncDisposableStack): Promise<Side> {
  const log = createLog({ level: 'warn', stream: process.stderr });
  await prepareData(config.data, log);
  return { config, log, engines: await openEngines(config, log, opened, createMetrics()) };
}

interface Move<From extends ReadSide = ReadSide> {
  readonly from: From;
  readonly to: Side;
  readonly bounds: Bounds;
  /** Reports progress. */
  readonly tell: (line: string) => void;
}

/** Other rows and their indexes take more or less; this much more is enough for any of them. */
const ROOM_FACTOR = 1.3;

/** Rejects a target with data other than an earlier copy from this source; after the switch, rejects that as well. */
async function checkTarget(
  { from, to, bounds }: Move,
  { isSwitched }: { readonly isSwitched: boolean },
): Promise<void> {
  const problems: string[] = [];
  const mark = await readMark(to.engines.metadata);
  if (mark !== undefined && mark !== from.config.data) {
    problems.push(`The target already contains data migrated from ${mark}.`);
  } else if (mark !== undefined && !isSwitched) {
    problems.push('This folder has already been migrated to the target. Start the target.');
  } else if (mark === undefined) {
    const filled = await findFilled(from.engines.metadata, to.engines.metadata);
    if (filled.length > 0) {
      problems.push(`The metadata store of the target is not empty: ${filled.join(', ')}.`);
    }
  }
  const owners = await findOwners(to.engines.store, bounds);
  // Deleted organizations may still have rows.
  const stored = await findOwners(from.engines.store, bounds);
  const own = new Set([...(await listOrganizations(from.engines.metadata)), ...stored]);
  const strangers = owners.filter((owner) => !own.has(owner));
  if (strangers.length > 0) {
    problems.push(`The log store of the target already has rows of ${strangers.join(', ')}.`);
  }
  if (owners.length === 0) problems.push(...(await missingRoom(from, to)));
  const secret = await placeSecret(from.config.secret, to.config.secret, { isWritten: false });
  if (secret === 'other') {
    problems.push(
      'The target has a different XPLAIN_SECRET. Set it to the secret of the source, so that sessions, keys and secrets keep working.',
    );
  }
  if (problems.length > 0) throw new StartError(problems.join('\n'));
}

async function missingRoom(from: ReadSide, to: Side): Promise<string[]> {
  const { bytes } = await from.engines.store.diskUsage();
  const { freeBytes } = await to.engines.store.diskUsage();
  const needed = Math.ceil(bytes * ROOM_FACTOR);
  if (freeBytes >= needed) return [];
  return [
    `Not enough space in the log store of the target: ${freeBytes} bytes free, ${needed} needed.`,
  ];
}

async function copyRows({ from, to, bounds, tell }: Move, isAnew: boolean): Promise<CopiedLogs> {
  const stores = { from: from.engines.store, to: to.engines.store };
  return copyLogs(
    { ...stores, isAnew, tell: (done, rows) => tell(`${done} of ${rows} rows are there`) },
    bounds,
  );
}

function compareSides({ from, to, bounds }: Move): Promise<LogsComparison> {
  return compareLogs(from.engines.store, to.engines.store, bounds);
}

async function requireSame(move: Move): Promise<{ readonly rows: number }> {
  const { rows, differences } = await compareSides(move);
  if (differences.length === 0) return { rows };
  throw differing(differences);
}

function differing(differences: readonly string[]): StartError {
  const shown = differences.slice(0, DIFFERENCES_SHOWN).join('\n');
  return new StartError(`Source and target differ in ${differences.length} places:\n${shown}`);
}

const DIFFERENCES_SHOWN = 20;

async function switchOver(move: Move<Side>): Promise<Omit<MigrateReport, 'seconds'>> {
  const { from, to, tell } = move;
  const organizations = await listOrganizations(from.engines.metadata);
  // Stores queued events first, so that they are copied and compared as well.
  await storeQueued(from, { isCounted: true });
  const { rows, copied } = await copyUntilSame(move);
  tell('copying queued events, files and metadata');
  const queue = await copyQueue(from.engines.queue, to.engines.queue, organizations);
  const held = await copyQueue(from.engines.holding, to.engines.holding, organizations);
  const files = await copyObjects(from.engines.objects, to.engines.objects, organizations);
  await placeSecret(from.config.secret, to.config.secret, { isWritten: true });
  const mark = { value: from.config.data, at: systemClock.now() };
  const tables = await copyTables(from.engines.metadata, to.engines.metadata, mark);
  const metadataRows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return { rows, copied, queue, held, files, metadataRows };
}
