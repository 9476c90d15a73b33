/** Periodic work that runs once across all nodes. */
export interface PeriodicJob {
  /** Unique; also the name of its lease. */
  readonly name: string;
  readonly everyMs: number;
  /** Must stop soon after the signal aborts: the lease was lost or the node stops. */
  run(signal: AbortSignal): Promise<void>;
}

export interface Schedule extends AsyncDisposable {
  /** A job that throws is logged and runs again at its next time. */
  start(job: PeriodicJob): void;
}
