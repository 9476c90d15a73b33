import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { noteOutage } from '../../base/note-outage.ts';
import { LIMITS } from '../../spec/limits.ts';
import { SECOND_MS } from '../../spec/units.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { readLease, takeLease, type LeaseState } from './leases-table.ts';
import { openLoops } from './open-loops.ts';
import { runUnderLease } from './run-under-lease.ts';
import type { PeriodicJob, Schedule } from './schedule.ts';
import { waitForReal, type Wait } from './wait.ts';

export interface ScheduleNeeds {
  readonly metadata: Metadata;
  /** Which node this is, for people who look into the table. */
  readonly nodeId: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Resolves after the time by `clock`, or once the signal aborts. Provided only by tests. */
  readonly wait?: Wait;
}

/**
 * Every node polls every job; the job's row in the metadata store decides which one runs it. Clocks of nodes are never
 * compared: a holder counts as dead if its row has not changed for the duration of a lease, by the clock of the
 * observing node.
 */
export function openSchedule(options: ScheduleNeeds): Schedule {
  const needs = { ...options, wait: options.wait ?? waitForReal };
  const loops = openLoops(needs, 'periodic jobs did not stop');
  return {
    start: (job) => loops.start(job.name, (stop) => runForever(needs, job, stop)),
    [Symbol.asyncDispose]: () => loops[Symbol.asyncDispose](),
  };
}

type LoopNeeds = ScheduleNeeds & { readonly wait: Wait };

async function runForever(needs: LoopNeeds, job: PeriodicJob, stop: AbortSignal): Promise<void> {
  const { clock, log, wait } = needs;
  const look = createLook(needs, job);
  const runs = noteOutage(
    { warn: log.error.bind(log), info: log.info.bind(log) },
    { begins: 'periodic job failed', ends: 'periodic job works again' },
  );
  const looks = noteOutage(log, {
    begins: 'reading a lease failed',
    ends: 'reading leases works again',
  });
  while (!stop.aborted) {
    try {
      const found = await look();
      looks.worked({ job: job.name });
      if (found.kind === 'wait') await wait(found.until - clock.now() + jitterMs(job), stop);
      else await runUnderLease({ ...needs, runs }, job, found.lease, stop);
    } catch (error) {
      looks.failed(error, { job: job.name, at: clock.now() });
      await wait(LIMITS.schedule.leaseMs / 3, stop);
    }
  }
}

type Found =
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'taken'; readonly lease: LeaseState };

/** Checks the job's row once: wait, or take the lease because the job is due, has work, and is not running. */
function createLook({ metadata, nodeId, clock }: LoopNeeds, job: PeriodicJob) {
  const { leaseMs } = LIMITS.schedule;
  const lookAgainMs = Math.min(job.everyMs, leaseMs / 3);
  let watched = { version: '', since: 0 };

  return async (): Promise<Found> => {
    const now = clock.now();
    const lease = await readLease(metadata.db, job.name, now);
    if (lease.holder !== null) {
      const version = `${lease.fence}.${lease.renewals}`;
      if (watched.version !== version) watched = { version, since: now };
      if (now - watched.since < leaseMs) return { kind: 'wait', until: now + lookAgainMs };
    } else if (lease.due_at > now && !isAbsurd(lease.due_at, now, job)) {
      return { kind: 'wait', until: Math.min(lease.due_at, now + job.everyMs) };
    }
    const isIdle = job.hasWork !== undefined && !(await job.hasWork());
    if (isIdle) return { kind: 'wait', until: now + job.everyMs };
    const taken = await takeLease(metadata.db, lease, nodeId);
    if (taken === undefined) return { kind: 'wait', until: now + lookAgainMs };
    return { kind: 'taken', lease: taken };
  };
}

/** Written when a clock stood in the future, or when the job came less often: it is due now. */
function isAbsurd(dueAt: number, now: number, job: PeriodicJob): boolean {
  return dueAt > now + job.everyMs + LIMITS.schedule.leaseMs;
}

/** Spreads the nodes, so that they do not all query the same row at the same time. */
function jitterMs({ everyMs }: PeriodicJob): number {
  return Math.random() * Math.min(everyMs * LIMITS.schedule.jitterRatioMax, SECOND_MS);
}
