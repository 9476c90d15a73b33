import type { KpiSettings } from '../../../contract/kpi-settings.ts';

export interface SuggestedLimits {
  readonly warning: number | null;
  readonly critical: number | null;
}

const NONE: SuggestedLimits = { warning: null, critical: null };
/** With fewer values nobody knows what is usual. */
const VALUES_MIN = 12;
/** Where nothing bad ever happened, these shares of bad events are worth a look. */
const SHARE_DEFAULTS: SuggestedLimits = { warning: 1, critical: 5 };
const WARNING_FACTOR = 1.5;
const CRITICAL_FACTOR = 3;

/**
 * Limits that the given values would rarely have reached. They go by what is usual nineteen times in twenty, so that
 * an outage among the values does not become the measure of all things.
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
