import { HOUR_MS, SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';

/** The ticks that a rule had, or would have had, in the last hours before the frontier; oldest first. */
export function pastTicks(
  { settings }: Pick<Rule, 'settings'>,
  phaseSeconds: number,
  frontier: number,
  hours: number,
): number[] {
  const everyMs = settings.interval * SECOND_MS;
  const phaseMs = phaseSeconds * SECOND_MS;
  const last = Math.floor((frontier - phaseMs) / everyMs) * everyMs + phaseMs;
  const count = Math.max(1, Math.floor((hours * HOUR_MS) / everyMs));
  return Array.from({ length: count }, (_, i) => last - (count - 1 - i) * everyMs);
}

/** Returns at most `max` ticks at equal distances, including the last one. */
export function sampleTicks(ticks: readonly number[], max: number): number[] {
  if (ticks.length <= max) return [...ticks];
  const step = ticks.length / max;
  return Array.from({ length: max }, (_, i) => ticks[Math.ceil((i + 1) * step) - 1] ?? 0);
}
