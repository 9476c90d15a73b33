import { isoTime } from '../../../base/clock.ts';
import type { LineRow } from '../../../engines/history/history.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { rowsOf, searchCall, type SearchedLine } from './find-lines.ts';
import { type Check, down, GOOD, judgeRefusal, none } from './judge-answer.ts';
import type { RoundNeeds, Target } from './target.ts';

/** Lines younger than this may still be on their way. */
const SETTLED_MS = 2 * MINUTE_MS;
/** How long before now the compared hours end. */
const AGES_MS = [0, DAY_MS - HOUR_MS, 7 * DAY_MS - 2 * HOUR_MS];
/** Around the hour, since the platform stamps a line when it arrives. */
const MARGIN_MS = 1 * MINUTE_MS;
const ROWS_MAX = 1_000;
/** A verdict that could not be renewed for this long is no longer reported. */
const HELD_MS = 75 * MINUTE_MS;

export interface StoredWatch {
  /** Looks if it is time to. */
  look(): Promise<void>;
  verdict(): Check;
}

interface StoredNeeds extends RoundNeeds {
  readonly lines: (from: number, to: number) => readonly LineRow[];
}

/**
 * Every hour, compares the lines of the last hour, of a day ago and of almost a week ago with what was written, one by
 * one. A fault is reported if it is still present ten minutes later.
 */
export function createStoredWatch(needs: StoredNeeds, target: Target): StoredWatch {
  let verdict: Check = none('not_checked');
  let decidedAt: number | undefined;
  let lookAt = needs.monotonic();
  /** Where the next comparison begins, so that no line falls between two of them. */
  let comparedTo: number | undefined;
  let suspected: readonly Stretch[] = [];

  async function lookNow(): Promise<void> {
    const isConfirming = suspected.length > 0;
    const now = needs.wallClock() - SETTLED_MS;
    const stretches = isConfirming ? suspected : stretchesBefore(now, comparedTo);
    const found = await compareAll(needs, target, stretches);
    // Without an answer or a line nothing is known; the next look is a minute away.
    if (found === undefined || found.check.result === 'none') return;
    if (!isConfirming) comparedTo = now;
    if (found.check.result === 'down' && !isConfirming) {
      suspected = found.faulty;
      lookAt += LIMITS.status.storedConfirmMs;
      return;
    }
    verdict = found.check;
    decidedAt = needs.monotonic();
    suspected = [];
    // The next comparison is due an hour after the last one, not after its confirmation.
    const confirmedMs = isConfirming ? LIMITS.status.storedConfirmMs : 0;
    lookAt += LIMITS.status.storedEveryMs - confirmedMs;
  }

  return {
    look: async () => {
      if (target.readKey === undefined) return;
      // A machine that slept has no use for the looks it missed.
      lookAt = Math.max(lookAt, needs.monotonic() - LIMITS.status.storedEveryMs);
      if (needs.monotonic() >= lookAt) await lookNow();
    },
    verdict: () => {
      if (target.readKey === undefined) return none('not_set_up');
      if (decidedAt === undefined) return verdict;
      return needs.monotonic() - decidedAt > HELD_MS ? none('not_checked') : verdict;
    },
  };
}

/** Compares lines that were written just now; for a single check, which remembers none of before. */
export async function compareFresh(
  needs: RoundNeeds,
  target: Target,
  written: readonly LineRow[],
): Promise<Check> {
  const times = written.map(({ writtenAt }) => writtenAt);
  if (target.readKey === undefined) return none('not_set_up');
  if (times.length === 0) return none('not_checked');
  const stretch = { from: Math.min(...times), to: Math.max(...times) };
  const stored = await readStored(needs, target, stretch);
  return stored === undefined ? none('not_checked') : compareLines(written, stored);
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

function stretchesBefore(now: number, comparedTo: number | undefined): readonly Stretch[] {
  return AGES_MS.map((age) => {
    const to = now - age;
    // A clock that was set back leaves the last comparison in the future.
    const last = comparedTo === undefined || comparedTo > now ? now - HOUR_MS : comparedTo;
    const from = Math.max(last, now - 2 * HOUR_MS) - age;
    return { from, to };
  });
}

interface Comparison {
  readonly check: Check;
  readonly faulty: readonly Stretch[];
}

/** Undefined if the platform could not be queried. */
async function compareAll(
  needs: StoredNeeds,
  target: Target,
  stretches: readonly Stretch[],
): Promise<Comparison | undefined> {
  let check: Check = none('not_checked');
  const faulty: Stretch[] = [];
  for (const stretch of stretches) {
    const written = needs.lines(stretch.from, stretch.to);
    if (written.length === 0) continue;
    const stored = await readStored(needs, target, stretch);
    if (stored === undefined) return undefined;
    const compared = compareLines(written, stored);
    if (compared.result === 'down') faulty.push(stretch);
    if (check.result !== 'down') check = compared;
  }
  return { check, faulty };
}

async function readStored(
  needs: RoundNeeds,
  target: Target,
  { from, to }: Stretch,
): Promise<readonly SearchedLine[] | undefined> {
  const call = searchCall(target, target.readKey ?? '', {
    query: `index=main probe_id=${target.probeId}`,
    earliest: isoTime(from - MARGIN_MS),
    latest: isoTime(to + MARGIN_MS),
    limit: String(ROWS_MAX),
  });
  const answer = await needs.call(call);
  if (answer.kind === 'failed' || judgeRefusal(answer).reason === 'key_refused') return undefined;
  return answer.status === 200 ? rowsOf(answer) : undefined;
}

/** An accepted line must be present once and unchanged; a line of unknown status must not be present twice. */
export function compareLines(written: readonly LineRow[], stored: readonly SearchedLine[]): Check {
  const byNonce = Map.groupBy(stored, ({ nonce }) => nonce);
  for (const { nonce, text, isAccepted } of written) {
    const found = byNonce.get(nonce) ?? [];
    if (found.length > 1) return down('doubled');
    const [only] = found;
    if (only === undefined) {
      if (isAccepted) return down('missing');
    } else if (only.text !== text) return down('altered');
  }
  return GOOD;
}
