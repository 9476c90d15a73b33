/** How rules stand: what their last ticks left behind, and when the next one comes. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertRuleRow, AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { SECOND_MS } from '../../../spec/units.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export interface Standing {
  readonly run: AlertRuleRunRow | undefined;
  /** Groups that fire, and that are about to. */
  readonly firing: number;
  readonly pending: number;
  readonly nextTickAt: number | null;
}

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

async function readRuns({ db }: Reader, organization: OrganizationId, ids: readonly string[]) {
  const rows = await db
    .selectFrom('alert_rule_runs')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('rule_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.rule_id, row]));
}

async function countGroups({ db }: Reader, organization: OrganizationId, ids: readonly string[]) {
  return db
    .selectFrom('alert_groups')
    .select(({ fn }) => ['rule_id', 'state', fn.countAll<number>().as('count')])
    .where('organization_id', '=', organization)
    .where('rule_id', 'in', ids)
    .groupBy(['rule_id', 'state'])
    .execute();
}

async function readNextTicks(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_batches')
    .select(['id', 'ticked_at', 'interval_s'])
    .where('organization_id', '=', organization)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.ticked_at + row.interval_s * SECOND_MS]));
}

/** A rule that has not ticked yet, or begins anew. */
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

/** What is evaluated stays as it was: so does what was found. */
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
