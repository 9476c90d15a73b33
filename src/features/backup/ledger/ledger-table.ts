/** Everything that the ledger lists, of all organizations. */
import { createHash } from 'node:crypto';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import type { Ledger, LedgerWays } from '../../../engines/metadata/tables/ledger.ts';

export async function readLedger(
  { db }: Pick<Metadata, 'db'>,
  now: number,
): Promise<Omit<Ledger, 'at'>> {
  const ids = async (table: 'organizations' | 'users' | 'dashboard_links'): Promise<string[]> =>
    idsOf(await db.selectFrom(table).select('id').orderBy('id').execute());
  const unrevoked = async (table: 'api_keys' | 'access_tokens'): Promise<string[]> =>
    idsOf(
      await db
        .selectFrom(table)
        .select('id')
        .where('revoked_at', 'is', null)
        .orderBy('id')
        .execute(),
    );
  const inState = async (
    table: 'invitations' | 'elevations',
    state: 'pending' | 'approved',
  ): Promise<string[]> =>
    idsOf(
      await db.selectFrom(table).select('id').where('state', '=', state).orderBy('id').execute(),
    );
  const operators = await db.selectFrom('operators').select('user_id').orderBy('user_id').execute();
  const members = await db.selectFrom('members').select(['id', 'role']).orderBy('id').execute();
  const indexes = await db
    .selectFrom('indexes')
    .select(['organization_id', 'name', 'created_at'])
    .orderBy('organization_id')
    .orderBy('name')
    .execute();
  const passwords = await db
    .selectFrom('accounts')
    .select(['id', 'password'])
    .where('password', 'is not', null)
    .orderBy('id')
    .execute();
  const deletions = await db
    .selectFrom('log_deletions')
    .selectAll()
    .where('created_at', '<=', now)
    .orderBy('id')
    .execute();
  return {
    version: 2,
    organizations: await ids('organizations'),
    users: await ids('users'),
    operators: operators.map(({ user_id: id }) => id),
    members: members.map(({ id, role }) => [id, role] as const),
    keys: await unrevoked('api_keys'),
    tokens: await unrevoked('access_tokens'),
    invitations: await inState('invitations', 'pending'),
    elevations: await inState('elevations', 'approved'),
    links: await ids('dashboard_links'),
    indexes: indexes.map(
      ({ organization_id, name, created_at }) => [organization_id, name, created_at] as const,
    ),
    passwords: passwords.map(({ id, password }) => [id, password ?? ''] as const),
    deletions,
    ways: await readWays(db),
  };
}

async function readWays(db: Metadata['db']): Promise<LedgerWays> {
  const settings = await db
    .selectFrom('organizations')
    .select(['id', 'allowed_networks', 'closed_providers', 'audit_open', 'agents', 'agents_masked'])
    .select('second_factor')
    .orderBy('id')
    .execute();
  const clients = await db
    .selectFrom('oauth_clients')
    .select(['organization_id', 'provider', 'client_id', 'secret_set_at'])
    .orderBy('organization_id')
    .orderBy('provider')
    .execute();
  const channels = await db
    .selectFrom('alert_channels')
    .select(['id', 'settings', 'allows_samples', 'disabled_at'])
    .orderBy('id')
    .execute();
  const exported = await db
    .selectFrom('exports')
    .select(['id', 'version', 'enabled'])
    .orderBy('id')
    .execute();
  const streams = await db
    .selectFrom('audit_streams')
    .select(['id', 'version', 'enabled'])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  const reports = await db.selectFrom('dashboard_reports').select('id').orderBy('id').execute();
  const badges = await db.selectFrom('check_badges').select('id').orderBy('id').execute();
  const shortLinks = await db.selectFrom('short_links').select('id').orderBy('id').execute();
  const factors = await db.selectFrom('second_factors').selectAll().orderBy('id').execute();
  const codes = await db.selectFrom('recovery_codes').selectAll().orderBy('hash').execute();
  return {
    factors,
    recoveryCodes: codes,
    settings: settings.map(
      (row) =>
        [
          row.id,
          row.allowed_networks,
          row.closed_providers,
          row.audit_open,
          row.agents,
          row.agents_masked,
          row.second_factor,
        ] as const,
    ),
    oauthClients: clients.map(
      (row) => [row.organization_id, row.provider, row.client_id, row.secret_set_at] as const,
    ),
    channels: channels.map(
      (row) => [row.id, digestOfChannel(row), row.disabled_at === null] as const,
    ),
    exports: exported.map((row) => [row.id, row.version, row.enabled === 1] as const),
    streams: streams.map((row) => [row.id, row.version, row.enabled === 1] as const),
    reports: idsOf(reports),
    badges: idsOf(badges),
    shortLinks: idsOf(shortLinks),
    ...(await readIdentity(db)),
  };
}

async function readIdentity(
  db: Metadata['db'],
): Promise<Pick<LedgerWays, 'connections' | 'domains' | 'scimTokens'>> {
  const connections = await db
    .selectFrom('connections')
    .select(['id', 'version'])
    .orderBy('id')
    .execute();
  const domains = await db
    .selectFrom('domains')
    .select('id')
    .where('state', '=', 'proved')
    .orderBy('id')
    .execute();
  const scimTokens = await db
    .selectFrom('scim_tokens')
    .select('id')
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
  return {
    connections: connections.map(({ id, version }) => [id, version] as const),
    domains: idsOf(domains),
    scimTokens: idsOf(scimTokens),
  };
}

/** Another one after every change of where a channel sends, and of what may leave through it; its name is neither. */
export function digestOfChannel({
  settings,
  allows_samples: allowsSamples,
}: Pick<AlertChannelRow, 'settings' | 'allows_samples'>): string {
  return createHash('sha256')
    .update(JSON.stringify([settings, allowsSamples]))
    .digest('hex');
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
