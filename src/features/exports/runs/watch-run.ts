import { organizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { ClaimLost } from '../../../engines/schedule/schedule.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { findRun } from './export-runs-table.ts';
import type { RunNeeds } from './run-needs.ts';

/** The run was cancelled, or its export was deleted. */
export class Cancelled extends Error {
  constructor() {
    super('the run was cancelled');
    this.name = 'Cancelled';
  }
}

export interface WatchedRun extends Disposable {
  /** Aborts when the run has ended without us, when another node has it, and when the claim is lost. */
  readonly signal: AbortSignal;
  /** Why it was aborted, as far as the run itself is the reason. */
  readonly reason: () => Cancelled | ClaimLost | undefined;
}

export function watchRun(
  { metadata, log }: Pick<RunNeeds, 'metadata' | 'log'>,
  run: ExportRunRow,
  claimed: AbortSignal,
): WatchedRun {
  const over = new AbortController();
  let reason: Cancelled | ClaimLost | undefined;
  const look = async (): Promise<void> => {
    reason ??= await reasonToStop(metadata, run);
    if (reason !== undefined) over.abort(reason);
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error, run: run.id }, 'run not checked'));
  }, LIMITS.exports.cancelPollMs);
  return {
    signal: AbortSignal.any([claimed, over.signal]),
    reason: () => reason,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Locked until the end of the transaction: a caller that changes a run still owns it. */
export async function holdRun(unit: Unit, run: ExportRunRow): Promise<void> {
  const { organization_id, id } = run;
  await unit.lockRow('export_runs', { organization_id, id });
  const reason = await reasonToStop(unit, run);
  if (reason !== undefined) throw reason;
}

/**
 * A node that stalled for longer than its claim lasts finds the run claimed by another node, or done: it then owns
 * nothing of the run any more. Attempts are counted when a run is claimed, so they identify the holder.
 */
async function reasonToStop(
  reader: Parameters<typeof findRun>[0],
  run: ExportRunRow,
): Promise<Cancelled | ClaimLost | undefined> {
  const organization = organizationId(run.organization_id);
  const now = await findRun(reader, organization, run.export_id, run.id);
  if (now === undefined) return new Cancelled();
  if (now.tries !== run.tries || now.state === 'done') return new ClaimLost('exports', run.id);
  return now.ended_at === null ? undefined : new Cancelled();
}
