/** Ways into and out of organizations in a restored store that are no longer what they were. */
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { digestOfChannel } from './ledger-table.ts';
import type { LedgerWays } from './ledger.ts';

/** What changed since is not known here, only that it did: somebody has to look at it before anything leaves. */
const CHANGED = 'It was changed or disabled after the backup. Check its settings, then enable it.';

/** Allowlists, providers and who reads the audit log are what they were set to last. */
export async function setSettings({ db }: Unit, settings: LedgerWays['settings']): Promise<number> {
  let changed = 0;
  for (const [id, networks, providers, auditOpen] of settings) {
    const set = {
      allowed_networks: networks,
      closed_providers: providers,
      audit_open: auditOpen,
    };
    const rows = await db
      .updateTable('organizations')
      .set(set)
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb('allowed_networks', '!=', networks),
          eb('closed_providers', '!=', providers),
          eb('audit_open', '!=', auditOpen),
        ]),
      )
      .returning('id')
      .execute();
    changed += rows.length;
  }
  return changed;
}

/** One that was replaced since is another one; its secret is not known here, so it is entered again. */
export async function removeOtherClients(
  { db }: Unit,
  kept: LedgerWays['oauthClients'],
): Promise<number> {
  const known = new Set(kept.map((client) => JSON.stringify(client)));
  const rows = await db
    .selectFrom('oauth_clients')
    .select(['organization_id', 'provider', 'client_id', 'secret_set_at'])
    .execute();
  const gone = rows.filter(
    (row) =>
      !known.has(
        JSON.stringify([row.organization_id, row.provider, row.client_id, row.secret_set_at]),
      ),
  );
  for (const { organization_id: organization, provider } of gone) {
    await db
      .deleteFrom('oauth_clients')
      .where('organization_id', '=', organization)
      .where('provider', '=', provider)
      .execute();
  }
  return gone.length;
}

export interface Ended {
  readonly removed: number;
  readonly disabled: number;
}

export async function endChannels(
  { db }: Unit,
  kept: LedgerWays['channels'],
  now: number,
): Promise<Ended> {
  const known = new Map(kept.map(([id, digest, isEnabled]) => [id, { digest, isEnabled }]));
  const rows = await db
    .selectFrom('alert_channels')
    .select(['id', 'settings', 'allows_samples', 'disabled_at'])
    .execute();
  const gone = rows.filter(({ id }) => !known.has(id));
  for (const { id } of gone) await db.deleteFrom('alert_channels').where('id', '=', id).execute();
  const stale = rows.filter((row) => {
    const state = known.get(row.id);
    const isSame = state?.digest === digestOfChannel(row) && state.isEnabled;
    return state !== undefined && row.disabled_at === null && !isSame;
  });
  for (const { id } of stale) {
    const set = { disabled_at: now, disabled_reason: CHANGED };
    await db.updateTable('alert_channels').set(set).where('id', '=', id).execute();
  }
  return { removed: gone.length, disabled: stale.length };
}

export async function endExports(
  { db }: Unit,
  kept: LedgerWays['exports'],
  now: number,
): Promise<Ended> {
  const known = new Map(kept.map(([id, version, isEnabled]) => [id, { version, isEnabled }]));
  const rows = await db.selectFrom('exports').select(['id', 'version', 'enabled']).execute();
  const gone = rows.filter(({ id }) => !known.has(id));
  for (const { id } of gone) {
    await db
      .updateTable('export_files')
      .set({ kept_until: now })
      .where('export_id', '=', id)
      .where('kept_until', 'is not', null)
      .execute();
    await db.deleteFrom('exports').where('id', '=', id).execute();
  }
  const stale = rows.filter(({ id, version, enabled }) => {
    const state = known.get(id);
    const isSame = state?.version === version && state.isEnabled;
    return state !== undefined && enabled === 1 && !isSame;
  });
  for (const { id } of stale) {
    const set = { enabled: 0, next_at: null, due_at: null, health_detail: CHANGED };
    await db.updateTable('exports').set(set).where('id', '=', id).execute();
    await db
      .updateTable('export_runs')
      .set({ state: 'cancelled', ended_at: now, next_try_at: null })
      .where('export_id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
  }
  return { removed: gone.length, disabled: stale.length };
}

export async function removeOtherReports({ db }: Unit, kept: readonly string[]): Promise<number> {
  const known = new Set(kept);
  const rows = await db.selectFrom('dashboard_reports').select('id').execute();
  const gone = rows.filter(({ id }) => !known.has(id));
  for (const { id } of gone) {
    await db.deleteFrom('dashboard_reports').where('id', '=', id).execute();
  }
  return gone.length;
}
