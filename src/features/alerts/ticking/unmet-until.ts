import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';
import type { Transition } from '../states/transition.ts';
import type { RuleBefore } from './tick-needs.ts';

type Fired = Extract<Transition, { readonly kind: 'fired' }>;

/**
 * Up to when rows became searchable that did not meet the condition yet, by the last tick before it was met. The row that
 * decided became searchable later, so that no more time than from here has passed until the rule fires. Undefined where no row decides
 * (absence, no data, a failed check), and where no tick came before.
 */
export function unmetUntil(
  { rule, run }: RuleBefore,
  { startedAt, group }: Fired,
  at: number,
): number | undefined {
  const { condition, interval, delay } = rule.settings;
  if (condition.kind === 'absence' || group.value === null) return undefined;
  if (run === undefined || run.ticked_at === null || run.version !== rule.version) return undefined;
  const intervalMs = interval * SECOND_MS;
  const delayMs = delay * SECOND_MS;
  if (startedAt < at) return startedAt - intervalMs - delayMs;
  // Ticks that failed, or were passed over since, have seen nothing.
  const lastSeen =
    run.failures === 0
      ? run.ticked_at
      : Math.min(run.ticked_at - run.failures * intervalMs, run.health_since - intervalMs);
  return lastSeen - delayMs;
}

/** Whether it is checked as often, and fires as soon, as a rule that says nothing about it: the target is about those. */
export function hasDefaultTiming({ settings }: Pick<Rule, 'settings'>): boolean {
  const { intervalSecondsDefault, delaySecondsDefault, fireAfterDefault } = LIMITS.alerts;
  return (
    settings.basis === 'arrival' &&
    settings.interval <= intervalSecondsDefault &&
    settings.delay <= delaySecondsDefault &&
    settings.fireAfter <= fireAfterDefault &&
    settings.for === 0
  );
}
