/**
 * Makes restored files whole: compares the rows with what the backup has counted, applies what was decided since, stores
 * the events that waited, and repeats deletions. No endpoint is open meanwhile, and nothing leaves the machine.
 */
import assert from 'node:assert/strict';
import { systemClock } from '../base/clock.ts';
import type { Config } from '../config/index.ts';
import type { Ledger } from '../engines/metadata/tables/ledger.ts';
import { runDue } from '../engines/schedule/schedule.ts';
import {
  applyLedger,
  ledgerWarnings,
  type Snapshot,
  usableLedger,
} from '../features/backup/index.ts';
import { createEncoder } from '../flow/ingest/index.ts';
import { createStoredTimes } from '../flow/writer/index.ts';
import { createLog } from '../http/log.ts';
import { createMetrics } from '../http/metrics.ts';
import type { SettledRows } from '../room.ts';
import { compareRows } from './compare-rows.ts';
import { makeOffer } from './make-offer.ts';
import type { Node } from './node.ts';
import { openAccess } from './open-access.ts';
import { openEngines, prepareData } from './open-engines.ts';
import { searchRoom } from './rooms.ts';
import { openQuotas } from './start-writing.ts';
import { storeQueued } from './store-queued.ts';
import { tryRound } from './try-round.ts';
import { gatherAfterRestore } from './walk-rooms.ts';

export interface SettleReport extends SettledRows {
  /** Problems that need manual action. */
  readonly warnings: readonly string[];
  /** Rows of the log store, as the backup has counted them. */
  readonly rows: number;
  /** Events that waited in the queue of the backup. */
  readonly queuedEvents: number;
  /** Events that could not be stored yet; the server stores them after startup. */
  readonly leftEvents: number;
  /** Of a drill: until an event that was sent to what was restored was found there. */
  readonly roundMs?: number;
}

export async function settleRestored(
  given: Config,
  snapshot: Snapshot,
  { ledger, isDrill }: { readonly ledger: Ledger | undefined; readonly isDrill: boolean },
): Promise<SettleReport> {
  // Without roles no background work starts.
  const config: Config = { ...given, roles: [], admin: undefined, backup: undefined };
  const log = createLog({ level: 'warn', stream: process.stderr });
  const metrics = createMetrics();
  await using opened = new AsyncDisposableStack();
  await prepareData(config.data, log);
  const engines = await openEngines(config, log, opened, metrics);
  const { metadata, queue, store } = engines;
  const rows = await compareRows(store, snapshot);
  const { point } = snapshot;
  const needs = { metadata, clock: systemClock };
  const afterRestore = gatherAfterRestore();
  const usable = usableLedger(ledger, point);
  const applied = await applyLedger({ ...needs, afterRestore }, usable, point);
  const warnings = ledgerWarnings(ledger, point, applied);
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
  return { ...applied, warnings, rows, queuedEvents, leftEvents, ...round };
}

async function repeatDeletions(node: Node): Promise<void> {
  const access = await openAccess(node);
  const offer = makeOffer(node, access, openQuotas(node, access.needs), async () => {});
  const { startDue } = searchRoom.open({ ...offer, kinds: () => new Map() });
  assert(startDue !== undefined, 'deletions are rows that are due');
  const needs = { metadata: node.engines.metadata, clock: systemClock, log: node.log };
  const running: Promise<void>[] = [];
  const { signal } = new AbortController();
  startDue({ start: (work) => void running.push(runDue(needs, work, signal)) });
  await Promise.all(running);
}
