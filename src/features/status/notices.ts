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

/** What readers should know about the probe itself. Texts of ours alone. */
export function noticesOf({ latest, skewMs, isWritable, now }: Circumstances): readonly string[] {
  const notices: string[] = [];
  const isFresh =
    latest !== undefined &&
    now - latest.minute * MINUTE_MS <= LIMITS.status.silentMinutes * MINUTE_MS;
  if (isFresh && reasonsOf(latest.reasons).includes('key_refused')) {
    notices.push(
      'The platform refuses credentials of this probe, so parts of it are not looked at. The operator has been told.',
    );
  }
  if (isFresh && skewMs !== undefined && Math.abs(skewMs) > LIMITS.status.skewMsShown) {
    const seconds = Math.round(Math.abs(skewMs) / 1_000);
    notices.push(
      `The clock of the platform is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} that of this probe.`,
    );
  }
  if (!isWritable) {
    notices.push(
      'This probe cannot write its history at the moment. What it sees is shown here, but would be lost with a restart.',
    );
  }
  return notices;
}
