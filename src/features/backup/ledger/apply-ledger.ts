import type { Clock } from '../../../base/clock.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { Role } from '../../../spec/roles.ts';
import type { Ledger, LedgerWays } from './ledger.ts';
import {
  endElevation,
  endLeases,
  endSessions,
  readIds,
  removeById,
  removeOrganization,
  removeOtherIndexes,
  removeOtherOperators,
  repeatDeletion,
  revoke,
  revokeInvitation,
  setPassword,
  setRole,
} from './restored-rows-table.ts';
import {
  type Ended,
  endChannels,
  endExports,
  removeOtherClients,
  removeOtherReports,
  setSettings,
} from './restored-ways-table.ts';

export interface LedgerReport {
  readonly sessionsEnded: number;
  readonly organizationsErased: number;
  readonly indexesErased: number;
  /**
   * Members, roles, keys, tokens, invitations, links, operators, passwords, allowlists, OAuth clients, channels, exports and
   * reports that are no longer what they were.
   */
  readonly revoked: number;
  readonly deletionsRepeated: number;
  /** Channels and exports that changed since: nobody knows how, so they wait until somebody enables them. */
  readonly disabled: number;
}

interface ApplyNeeds {
  readonly metadata: Pick<Metadata, 'transaction'>;
  readonly clock: Clock;
}

/** Brings restored metadata up to what was decided since the backup. All of it or nothing. */
export async function applyLedger(
  { metadata, clock }: ApplyNeeds,
  ledger: Ledger | undefined,
  point: number,
): Promise<LedgerReport> {
  const now = clock.now();
  return metadata.transaction(async (unit) => {
    const sessionsEnded = await endSessions(unit);
    await endLeases(unit);
    const nothing = {
      sessionsEnded,
      organizationsErased: 0,
      indexesErased: 0,
      revoked: 0,
      disabled: 0,
    };
    if (ledger === undefined) return { ...nothing, deletionsRepeated: 0 };
    const organizations = await missingFrom(unit, 'organizations', ledger.organizations);
    for (const id of organizations) await removeOrganization(unit, id, now);
    const indexesErased = await removeOtherIndexes(unit, ledger.indexes, now);
    const ended = await endWays(unit, ledger.ways, now);
    const revoked = (await revokeAll(unit, ledger, now)) + ended.removed;
    const kept = new Set(await readIds(unit, 'organizations'));
    const late = ledger.deletions.filter(
      ({ state, ended_at: endedAt, organization_id: organization }) =>
        state !== 'failed' && (endedAt === null || endedAt >= point) && kept.has(organization),
    );
    for (const row of late) await repeatDeletion(unit, row);
    const organizationsErased = organizations.length;
    const deletionsRepeated = late.length;
    const { disabled } = ended;
    const counted = { organizationsErased, indexesErased, revoked, disabled };
    return { sessionsEnded, ...counted, deletionsRepeated };
  });
}

async function endWays(unit: Unit, ways: LedgerWays | undefined, now: number): Promise<Ended> {
  if (ways === undefined) return { removed: 0, disabled: 0 };
  const channels = await endChannels(unit, ways.channels, now);
  const exported = await endExports(unit, ways.exports, now);
  const others =
    (await setSettings(unit, ways.settings)) +
    (await removeOtherClients(unit, ways.oauthClients)) +
    (await removeOtherReports(unit, ways.reports));
  return {
    removed: channels.removed + exported.removed + others,
    disabled: channels.disabled + exported.disabled,
  };
}

async function missingFrom(
  unit: Unit,
  table: Parameters<typeof readIds>[1],
  listed: readonly string[],
): Promise<string[]> {
  const known = new Set(listed);
  return (await readIds(unit, table)).filter((id) => !known.has(id));
}

async function revokeAll(unit: Unit, ledger: Ledger, now: number): Promise<number> {
  let revoked = await removeOtherOperators(unit, new Set(ledger.operators));
  const memberIds = ledger.members.map(([id]) => id);
  const removed = [
    ['users', ledger.users],
    ['members', memberIds],
    ['dashboard_links', ledger.links],
  ] as const;
  for (const [table, listed] of removed) {
    const gone = await missingFrom(unit, table, listed);
    for (const id of gone) await removeById(unit, table, id);
    revoked += gone.length;
  }
  for (const [id, role] of ledger.members) revoked += await setRole(unit, id, role as Role);
  for (const id of await missingFrom(unit, 'api_keys', ledger.keys)) {
    revoked += await revoke(unit, 'api_keys', id, now);
  }
  for (const id of await missingFrom(unit, 'access_tokens', ledger.tokens)) {
    revoked += await revoke(unit, 'access_tokens', id, now);
  }
  for (const id of await missingFrom(unit, 'invitations', ledger.invitations)) {
    revoked += await revokeInvitation(unit, id, now);
  }
  for (const id of await missingFrom(unit, 'elevations', ledger.elevations)) {
    revoked += await endElevation(unit, id, now);
  }
  for (const [account, hash] of ledger.passwords) revoked += await setPassword(unit, account, hash);
  return revoked;
}
