/** Ways out of organizations in a restored store that are no longer what they were. */
import type { LedgerWays } from '../../../engines/metadata/tables/ledger.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { endLeases } from '../../../engines/schedule/schedule.ts';
import type { AfterRestore } from '../../../room.ts';
import { digestOfChannel } from './ledger-table.ts';

/** The restore only knows that something changed, not what: somebody has to check it before anything is sent. */
const CHANGED = 'It was changed or disabled after the backup. Check its settings, then enable it.';

/** What nodes had taken for themselves is free again. */
export const settleWays: AfterRestore = async (unit, { ledger, now }) => {
  await endLeases(unit);
  if (ledger === undefined) return {};
  const links = await removeOthers(unit, 'dashboard_links', ledger.links);
  if (ledger.ways === undefined) return { revoked: links };
  const channels = await endChannels(unit, ledger.ways.channels, now);
  const exported = await endExports(unit, ledger.ways.exports, now);
  const streams = await endStreams(unit, ledger.ways.streams);
  const reports = await removeOthers(unit, 'dashboard_reports', ledger.ways.reports);
  const { badges, shortLinks } = ledger.ways;
  const newer =
    (await removeOthers(unit, 'check_badges', badges)) +
    (await removeOthers(unit, 'short_links', shortLinks));
  return {
    revoked: links + channels.removed + exported.removed + streams.removed + reports + newer,
    disabled: channels.disabled + exported.disabled + streams.disabled,
  };
};

async function removeOthers(
  { db }: Unit,
  table: 'dashboard_links' | 'dashboard_reports' | 'check_badges' | 'short_links',
  kept: readonly string[] | undefined,
): Promise<number> {
  // An older ledger does not list them.
  if (kept === undefined) return 0;
  const known = new Set(kept);
  const rows = await db.selectFrom(table).select('id').execute();
  const gone = rows.filter(({ id }) => !known.has(id));
  for (const { id } of gone) await db.deleteFrom(table).where('id', '=', id).execute();
  return gone.length;
}

interface Ended {
  readonly removed: number;
  readonly disabled: number;
}

async function endChannels(
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

async function endExports({ db }: Unit, kept: LedgerWays['exports'], now: number): Promise<Ended> {
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

async function endStreams({ db }: Unit, kept: LedgerWays['streams']): Promise<Ended> {
  if (kept === undefined) return { removed: 0, disabled: 0 };
  const known = new Map(kept.map(([id, version, isEnabled]) => [id, { version, isEnabled }]));
  const rows = await db.selectFrom('audit_streams').select(['id', 'version', 'enabled']).execute();
  const gone = rows.filter(({ id }) => !known.has(id));
  for (const { id } of gone) await db.deleteFrom('audit_streams').where('id', '=', id).execute();
  const stale = rows.filter(({ id, version, enabled }) => {
    const state = known.get(id);
    const isSame = state?.version === version && state.isEnabled;
    return state !== undefined && enabled === 1 && !isSame;
  });
  for (const { id } of stale) {
    const set = { enabled: 0, due_at: null, last_error: CHANGED };
    await db.updateTable('audit_streams').set(set).where('id', '=', id).execute();
  }
  return { removed: gone.length, disabled: stale.length };
}
