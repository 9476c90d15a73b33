/** Text about how well an organization is monitored. */
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import { countOf } from '../../../parts/sizes.ts';

type Watching = Pick<AlertRule, 'enabled' | 'lastTickAt'>;

/** “12 rules, checked 12 s ago”: the time of the last check of any rule. */
export function watchWords(rules: readonly Watching[], now: number): string {
  const on = rules.filter(({ enabled }) => enabled);
  if (rules.length === 0) return 'No rules';
  if (on.length === 0) return `${countOf(rules.length, 'rule')}, all disabled`;
  const ticks = on.flatMap(({ lastTickAt }) =>
    lastTickAt === null ? [] : [Date.parse(lastTickAt)],
  );
  const last = Math.max(...ticks);
  const checked = ticks.length === 0 ? 'not checked yet' : `checked ${agoWords(now - last)}`;
  return `${countOf(on.length, 'rule')}, ${checked}`;
}

/** Accurate to the second at first, since rules are checked every minute. */
export function agoWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s ago`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} minutes ago`;
  return `${Math.round(minutes / 60)} hours ago`;
}

/** Whether no one is notified when the rule fires. */
export function tellsNobody(rule: Pick<AlertRule, 'channels'>): boolean {
  return rule.channels.length === 0;
}
