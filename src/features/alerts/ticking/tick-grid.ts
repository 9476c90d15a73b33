import type { AlertBatchRow } from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';

type Grid = Pick<AlertBatchRow, 'interval_s' | 'phase_s'>;

/** The last tick that is not behind `at`. */
export function lastTick({ interval_s: interval, phase_s: phase }: Grid, at: number): number {
  const seconds = Math.floor(at / SECOND_MS);
  return (Math.floor((seconds - phase) / interval) * interval + phase) * SECOND_MS;
}

export interface PlannedTicks {
  /** Oldest first. */
  readonly ticks: readonly number[];
  /** Older ones that are left out. */
  readonly skipped: number;
}

/** The ticks that the frontier has passed since the last one. Of very many the newest are made up for. */
export function planTicks(
  batch: Grid & Pick<AlertBatchRow, 'ticked_at'>,
  frontier: number,
): PlannedTicks {
  const everyMs = batch.interval_s * SECOND_MS;
  const reached = lastTick(batch, frontier);
  const missed = Math.max(0, Math.round((reached - batch.ticked_at) / everyMs));
  const count = Math.min(missed, LIMITS.alerts.catchUpTicksMax);
  const ticks = Array.from(
    { length: count },
    (_, index) => reached - (count - 1 - index) * everyMs,
  );
  return { ticks, skipped: missed - count };
}
