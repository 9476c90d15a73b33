import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { OutageNotes } from '../../base/note-outage.ts';
import { LIMITS } from '../../spec/limits.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { giveBackLease, holdLease, renewLease, type LeaseState } from './leases-table.ts';
import type { PeriodicJob } from './schedule.ts';

export interface RunNeeds {
  readonly metadata: Metadata;
  readonly clock: Clock;
  readonly log: Log;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Records the result of each run of this job. */
  readonly runs: OutageNotes;
}

/** Runs the job once while renewing its lease, then gives the lease back with the next due time. */
export async function runUnderLease(
  needs: RunNeeds,
  job: PeriodicJob,
  lease: LeaseState,
  stop: AbortSignal,
): Promise<void> {
  const { metadata, clock, log, runs } = needs;
  const lost = new AbortController();
  const ended = new AbortController();
  const renewing = keepRenewing(needs, lease, ended.signal).then((isLost) => {
    if (isLost) lost.abort();
  });
  const signal = AbortSignal.any([stop, lost.signal]);
  try {
    await job.run(signal, { hold: (unit) => holdLease(unit, lease) });
    runs.worked({ job: job.name });
  } catch (error) {
    // A run interrupted by the shutdown is not a failure.
    if (!stop.aborted) runs.failed(error, { job: job.name });
  }
  ended.abort();
  await renewing;
  if (lost.signal.aborted) {
    log.warn({ job: job.name }, 'lease lost while the job ran');
    return;
  }
  // A run that was stopped may have left work undone: it stays due, and another node takes it up.
  const dueAt = stop.aborted ? lease.due_at : nextDueAt(lease.due_at, job.everyMs, clock.now());
  await giveBackLease(metadata.db, lease, dueAt);
}

/**
 * Resolves with true when the lease is lost: another node took it, or for so long no sign of life got
 * through that another may soon. The last third of the lease is the job's time to stop.
 */
async function keepRenewing(
  { metadata, clock, log, wait }: RunNeeds,
  lease: LeaseState,
  ended: AbortSignal,
): Promise<boolean> {
  const everyMs = LIMITS.schedule.leaseMs / 3;
  let renewedAt = clock.now();
  for (;;) {
    await wait(everyMs, ended);
    if (ended.aborted) return false;
    const askedAt = clock.now();
    const renewal = renewLease(metadata.db, lease).catch((error: unknown) => {
      log.warn({ err: error, job: lease.name }, 'lease not renewed');
      return undefined;
    });
    const isHeld = await Promise.race([renewal, wait(everyMs, ended).then(() => undefined)]);
    if (ended.aborted) return false;
    if (isHeld === false) return true;
    if (isHeld === true) renewedAt = askedAt;
    else if (clock.now() - renewedAt >= 2 * everyMs) return true;
  }
}

/** The next future time on the job's own grid. */
function nextDueAt(dueAt: number, everyMs: number, now: number): number {
  // A due time set by a clock that was ahead is not a valid grid.
  if (dueAt > now) return now + everyMs;
  return dueAt + (Math.floor((now - dueAt) / everyMs) + 1) * everyMs;
}
