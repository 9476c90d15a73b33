/** Describes in words how much error budget is left. */
import type { SloStanding } from '../../../../../src/contract/service-health.ts';
import { shareWords } from './value-words.ts';

/** `99.5 % of events are good over 30 days`. */
export function targetWords({
  target,
  kind,
  windowDays,
}: Pick<SloStanding, 'target' | 'kind' | 'windowDays'>): string {
  const what = kind === 'timeslices' ? 'intervals' : 'events';
  return `${target}% of ${what} good, ${windowDays} days`;
}

export function budgetWords({ budgetLeft, isEnough, coverage }: SloStanding): string {
  if (budgetLeft === null) return 'No data yet.';
  const words =
    budgetLeft >= 0
      ? `${shareWords(budgetLeft)} of error budget left`
      : `Error budget exhausted (${Math.round((1 - budgetLeft) * 10) / 10}× spent)`;
  if (isEnough) return `${words}.`;
  return `Not enough data (coverage ${shareWords(coverage)}). So far: ${lowered(words)}.`;
}

export function burnWords(burn: number | null): string {
  if (burn === null) return '–';
  return `${burn >= 100 ? Math.round(burn) : Math.round(burn * 10) / 10}×`;
}

/** Describes the error budget that is burning too fast right now; undefined if none is. */
export function burningWords({ signals }: Pick<SloStanding, 'signals'>): string | undefined {
  const [first] = signals.filter(({ isBurning }) => isBurning);
  if (first === undefined) return undefined;
  return (
    `Burn rate ${burnWords(first.longBurn)} over ${first.long}, ` +
    `${burnWords(first.shortBurn)} over ${first.short}; threshold ${burnWords(first.threshold)}.`
  );
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
