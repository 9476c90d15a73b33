import type { MinuteRow } from '../../engines/history/history.ts';
import { LIMITS } from '../../spec/limits.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { reasonsOf } from './minutes/minute-codes.ts';

interface Circumstances {
  readonly latest: MinuteRow | undefined;
  readonly skewMs: number | undefined;
  readonly isWritable: boolean;
  readonly now: number;
}

/** Notices for readers about the probe itself. Contains only texts of ours. */
export function noticesOf({ latest, skewMs, isWritable, now }: Circumstances): readonly string[] {
  const notices: string[] = [];
  const isFresh =
    latest !== undefined &&
    now - latest.minute * MINUTE_MS <= LIMITS.status.silentMinutes * MINUTE_MS;
  if (isFresh && reasonsOf(latest.reasons).includes('key_refused')) {
    notices.push(
      'The platform rejects credentials of this probe, so some components are not checked. The operator was notified.',
    );
  }
  if (isFresh && skewMs !== undefined && Math.abs(skewMs) > LIMITS.status.skewMsShown) {
    const seconds = Math.round(Math.abs(skewMs) / 1_000);
    notices.push(
      `The platform's clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} this probe's clock.`,
    );
  }
  if (!isWritable) {
    notices.push(
      "This probe can't write its history. Current results are shown but would be lost on a restart.",
    );
  }
  return notices;
}
