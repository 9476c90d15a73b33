import type { Unit } from '../metadata/metadata.ts';
import type { DueColumns, DueWork } from './due-work.ts';

export {
  ClaimLost,
  Hopeless,
  insist,
  NotNow,
  type Claim,
  type DueColumns,
  type DueWork,
} from './due-work.ts';
export { endLeases } from './leases-table.ts';
export { runDue } from './run-due.ts';

/**
 * Periodic work that runs once across all nodes. A run is repeated only when the node that ran it died or
 * was stopped before it ended, so a job can bear to be run again for the same time.
 */
export interface PeriodicJob {
  /** Unique; also the name of its lease. */
  readonly name: string;
  readonly everyMs: number;
  /** Called when the job is due: without work, the job does not run and no lease is written. */
  readonly hasWork?: () => Promise<boolean>;
  /** Must stop soon after the signal aborts: the lease was lost or the node stops. */
  readonly run: (signal: AbortSignal, lease: Lease) => Promise<void>;
}

/** The right to run a job, which lasts as long as the node shows signs of life. */
export interface Lease {
  /**
   * Fails the transaction unless the lease is still held, and keeps it held until the transaction ends:
   * what a node writes that was asleep for a minute can then not come after its successor's.
   */
  readonly hold: (unit: Unit) => Promise<void>;
}

export interface Schedule extends AsyncDisposable {
  /**
   * A job that has never run is due immediately, then every `everyMs`; missed times are skipped. It never runs twice at
   * the same time. A run that throws is logged; the next one takes place on schedule. Disposing aborts the current run
   * and waits for it, up to a bound.
   */
  start(job: PeriodicJob): void;
}

/** Rows with individual due times, processed by any node that claims them first. */
export interface DueRunner extends AsyncDisposable {
  /**
   * From now on rows of this work are taken when they are due. Disposing takes no more, aborts what runs and
   * waits for it, up to a bound; what was not done by then is done by another node.
   */
  start<Row extends DueColumns>(work: DueWork<Row>): void;
}
