import { isoTime } from '../../../base/clock.ts';
import type { AlertRule } from '../../../contract/alert-rules.ts';
import { settingsOf } from '../tables/alert-rules-table.ts';
import type { AlertRuleRow } from '../../../engines/metadata/tables/alerts.ts';
import type { Standing } from '../tables/alert-rule-runs-table.ts';

/** A rule as people see it. */
export function showRule(
  row: AlertRuleRow,
  standing: Standing | undefined,
  now: number,
): AlertRule {
  const { run, firing = 0, pending = 0, nextTickAt = null } = standing ?? {};
  const tickedAt = run?.ticked_at ?? null;
  const { snoozed_until: snoozedUntil } = row;
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    enabled: row.is_enabled === 1,
    kind: row.kind,
    // A rule that was never checked is not known to be normal.
    state: firing > 0 ? 'firing' : pending > 0 || tickedAt === null ? 'pending' : 'normal',
    firing,
    health: run?.health ?? 'learning',
    healthDetail: run?.health_detail ?? '',
    lastTickAt: timeOrNull(tickedAt),
    nextTickAt: timeOrNull(nextTickAt),
    snoozedUntil: snoozedUntil !== null && snoozedUntil > now ? isoTime(snoozedUntil) : null,
    sparkline: JSON.parse(run?.sparkline ?? '[]') as (number | null)[],
    ...settingsOf(row),
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

function timeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
