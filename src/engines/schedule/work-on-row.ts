import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { settleRow } from './due-rows-table.ts';
import {
  ClaimLost,
  Hopeless,
  NotNow,
  type Claim,
  type DueColumns,
  type DueWork,
  type NextTime,
} from './due-work.ts';

/** What became of a row that a node had taken. */
export type Outcome = 'done' | 'retried' | 'postponed' | 'given_up' | 'stopped' | 'lost' | 'failed';

export interface HeldRow<Row> {
  readonly row: Row;
  /** Aborted when another node has the row, or soon may. */
  readonly lost: AbortController;
  renewedAt: number;
}

export interface RowNeeds {
  readonly metadata: Pick<Metadata, 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** One attempt at one row. Never throws: every error is reported as an outcome. */
export async function workOnRow<Row extends DueColumns>(
  needs: RowNeeds,
  work: DueWork<Row>,
  held: HeldRow<Row>,
  stop: AbortSignal,
): Promise<Outcome> {
  const { row, lost } = held;
  let isSettled = false;
  const claim: Claim = {
    attempts: row.attempts,
    signal: AbortSignal.any([stop, lost.signal]),
    async settle(unit, next) {
      await settleRow(unit, work, row, next);
      isSettled = true;
    },
  };
  const fields = { work: work.name, row: row.id, attempts: row.attempts };
  try {
    const surplus = reasonToGiveUp(needs, work, row);
    if (surplus !== undefined) {
      await work.giveUp(row, claim, surplus);
      return 'given_up';
    }
    await work.work(row, claim);
    if (!isSettled) throw new Error(`the work ${work.name} left a row unsettled`);
    return 'done';
  } catch (error) {
    try {
      if (lost.signal.aborted) throw new ClaimLost(work.name, row.id);
      return await afterFailure(needs, work, row, claim, { error, isStopped: stop.aborted });
    } catch (second) {
      if (second instanceof ClaimLost) {
        needs.log.warn(fields, 'claim lost while its row was processed');
        return 'lost';
      }
      // The claim expires on its own, and the row is claimed again.
      needs.log.error({ ...fields, err: second }, 'due row could not be released');
      return 'failed';
    }
  }
}

interface Failure {
  readonly error: unknown;
  readonly isStopped: boolean;
}

async function afterFailure<Row extends DueColumns>(
  { metadata, clock, log }: RowNeeds,
  work: DueWork<Row>,
  row: Row,
  claim: Claim,
  { error, isStopped }: Failure,
): Promise<Outcome> {
  if (error instanceof ClaimLost) throw error;
  const { attempts } = row;
  const now = clock.now();
  const giveBack = async (next: NextTime): Promise<void> =>
    metadata.transaction((unit) => claim.settle(unit, next));
  if (isStopped) {
    await giveBack({ dueAt: row.due_at, attempts: attempts - 1 });
    return 'stopped';
  }
  const isLate = work.isTooLate?.(row, now) ?? false;
  const isLast = attempts >= work.attemptsMax && !(error instanceof NotNow);
  if (error instanceof Hopeless || isLate || isLast) {
    await work.giveUp(row, claim, error instanceof Hopeless ? error.cause : error);
    return 'given_up';
  }
  const reason = error instanceof NotNow ? (error.cause ?? error) : error;
  log.warn(
    { work: work.name, row: row.id, attempts, err: reason },
    'due row failed, retrying later',
  );
  if (error instanceof NotNow) {
    await giveBack({ dueAt: now + error.delayMs, attempts: attempts - 1 });
    return 'postponed';
  }
  await giveBack({ dueAt: now + work.retryDelayMs(attempts), attempts });
  return 'retried';
}

/** Only nodes that died while processing a row can have left more attempts than allowed. */
function reasonToGiveUp<Row extends DueColumns>(
  { clock }: RowNeeds,
  work: DueWork<Row>,
  row: Row,
): Error | undefined {
  if (row.attempts > work.attemptsMax) return new Error('every attempt ended without a result');
  if (work.isTooLate?.(row, clock.now()) === true) return new Error('it has waited too long');
  return undefined;
}
