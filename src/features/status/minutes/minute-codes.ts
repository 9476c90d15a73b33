/** Format of the stored results of a minute: one letter per component, in table order. */
import type { MinuteRow } from '../../../engines/history/history.ts';
import {
  COMPONENT_IDS,
  MINUTE_RESULTS,
  type MinuteResult,
  STATUS_REASONS,
  type StatusReason,
} from '../../../spec/status.ts';
import type { Round } from '../round/run-round.ts';

const LETTERS: Readonly<Record<MinuteResult, string>> = {
  none: 'n',
  up: 'u',
  slow: 's',
  down: 'd',
};

/** Results as small numbers, in the order of `MINUTE_RESULTS`. */
export const CODE = { none: 0, up: 1, slow: 2, down: 3 } as const satisfies Record<
  MinuteResult,
  number
>;

const CODES = new Map(MINUTE_RESULTS.map((result) => [LETTERS[result], CODE[result]]));

export function codesOf(results: string): readonly number[] {
  return COMPONENT_IDS.map((_, at) => CODES.get(results[at] ?? '') ?? CODE.none);
}

export function minuteRow(minute: number, { checks, latencies }: Round): MinuteRow {
  return {
    minute,
    results: COMPONENT_IDS.map((id) => LETTERS[checks[id].result]).join(''),
    reasons: COMPONENT_IDS.map((id) => checks[id].reason ?? '').join(','),
    ...latencies,
  };
}

/** Reasons of a minute, one per component; reasons written by a newer release are omitted. */
export function reasonsOf(reasons: string): readonly (StatusReason | undefined)[] {
  const parts = reasons.split(',');
  return COMPONENT_IDS.map((_, at) => {
    const part = parts[at] ?? '';
    return Object.hasOwn(STATUS_REASONS, part) ? (part as StatusReason) : undefined;
  });
}

/** Whether this is how a minute's results look, for what other probes send. */
export function isResults(text: string): boolean {
  return /^[nusd]{1,32}$/.test(text);
}
