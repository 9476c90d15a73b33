/**
 * Moves an installation from the folder of one machine to other engines: logs first, which takes long and may be done
 * ahead, then what waits, files, and metadata last, in one transaction. Until that has happened the target is an empty
 * installation; afterwards it is the whole one. The source keeps everything.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import type { OrganizationId } from '../base/ids.ts';
import { type Config, currentPlace, loadConfig, placeSecret } from '../config/index.ts';
import { copyTables, findFilled, readMark } from '../engines/metadata/copy-tables.ts';
import { findEngine } from '../engines/store/open-store.ts';
import {
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
import { storeQueued } from './store-queued.ts';

const MIGRATE_STEPS = ['check', 'copy', 'switch', 'verify'] as const;
export type MigrateStep = (typeof MIGRATE_STEPS)[number];

export function isMigrateStep(text: string): text is MigrateStep {
  return (MIGRATE_STEPS as readonly string[]).includes(text);
}

export interface MigrateOrder {
  /** The data folder that is moved. No server runs on it. */
  readonly from: string;
  /** The configuration of a node of the target. */
  readonly to: Config;
  readonly step: MigrateStep;
  /** Told how far it is. */
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
  /** Since the source was taken: how long nobody could send anything. */
  readonly pauseSeconds?: number;
  readonly seconds: number;
}

type Side = Pick<Node, 'config' | 'log' | 'metrics' | 'engines'>;

export async function migrateData(order: MigrateOrder): Promise<MigrateReport> {
  const startedAt = systemClock.now();
  const { from: folder, to: given, step } = order;
  const source = await sourceConfig(folder, given);
  await using opened = new AsyncDisposableStack();
  const from = await openSide(source, opened);
  const to = await openSide({ ...given, roles: [], admin: undefined, backup: undefined }, opened);
  // What is forgotten within the hour is left behind: one store may have removed it and the other not yet.
  const aliveAt = startedAt + HOUR_MS;
  const organizations = await listOrganizations(from.engines.metadata);
  await checkTarget(from, to, { organizations, aliveAt, isSwitched: step === 'verify' });
  const secondsNow = (): number => (systemClock.now() - startedAt) / SECOND_MS;
  const move = { from, to, organizations, aliveAt, tell: order.tell };
  switch (step) {
    case 'check': {
      const { rows } = await from.engines.store.diskUsage();
      return { rows, seconds: secondsNow() };
    }
    case 'copy': {
      const copied = await copyRows(move);
      const { rows } = await requireSame(move);
      return { rows, copied, seconds: secondsNow() };
    }
    case 'verify': {
      const { rows } = await requireSame(move);
      return { rows, seconds: secondsNow() };
    }
    case 'switch': {
      const moved = await switchOver(move);
      return { ...moved, pauseSeconds: secondsNow(), seconds: secondsNow() };
    }
  }
}

/** A node on the folder alone, whatever the environment says about the target. */
async function sourceConfig(folder: string, to: Config): Promise<Config> {
  const data = resolve(folder);
  if (data === resolve(to.data)) {
    throw new StartError(`${data} is also XPLAIN_DATA: name another folder for the target there.`);
  }
  const place = loadConfig({ XPLAIN_DATA: data }, { ...currentPlace(), directory: data });
  const isThere = place.metadata.kind === 'sqlite' && existsSync(place.metadata.file);
  if (!isThere || place.store.kind !== 'embedded') {
    throw new StartError(`There is no data in ${data}.`);
  }
  const engine = await findEngine(place.store.directory);
  const store = { ...place.store, ...(engine && { engine }) };
  return { ...place, store, limits: to.limits, roles: [], admin: undefined, backup: undefined };
}

async function openSide(config: Config, opened: AsyncDisposableStack): Promise<Side> {
  const log = createLog({ level: 'warn', stream: process.stderr });
  const metrics = createMetrics();
  await prepareData(config.data, log);
  return { config, log, metrics, engines: await openEngines(config, log, opened, metrics) };
}

interface Known {
  readonly organizations: readonly OrganizationId[];
  readonly aliveAt: number;
  /** The metadata are there already. */
  readonly isSwitched: boolean;
}

/** Other rows and their indexes take more or less; this much more is enough for any of them. */
const ROOM_FACTOR = 1.3;

/** Refuses a target that holds anything but what was copied there from this source. */
async function checkTarget(from: Side, to: Side, known: Known): Promise<void> {
  const problems: string[] = [];
  const mark = await readMark(to.engines.metadata);
  if (mark !== undefined && mark !== from.config.data) {
    problems.push(`The target holds what was moved from ${mark}.`);
  } else if (mark !== undefined && !known.isSwitched) {
    problems.push('This folder was moved to the target already: start the target.');
  } else if (mark === undefined) {
    const filled = await findFilled(from.engines.metadata, to.engines.metadata);
    if (filled.length > 0) {
      problems.push(`The metadata store of the target is not empty: ${filled.join(', ')}.`);
    }
  }
  const owners = await findOwners(to.engines.store, known.aliveAt);
  // Organizations that are gone may still have rows.
  const stored = await findOwners(from.engines.store, known.aliveAt);
  const own = new Set([...known.organizations, ...stored]);
  const strangers = owners.filter((owner) => !own.has(owner));
  if (strangers.length > 0) {
    problems.push(`The log store of the target holds rows of ${strangers.join(', ')}.`);
  }
  if (owners.length === 0) problems.push(...(await missingRoom(from, to)));
  const secret = await placeSecret(from.config.secret, to.config.secret, { isWritten: false });
  if (secret === 'other') {
    problems.push(
      'The target has another XPLAIN_SECRET: sessions, keys and secrets need the same.',
    );
  }
  if (problems.length > 0) throw new StartError(problems.join('\n'));
}

async function missingRoom(from: Side, to: Side): Promise<string[]> {
  const { bytes } = await from.engines.store.diskUsage();
  const { freeBytes } = await to.engines.store.diskUsage();
  const needed = Math.ceil(bytes * ROOM_FACTOR);
  if (freeBytes >= needed) return [];
  return [`The log store of the target has ${freeBytes} bytes left, and ${needed} are needed.`];
}

interface Move {
  readonly from: Side;
  readonly to: Side;
  readonly organizations: readonly OrganizationId[];
  readonly aliveAt: number;
  readonly tell: (line: string) => void;
}

async function copyRows({ from, to, aliveAt, tell }: Move): Promise<CopiedLogs> {
  const [source, target] = [from.engines.store, to.engines.store];
  const stores = { from: source, to: target };
  return copyLogs(
    { ...stores, tell: (done, rows) => tell(`${done} of ${rows} rows are there`) },
    aliveAt,
  );
}

async function requireSame({ from, to, aliveAt }: Move): Promise<LogsComparison> {
  const compared = await compareLogs(from.engines.store, to.engines.store, aliveAt);
  const { differences } = compared;
  if (differences.length === 0) return compared;
  const shown = differences.slice(0, DIFFERENCES_SHOWN).join('\n');
  throw new StartError(`Source and target differ in ${differences.length} places:\n${shown}`);
}

const DIFFERENCES_SHOWN = 20;

async function switchOver(move: Move): Promise<Omit<MigrateReport, 'seconds'>> {
  const { from, to, organizations, tell } = move;
  // What was accepted belongs into the logs first, so that it is copied and compared with them.
  await storeQueued(from, { isCounted: true });
  const copied = await copyRows(move);
  const { rows } = await requireSame(move);
  tell('copying what waits, files and metadata');
  const queue = await copyQueue(from.engines.queue, to.engines.queue, organizations);
  const held = await copyQueue(from.engines.holding, to.engines.holding, organizations);
  const files = await copyObjects(from.engines.objects, to.engines.objects, organizations);
  await placeSecret(from.config.secret, to.config.secret, { isWritten: true });
  const mark = { value: from.config.data, at: systemClock.now() };
  const tables = await copyTables(from.engines.metadata, to.engines.metadata, mark);
  const metadataRows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return { rows, copied, queue, held, files, metadataRows };
}
