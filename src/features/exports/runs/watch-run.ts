import { organizationId } from '../../../base/ids.ts';
import type { ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { findRun } from './export-runs-table.ts';
import type { RunNeeds } from './run-needs.ts';

/** Somebody has cancelled the run, or its export is gone. */
export class Cancelled extends Error {
  constructor() {
    super('the run was cancelled');
    this.name = 'Cancelled';
  }
}

export interface WatchedRun extends Disposable {
  /** Aborts when the run has ended without us, and when the claim is lost. */
  readonly signal: AbortSignal;
  readonly isCancelled: () => boolean;
}

export function watchRun(
  { metadata, log }: Pick<RunNeeds, 'metadata' | 'log'>,
  run: ExportRunRow,
  claimed: AbortSignal,
): WatchedRun {
  const cancelled = new AbortController();
  const look = async (): Promise<void> => {
    const organization = organizationId(run.organization_id);
    const now = await findRun(metadata, organization, run.export_id, run.id);
    if (now === undefined || now.ended_at !== null) cancelled.abort(new Cancelled());
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error, run: run.id }, 'run not looked at'));
  }, LIMITS.exports.cancelPollMs);
  return {
    signal: AbortSignal.any([claimed, cancelled.signal]),
    isCancelled: () => cancelled.signal.aborted,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
