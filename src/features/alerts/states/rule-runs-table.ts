import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** What the last ticks of rules left behind, by the id of the rule. */
export async function readRuns(
  { db }: Reader,
  organization: OrganizationId,
  rules: readonly string[],
): Promise<ReadonlyMap<string, AlertRuleRunRow>> {
  if (rules.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_rule_runs')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('rule_id', 'in', rules)
    .execute();
  return new Map(rows.map((row) => [row.rule_id, row]));
}

/** Of rules that were changed meanwhile, nothing is written. */
export async function writeRuns({ db }: Unit, runs: readonly AlertRuleRunRow[]): Promise<void> {
  if (runs.length === 0) return;
  await db
    .insertInto('alert_rule_runs')
    .values(runs)
    .onConflict((conflict) =>
      conflict
        .column('rule_id')
        .doUpdateSet(({ ref }) => ({
          version: ref('excluded.version'),
          ticked_at: ref('excluded.ticked_at'),
          health: ref('excluded.health'),
          health_detail: ref('excluded.health_detail'),
          health_since: ref('excluded.health_since'),
          failures: ref('excluded.failures'),
          told_at: ref('excluded.told_at'),
          retry_at: ref('excluded.retry_at'),
          skipped_ticks: ref('excluded.skipped_ticks'),
          sparkline: ref('excluded.sparkline'),
          memory: ref('excluded.memory'),
        }))
        .whereRef('alert_rule_runs.version', '<=', 'excluded.version')
        .whereRef('alert_rule_runs.organization_id', '=', 'excluded.organization_id'),
    )
    .execute();
}

/** All rules of a batch are behind, for this reason. Those that say so already are left alone. */
export async function noteBehind(
  { db }: Unit,
  organization: OrganizationId,
  batch: string,
  { detail, at }: { readonly detail: string; readonly at: number },
): Promise<number> {
  const behind = await db
    .updateTable('alert_rule_runs')
    .set({ health: 'behind', health_detail: detail, health_since: at })
    .where('organization_id', '=', organization)
    .where('health', '!=', 'behind')
    .where('rule_id', 'in', ({ selectFrom }) =>
      selectFrom('alert_rules')
        .select('alert_rules.id')
        .where('alert_rules.organization_id', '=', organization)
        .where('alert_rules.batch_id', '=', batch),
    )
    .returning('rule_id')
    .execute();
  return behind.length;
}
