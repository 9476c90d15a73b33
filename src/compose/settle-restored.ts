/**
 * Makes restored files whole: compares the rows with what the backup has counted, applies what was decided since, stores
 * the events that waited, and repeats deletions. No door is open meanwhile, and nothing leaves the machine.
 */
import assert from 'node:assert/strict';
import { systemClock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import type { Config } from '../config/index.ts';
import { runDue } from '../engines/schedule/schedule.ts';
import { sql } from '../engines/store/sql.ts';
import { type LogStore, rowsOf } from '../engines/store/store.ts';
import {
  applyLedger,
  type Ledger,
  type LedgerReport,
  type Snapshot,
} from '../features/backup/index.ts';
import { createEncoder } from '../flow/ingest/index.ts';
import { searchRoom } from '../flow/search/room.ts';
import { createStoredTimes } from '../flow/writer/index.ts';
import { createLog } from '../http/log.ts';
import { createMetrics } from '../http/metrics.ts';
import { DAY_MS, MINUTE_MS } from '../spec/units.ts';
import { makeOffer } from './make-offer.ts';
import type { Node } from './node.ts';
import { openAccess } from './open-access.ts';
import { openEngines, prepareData } from './open-engines.ts';
import { openQuotas } from './start-writing.ts';
import { storeQueued } from './store-queued.ts';
import { tryRound } from './try-round.ts';

export interface SettleReport extends LedgerReport {
  /** Rows of the log store, as the backup has counted them. */
  readonly rows: number;
  /** Events that waited in the queue of the backup. */
  readonly queuedEvents: number;
  /** Those of them that could not be stored yet; the server goes on with them. */
  readonly leftEvents: number;
  /** Of a drill: until an event that was sent to what was restored was found there. */
  readonly roundMs?: number;
}

export async function settleRestored(
  given: Config,
  snapshot: Snapshot,
  { ledger, isDrill }: { readonly ledger: Ledger | undefined; readonly isDrill: boolean },
): Promise<SettleReport> {
  // Without a role nothing runs by itself.
  const config: Config = { ...given, roles: [], admin: undefined, backup: undefined };
  const log = createLog({ level: 'warn', stream: process.stderr });
  const metrics = createMetrics();
  await using opened = new AsyncDisposableStack();
  await prepareData(config.data, log);
  const engines = await openEngines(config, log, opened, metrics);
  const { metadata, queue, store } = engines;
  const rows = await compareRows(store, snapshot);
  // One that is older than the backup knows less than it.
  const isNewer = ledger !== undefined && ledger.at >= snapshot.point;
  const needs = { metadata, clock: systemClock };
  const applied = await applyLedger(needs, isNewer ? ledger : undefined, snapshot.point);
  const queuedEvents = queue.depth().events;
  const encoder = await createEncoder(needs);
  const storedTimes = { ingest: createStoredTimes(), holding: createStoredTimes() };
  const publicOrigin = (): string => 'http://localhost';
  const gaps = undefined;
  const node = { config, log, metrics, opened, engines, encoder, publicOrigin, storedTimes, gaps };
  // The queue was copied before the metadata, which may have counted some of it.
  await storeQueued(node, { isCounted: false });
  await repeatDeletions(node);
  const leftEvents = queue.depth().events;
  const round = isDrill ? { roundMs: await tryRound(node) } : {};
  return { ...applied, rows, queuedEvents, leftEvents, ...round };
}

/** Longest time in which all rows are counted. */
const ROWS_MS_MAX = 30 * MINUTE_MS;

/** Answers with how many there are; throws when they are not those that the backup has counted. */
async function compareRows(store: LogStore, { files }: Snapshot): Promise<number> {
  const counted = new Map<string, number>();
  for (const { organization, day, rows } of files.flatMap((file) => file.rows ?? [])) {
    const key = `${organization} ${day}`;
    counted.set(key, (counted.get(key) ?? 0) + rows);
  }
  const answer = await store.query(
    sql`SELECT organization, intDiv(toUnixTimestamp64Milli(timestamp), 86400000) AS day, count() AS events
        FROM logs GROUP BY organization, day`,
    { timeoutMs: ROWS_MS_MAX, scanRowsMax: Number.MAX_SAFE_INTEGER },
  );
  let rows = 0;
  for (const { organization, day, events } of rowsOf(answer)) {
    const key = `${String(organization)} ${new Date(Number(day) * DAY_MS).toISOString().slice(0, 10)}`;
    const isSame = counted.get(key) === Number(events);
    if (!isSame) throw otherRows(key, counted.get(key) ?? 0, Number(events));
    counted.delete(key);
    rows += Number(events);
  }
  for (const [key, events] of counted) throw otherRows(key, events, 0);
  return rows;
}

function otherRows(key: string, counted: number, found: number): StartError {
  const [organization = '', day = ''] = key.split(' ');
  return new StartError(
    `The backup has counted ${counted} rows of ${organization} on ${day}, and ${found} were restored.`,
  );
}

async function repeatDeletions(node: Node): Promise<void> {
  const access = await openAccess(node);
  const offer = makeOffer(node, access, openQuotas(node, access.needs), async () => {});
  const { startDue } = searchRoom.open(offer);
  assert(startDue !== undefined, 'deletions are rows that are due');
  const needs = { metadata: node.engines.metadata, clock: systemClock, log: node.log };
  const running: Promise<void>[] = [];
  const { signal } = new AbortController();
  startDue({ start: (work) => void running.push(runDue(needs, work, signal)) });
  await Promise.all(running);
}
