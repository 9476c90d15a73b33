import type { KpiSettings } from '../../../contract/kpi-settings.ts';

export interface SuggestedLimits {
  readonly warning: number | null;
  readonly critical: number | null;
}

const NONE: SuggestedLimits = { warning: null, critical: null };
/** Fewer values do not show what is usual. */
const VALUES_MIN = 12;
/** Default shares of bad events if nothing bad ever happened. */
const SHARE_DEFAULTS: SuggestedLimits = { warning: 1, critical: 5 };
const WARNING_FACTOR = 1.5;
const CRITICAL_FACTOR = 3;

/**
 * Limits that the given values would rarely have reached. Based on the usual range of nineteen in twenty values, so
 * that an outage among them does not set the limits.
 */
export function suggestLimits(
  values: readonly number[],
  { better, isShare }: { readonly better: KpiSettings['better']; readonly isShare: boolean },
): SuggestedLimits {
  if (values.length < VALUES_MIN || better === 'range') return NONE;
  const sorted = values.toSorted((a, b) => a - b);
  if (better === 'higher') {
    const usual = at(sorted, 0.05);
    if (usual <= 0) return NONE;
    return {
      warning: readable(usual / WARNING_FACTOR),
      critical: readable(usual / CRITICAL_FACTOR),
    };
  }
  const usual = at(sorted, 0.95);
  if (usual <= 0) return isShare ? SHARE_DEFAULTS : NONE;
  const warning = readable(usual * WARNING_FACTOR);
  const critical = readable(usual * CRITICAL_FACTOR);
  if (!isShare) return { warning, critical };
  return warning >= 100 ? NONE : { warning, critical: Math.min(100, critical) };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

/** Two digits that count. */
function readable(value: number): number {
  return Number(value.toPrecision(2));
}
