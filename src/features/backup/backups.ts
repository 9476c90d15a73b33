/** The backups of this node: runs one at a time and keeps facts about them. */
import type { EngineHealth } from '../../base/health.ts';
import type { Metrics } from '../../base/metrics.ts';
import { createTurns } from '../../base/turns.ts';
import { LIMITS } from '../../spec/limits.ts';
import { MINUTE_MS, SECOND_MS } from '../../spec/units.ts';
import { type Drill, lastDrill } from './drill.ts';
import { noteLedger } from './ledger/note-ledger.ts';
import { newestPoint } from './recovery.ts';
import type { Repository } from './repository/open-repository.ts';
import { pointOf } from './snapshot.ts';
import type { BackupNeeds } from './taking/backup-needs.ts';
import { type BackupReport, takeBackup } from './taking/take-backup.ts';
import { dropOldSnapshots, sweepChunks } from './taking/tidy-repository.ts';
import { verifyBackups, type VerifyReport } from './verify-backups.ts';

export interface BackupsNeeds extends Omit<BackupNeeds, 'repository' | 'noteLedger'> {
  readonly metrics: Metrics;
  /** Opened when it is first needed, and again after it could not be. */
  readonly openRepository: () => Promise<Repository>;
}

export interface Backups {
  /** Makes a backup; waits for one that is already running. */
  take(signal: AbortSignal): Promise<BackupReport>;
  list(): Promise<{ readonly backups: readonly { readonly id: string; readonly at: string }[] }>;
  verify(isAll: boolean): Promise<VerifyReport>;
  /** Records what a restore must not bring back, unless already recorded. */
  noteLedger(): Promise<void>;
  health(): Promise<EngineHealth>;
}

export function createBackups(needs: BackupsNeeds): Backups {
  const { clock, log, openRepository } = needs;
  const startedAt = clock.now();
  const state: State = {
    newest: undefined,
    sweptAt: -Infinity,
    ledger: undefined,
    drill: undefined,
  };
  const alone = createTurns();
  // Serialized, so that an older ledger never replaces a newer one.
  const noteInTurn = createTurns();
  const note = (isAnyhow: boolean): Promise<void> =>
    noteInTurn(async () => {
      const repository = await openRepository();
      const known = isAnyhow ? undefined : state.ledger;
      state.ledger = await noteLedger({ ...needs, repository }, known);
    });
  const ageMs = (): number => clock.now() - (state.newest ?? startedAt);
  needs.metrics.gauge(
    'xplain_backup_age_seconds',
    'Age of the newest backup, or of the process if there is none.',
    () => ageMs() / SECOND_MS,
  );
  needs.metrics.gauge(
    'xplain_drill_seconds',
    'Duration of the last restore drill; absent before the first.',
    () => (state.drill === undefined ? [] : state.drill.rtoMs / SECOND_MS),
  );
  // So that a restart does not forget how old the newest one is.
  openRepository()
    .then((repository) => learnNewest(state, repository))
    .catch((error: unknown) => log.warn({ err: error }, 'backups cannot be listed'));
  return {
    take: (signal) =>
      alone(() => takeOne({ ...needs, noteLedger: () => note(true) }, state, signal)),
    async list() {
      const ids = await (await openRepository()).listSnapshots();
      return {
        backups: ids.map((id) => ({ id, at: new Date(pointOf(id) ?? 0).toISOString() })),
      };
    },
    async verify(isAll) {
      const repository = await openRepository();
      return alone(() => verifyBackups(repository, isAll));
    },
    noteLedger: () => note(false),
    async health() {
      if (ageMs() <= LIMITS.backup.ageMsMax) return { state: 'up' };
      const minutes = Math.floor(ageMs() / MINUTE_MS);
      const reason = `No backup was finished for ${minutes} minutes.`;
      return { state: 'degraded', note: reason };
    },
  };
}

interface State {
  /** The point of the newest backup. */
  newest: number | undefined;
  sweptAt: number;
  /** Contents of the ledger when it was last recorded. */
  ledger: string | undefined;
  /** As it was known when the last backup was made. */
  drill: Drill | undefined;
}

async function learnNewest(state: State, repository: Repository): Promise<void> {
  const point = await newestPoint(repository);
  if (point !== undefined) state.newest = Math.max(point, state.newest ?? 0);
  state.drill = await lastDrill(repository);
}

async function takeOne(
  needs: BackupsNeeds & Pick<BackupNeeds, 'noteLedger'>,
  state: State,
  signal: AbortSignal,
): Promise<BackupReport> {
  const { clock, log } = needs;
  const repository = await needs.openRepository();
  const report = await takeBackup({ ...needs, repository }, signal);
  state.newest = pointOf(report.id);
  log.info({ ...report }, 'backup finished');
  // The backup is complete; leftovers can wait for the next one.
  try {
    state.drill = await lastDrill(repository);
    const dropped = await dropOldSnapshots(repository, clock.now());
    if (clock.now() - state.sweptAt >= LIMITS.backup.sweepEveryMs) {
      const chunks = await sweepChunks(repository);
      state.sweptAt = clock.now();
      log.info({ dropped: dropped.length, chunks }, 'old backups deleted');
    }
  } catch (error) {
    log.warn({ err: error }, 'old backups not deleted');
  }
  return report;
}
