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
        .doUpdateSet((eb) => ({
          version: eb.ref('excluded.version'),
          ticked_at: eb.ref('excluded.ticked_at'),
          health: eb.ref('excluded.health'),
          health_detail: eb.ref('excluded.health_detail'),
          health_since: eb.ref('excluded.health_since'),
          failures: eb.ref('excluded.failures'),
          told_at: eb.ref('excluded.told_at'),
          retry_at: eb.ref('excluded.retry_at'),
          skipped_ticks: eb.ref('excluded.skipped_ticks'),
          sparkline: eb.ref('excluded.sparkline'),
          memory: eb.ref('excluded.memory'),
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
    .where('rule_id', 'in', (eb) =>
      eb
        .selectFrom('alert_rules')
        .select('alert_rules.id')
        .where('alert_rules.organization_id', '=', organization)
        .where('alert_rules.batch_id', '=', batch),
    )
    .returning('rule_id')
    .execute();
  return behind.length;
}
