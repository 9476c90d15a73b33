/** How far a promise is kept: attainment, remaining error budget and burn rate. */
import {
  BURN_SIGNALS,
  BURN_WINDOWS,
  type BurnWindow,
  SLO_COVERAGE_MIN,
} from '../../../spec/services.ts';
import { DAY_MS } from '../../../spec/units.ts';

/** Good and bad in a time: of events, or of slots, as the objective counts them. */
export interface SloSums {
  readonly good: number;
  readonly bad: number;
}

export interface SloGiven {
  /** Per cent. */
  readonly target: number;
  readonly windowDays: number;
  /** Of the whole window. */
  readonly whole: SloSums;
  /** Slots that were measured, of those that there were since the first one. */
  readonly measuredSlots: number;
  readonly expectedSlots: number;
  /** For the last `windowMs` milliseconds. */
  readonly within: (windowMs: number) => SloSums;
}

export interface BurnSignalStanding {
  readonly long: string;
  readonly short: string;
  readonly threshold: number;
  readonly longBurn: number | null;
  readonly shortBurn: number | null;
  readonly isBurning: boolean;
}

export interface SloFigures {
  readonly attained: number | null;
  readonly coverage: number;
  readonly isEnough: boolean;
  readonly budgetLeft: number | null;
  readonly burn: Record<BurnWindow, number | null>;
  readonly signals: BurnSignalStanding[];
}

export function sloFigures(given: SloGiven): SloFigures {
  const { target, windowDays, whole, measuredSlots, expectedSlots, within } = given;
  const allowed = 1 - target / 100;
  const share = badShare(whole);
  const coverage = expectedSlots === 0 ? 0 : Math.min(1, measuredSlots / expectedSlots);
  const burnOf = (windowMs: number): number | null => burnRate(within(windowMs), allowed);
  return {
    attained: share === null ? null : 100 * (1 - share),
    coverage,
    isEnough: coverage >= SLO_COVERAGE_MIN,
    budgetLeft: share === null ? null : 1 - share / allowed,
    burn: {
      '1h': burnOf(BURN_WINDOWS['1h']),
      '6h': burnOf(BURN_WINDOWS['6h']),
      '3d': burnOf(BURN_WINDOWS['3d']),
    },
    signals: BURN_SIGNALS.map(({ long, short, shortMs, budgetShare }) => {
      const threshold = burnThreshold(windowDays, BURN_WINDOWS[long], budgetShare);
      const longBurn = burnOf(BURN_WINDOWS[long]);
      const shortBurn = burnOf(shortMs);
      const isBurning = [longBurn, shortBurn].every((burn) => burn !== null && burn > threshold);
      return { long, short, threshold, longBurn, shortBurn, isBurning };
    }),
  };
}

/** The burn rate at which a share of the whole budget is spent within the window. */
function burnThreshold(windowDays: number, windowMs: number, budgetShare: number): number {
  return (budgetShare * windowDays * DAY_MS) / windowMs;
}

/** 1 spends exactly the allowed budget; null if nothing was measured. */
function burnRate(sums: SloSums, allowed: number): number | null {
  const share = badShare(sums);
  return share === null ? null : share / allowed;
}

function badShare({ good, bad }: SloSums): number | null {
  return good + bad === 0 ? null : bad / (good + bad);
}
