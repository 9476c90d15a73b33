import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertRuleRow, AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { readNextTicks } from './alert-batches-table.ts';
import { countGroups } from './alert-groups-table.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Returns the state left by the last ticks of rules, by rule id. */
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

/** Marks all rules of a batch as behind, with this reason. Rules already marked with it are left unchanged. */
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

export interface Standing {
  readonly run: AlertRuleRunRow | undefined;
  /** Groups that fire, and that are about to. */
  readonly firing: number;
  readonly pending: number;
  readonly nextTickAt: number | null;
}

/** Returns the status of rules: the state left by their last ticks, and the time of the next one. */
export async function readStandings(
  reader: Reader,
  organization: OrganizationId,
  rules: readonly Pick<AlertRuleRow, 'id' | 'batch_id'>[],
): Promise<Map<string, Standing>> {
  if (rules.length === 0) return new Map();
  const ids = rules.map(({ id }) => id);
  const batches = [...new Set(rules.flatMap(({ batch_id: batch }) => batch ?? []))];
  const [runs, groups, nextTicks] = await Promise.all([
    readRuns(reader, organization, ids),
    countGroups(reader, organization, ids),
    readNextTicks(reader, organization, batches),
  ]);
  return new Map(
    rules.map(({ id, batch_id: batch }) => {
      const counts = groups.filter(({ rule_id: rule }) => rule === id);
      const countOf = (...states: string[]): number =>
        counts.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0);
      const standing: Standing = {
        run: runs.get(id),
        firing: countOf('firing', 'recovering'),
        pending: countOf('pending'),
        nextTickAt: batch === null ? null : (nextTicks.get(batch) ?? null),
      };
      return [id, standing];
    }),
  );
}

/** Writes the run of a rule that has not ticked yet, or starts over. */
export async function restartRun(
  { db }: Unit,
  organization: OrganizationId,
  rule: Pick<AlertRuleRow, 'id' | 'version' | 'is_enabled'>,
  now: number,
): Promise<void> {
  const isEnabled = rule.is_enabled === 1;
  const row: AlertRuleRunRow = {
    rule_id: rule.id,
    organization_id: organization,
    version: rule.version,
    ticked_at: null,
    health: isEnabled ? 'learning' : 'disabled',
    health_detail: isEnabled ? 'Not checked yet.' : '',
    health_since: now,
    failures: 0,
    told_at: null,
    retry_at: null,
    skipped_ticks: 0,
    sparkline: '[]',
    memory: '',
  };
  const { rule_id: _id, organization_id: _organization, ...set } = row;
  await db
    .insertInto('alert_rule_runs')
    .values(row)
    .onConflict((conflict) => conflict.column('rule_id').doUpdateSet(set))
    .execute();
}

/** Keeps the results of a rule, since what it evaluates has not changed. */
export async function keepRun(
  { db }: Unit,
  organization: OrganizationId,
  rule: Pick<AlertRuleRow, 'id' | 'version'>,
): Promise<void> {
  await db
    .updateTable('alert_rule_runs')
    .set({ version: rule.version })
    .where('organization_id', '=', organization)
    .where('rule_id', '=', rule.id)
    .execute();
}
