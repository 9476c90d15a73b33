/** Ways into and out of an organization that were closed or changed after a backup. */
import assert from 'node:assert/strict';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import type { ExportRow } from '../../../engines/metadata/tables/exports.ts';
import { test } from 'node:test';
import { applyLedger } from '../../../../test/support/metadata/apply-ledger.ts';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { startStreams } from '../../../../test/support/start-streams.ts';
import { readLedger } from './ledger-table.ts';
import { ledgerWarnings, usableLedger } from './ledger-warnings.ts';
import type { Ledger } from '../../../engines/metadata/tables/ledger.ts';

/** Two of everything, as the backup has them. */
async function prepare(access: AccessUnderTest) {
  const { metadata, clock } = access;
  const { id: organization } = await access.newOrganization();
  const { db } = metadata;
  const now = clock.now();
  for (const one of ['1', '2']) {
    await db
      .insertInto('alert_channels')
      .values(channelRow(organization, `chn_${one}`))
      .execute();
    await db
      .insertInto('exports')
      .values(exportRow(organization, `exp_${one}`))
      .execute();
  }
  for (const provider of ['google', 'github'] as const) {
    const secret = { client_secret: 's', secret_set_at: 5, secret_set_by: 'ada' };
    const client = { organization_id: organization, provider, client_id: `${provider}-1` };
    await db
      .insertInto('oauth_clients')
      .values({ ...client, ...secret })
      .execute();
  }
  const read = async (): Promise<Ledger> => ({ ...(await readLedger(metadata, now)), at: now });
  return { organization, db, now, read, needs: { metadata, clock } };
}

function channelRow(organization: string, id: string): AlertChannelRow {
  return {
    id,
    organization_id: organization,
    name: id,
    kind: 'webhook',
    version: 1,
    settings: JSON.stringify({ host: 'x.example', lastFour: 'abcd' }),
    secret: 's',
    previous_secret: null,
    previous_until: null,
    allows_samples: 0,
    disabled_at: null,
    disabled_reason: null,
    paused_until: null,
    failing_since: null,
    told_at: null,
    last_sent_at: null,
    last_error: null,
    created_by: 'ada',
    created_at: 1,
    updated_at: 1,
  };
}

function exportRow(organization: string, id: string): ExportRow {
  return {
    id,
    organization_id: organization,
    name: id,
    description: '',
    version: 1,
    enabled: 1,
    mode: 'archive',
    query: '*',
    schedule: '{"every":"1h"}',
    start_at: 0,
    earliest: null,
    latest: null,
    format: 'jsonl',
    compression: 'zstd',
    destination: '{"kind":"keep"}',
    folder: id,
    secret: 's',
    watermark: 0,
    manifest: null,
    health: 'new',
    health_detail: '',
    told_at: null,
    last_run_at: null,
    next_at: 9,
    due_at: 9,
    lease_until: null,
    claimed_by: null,
    fence: 0,
    attempts: 0,
    created_by: 'ada',
    created_at: 1,
    updated_at: 1,
  };
}

async function waysOf(db: Metadata['db']) {
  const channels = await db.selectFrom('alert_channels').selectAll().orderBy('id').execute();
  const exported = await db.selectFrom('exports').selectAll().orderBy('id').execute();
  const clients = await db.selectFrom('oauth_clients').selectAll().orderBy('provider').execute();
  return {
    channels: channels.map(({ id, disabled_at: at }) => [id, at === null]),
    exports: exported.map(({ id, enabled, due_at: due }) => [id, enabled === 1, due]),
    clients: clients.map(({ provider }) => provider),
  };
}

onBothStores('what the ledger knows goes on', async (_t, access) => {
  const { db, read, needs } = await prepare(access);

  const report = await applyLedger(needs, await read(), 0);

  assert.deepEqual([report.revoked, report.disabled], [0, 0]);
  assert.deepEqual(await waysOf(db), {
    channels: [
      ['chn_1', true],
      ['chn_2', true],
    ],
    exports: [
      ['exp_1', true, 9],
      ['exp_2', true, 9],
    ],
    clients: ['github', 'google'],
  });
});

onBothStores(
  'what was removed is removed again, and allowlists are those of last',
  async (_t, access) => {
    const { db, read, needs, organization } = await prepare(access);
    const ledger = await read();
    const { ways } = ledger;
    assert.ok(ways !== undefined);
    const settings = [
      [organization, '["10.0.0.0/8"]', '["github"]', 1, 'off', 0, 'everyone'],
    ] as const;
    const then: Ledger = {
      ...ledger,
      ways: {
        settings,
        // Replaced since by another client, or by another secret of the same.
        oauthClients: ways.oauthClients.filter(([, provider]) => provider === 'google'),
        channels: ways.channels.slice(0, 1),
        exports: ways.exports.slice(0, 1),
        reports: [],
      },
    };

    const report = await applyLedger(needs, then, 0);

    assert.deepEqual([report.revoked, report.disabled], [4, 0]);
    assert.deepEqual(await waysOf(db), {
      channels: [['chn_1', true]],
      exports: [['exp_1', true, 9]],
      clients: ['google'],
    });
    assert.deepEqual((await read()).ways?.settings, settings);
    const replaced = {
      ...then.ways,
      ...ways,
      oauthClients: [[organization, 'google', 'google-1', 6]],
    };
    await applyLedger(needs, { ...then, ways: replaced as Ledger['ways'] & object }, 0);
    assert.deepEqual((await waysOf(db)).clients, []);
  },
);

onBothStores(
  'second factors and recovery codes are those of last, and sign-ins begin again',
  async (_t, access) => {
    const { db, read, needs } = await prepare(access);
    const { id: user } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const factor = (id: string, owner: string) => ({
      id,
      user_id: owner,
      kind: 'passkey' as const,
      name: id,
      secret: 'key',
      credential: id,
      counter: 3,
      created_at: 1,
      used_at: null,
    });
    await db.insertInto('second_factors').values(factor('fac_removed', user)).execute();
    await db.insertInto('recovery_codes').values({ hash: 'used', user_id: user }).execute();
    const step = { hash: 'h', user_id: user, purpose: 'sign-in' as const, session_id: null };
    const rest = { challenge: 'c', secret: null, is_remembered: 0, expires_at: 1 };
    await db
      .insertInto('second_factor_steps')
      .values({ ...step, ...rest })
      .execute();
    const ledger = await read();
    const listed = ledger.ways;
    assert.ok(listed !== undefined);
    assert.deepEqual(listed.factors, [factor('fac_removed', user)]);
    const ways = {
      ...listed,
      factors: [factor('fac_added', user), factor('fac_gone', 'usr_gone')],
      recoveryCodes: [{ hash: 'left', user_id: user }],
    };

    const report = await applyLedger(needs, { ...ledger, ways }, 0);

    assert.equal(report.revoked, 1);
    const { ways: now } = await read();
    assert.deepEqual(now?.factors, [factor('fac_added', user)]);
    assert.deepEqual(now?.recoveryCodes, [{ hash: 'left', user_id: user }]);
    assert.deepEqual(await db.selectFrom('second_factor_steps').selectAll().execute(), []);
    const { factors: _factors, ...older } = ways;
    await applyLedger(needs, { ...ledger, ways: older }, 0);
    assert.deepEqual((await read()).ways?.factors, [factor('fac_added', user)], 'an older ledger');
  },
);

onBothStores(
  'what was changed or disabled since waits for somebody to look at it',
  async (_t, access) => {
    const { db, read, needs, now } = await prepare(access);
    // As it stood when the ledger was noted.
    const changed = { settings: JSON.stringify({ host: 'y.example', lastFour: 'abcd' }) };
    await db.updateTable('alert_channels').set(changed).where('id', '=', 'chn_1').execute();
    await db
      .updateTable('alert_channels')
      .set({ name: 'other' })
      .where('id', '=', 'chn_2')
      .execute();
    await db.updateTable('exports').set({ version: 2 }).where('id', '=', 'exp_1').execute();
    const off = { enabled: 0, next_at: null, due_at: null };
    await db.updateTable('exports').set(off).where('id', '=', 'exp_2').execute();
    const ledger = await read();
    // As the backup has it.
    const { settings } = channelRow('', '');
    await db.updateTable('alert_channels').set({ settings }).execute();
    const on = { enabled: 1, next_at: 9, due_at: 9, version: 1 };
    await db.updateTable('exports').set(on).execute();

    const report = await applyLedger(needs, ledger, 0);

    assert.deepEqual([report.revoked, report.disabled], [0, 3]);
    const ways = await waysOf(db);
    assert.deepEqual(ways.channels, [
      ['chn_1', false],
      ['chn_2', true],
    ]);
    assert.deepEqual(ways.exports, [
      ['exp_1', false, null],
      ['exp_2', false, null],
    ]);
    const reason = await db
      .selectFrom('alert_channels')
      .select(['disabled_at', 'disabled_reason'])
      .where('id', '=', 'chn_1')
      .executeTakeFirstOrThrow();
    assert.equal(reason.disabled_at, now);
    assert.match(reason.disabled_reason ?? '', /changed or disabled after the backup/);
  },
);

onBothStores('a ledger of an older release is applied as far as it goes', async (_t, access) => {
  const { db, read, needs } = await prepare(access);
  const { ways: _ways, ...old } = await read();

  const report = await applyLedger(needs, { ...old, version: 1 }, 0);

  assert.deepEqual([report.revoked, report.disabled], [0, 0]);
  assert.equal((await waysOf(db)).channels.length, 2);
});

test('a restore says what it could not know', () => {
  const ledger = { version: 2, at: 1_000, ways: {} } as unknown as Ledger;
  const { ways: _ways, ...old } = { ...ledger, version: 1 } as Ledger;
  const none = { disabled: 0 };

  assert.deepEqual(ledgerWarnings(ledger, 1_000, none), []);
  assert.equal(usableLedger(ledger, 1_000), ledger);
  assert.equal(usableLedger(ledger, 1_001), undefined);
  assert.match(
    ledgerWarnings(ledger, 1_001, none).join(),
    /^The record of changes is from 1970-01-01T00:00:01\.000Z, older than the backup from .*, and was not applied\. Anything revoked/,
  );
  assert.match(
    ledgerWarnings(undefined, 0, none).join(),
    /^There is no record of later changes next to the backups/,
  );
  assert.match(
    ledgerWarnings(old, 0, none).join(),
    /^The record of changes was written by an older release/,
  );
  assert.match(ledgerWarnings(ledger, 0, { disabled: 2 }).join(), /: 2 alert channels or exports/);
});

onBothStores('audit streams go on, stop or go, as they were last', async (t, access) => {
  const { owner } = await access.newOrganization();
  const { create } = await startStreams(t, access);
  const ids: string[] = [];
  for (const name of ['same', 'changed', 'removed']) {
    const url = 'https://siem.example.com/';
    ids.push((await create(owner.actor, { name, url })).id);
  }
  const { metadata, clock } = access;
  const now = clock.now();
  const ledger = { ...(await readLedger(metadata, now)), at: now };
  const { ways } = ledger;
  assert.ok(ways !== undefined);
  const apply = (known: typeof ways.streams): ReturnType<typeof applyLedger> => {
    const { streams: _listed, ...rest } = ways;
    const then = { ...ledger, ways: known === undefined ? rest : { ...rest, streams: known } };
    return applyLedger({ metadata, clock }, then, 0);
  };
  const left = async () =>
    (await metadata.db.selectFrom('audit_streams').selectAll().orderBy('created_at').execute()).map(
      ({ name, enabled }) => `${name} ${enabled}`,
    );

  const [same = '', changed = ''] = ids;
  assert.deepEqual((await apply(ways.streams)).revoked, 0);
  assert.deepEqual((await apply(undefined)).revoked, 0, 'a ledger that lists none yet');
  assert.equal((await left()).length, 3);
  const report = await apply([
    [same, 1, true],
    [changed, 2, true],
  ]);
  assert.deepEqual([report.revoked, report.disabled], [1, 1]);
  assert.deepEqual((await left()).toSorted(), ['changed 0', 'same 1']);
});

onBothStores('a domain that was lost since is not given back', async (_t, access) => {
  const { metadata, clock } = access;
  const { id: organization } = await access.newOrganization();
  for (const [domain, state] of [
    ['kept.com', 'proved'],
    ['lost.com', 'proved'],
    ['pending.com', 'pending'],
  ] as const) {
    await metadata.db
      .insertInto('domains')
      .values({ ...DOMAIN, id: domain, organization_id: organization, domain, state })
      .execute();
  }
  const ledger = { ...(await readLedger(metadata, clock.now())), at: clock.now() };
  const { ways } = ledger;
  assert.ok(ways !== undefined);
  const { domains, ...older } = ways;

  const before = await applyLedger({ metadata, clock }, { ...ledger, ways: older }, 0);
  const then = { ...ledger, ways: { ...ways, domains: ['kept.com'] } };
  const report = await applyLedger({ metadata, clock }, then, 0);

  assert.deepEqual(domains, ['kept.com', 'lost.com']);
  assert.deepEqual([before.revoked, report.revoked], [0, 1]);
  const left = await metadata.db.selectFrom('domains').select('id').orderBy('id').execute();
  assert.deepEqual(
    left.map(({ id }) => id),
    ['kept.com', 'pending.com'],
  );
});

const DOMAIN = {
  token: 't',
  proved_at: 1,
  vouched_by: null,
  checked_at: 1,
  problem: null,
  missing_since: null,
  created_by: 'ada',
  created_at: 1,
};

onBothStores(
  'a connection that was changed or removed since is entered anew',
  async (_t, access) => {
    const { metadata, clock } = access;
    const { id: organization, owner } = await access.newOrganization();
    const member = await access.join(organization, 'member');
    for (const [memberId, role_connection_id] of [
      [member.memberId, 'con_same'],
      [owner.memberId, 'con_removed'],
    ] as const) {
      await metadata.db
        .updateTable('members')
        .set({ role_connection_id })
        .where('id', '=', memberId)
        .execute();
    }
    for (const id of ['con_same', 'con_changed', 'con_removed']) {
      await metadata.db
        .insertInto('connections')
        .values({ ...CONNECTION, id, name: id, organization_id: organization })
        .execute();
    }
    const ledger = { ...(await readLedger(metadata, clock.now())), at: clock.now() };
    const { ways } = ledger;
    assert.ok(ways !== undefined);
    const then = [
      ['con_same', 1],
      ['con_changed', 2],
    ] as const;

    const before = await applyLedger({ metadata, clock }, ledger, 0);
    const known = { ...ledger, ways: { ...ways, connections: then } };
    const report = await applyLedger({ metadata, clock }, known, 0);

    assert.equal(ways.connections?.length, 3);
    assert.deepEqual([before.revoked, report.revoked], [0, 2]);
    const left = await metadata.db.selectFrom('connections').select('id').execute();
    assert.deepEqual(left, [{ id: 'con_same' }]);
    const managed = await metadata.db.selectFrom('members').select('role_connection_id').execute();
    const whose = managed.map(({ role_connection_id: id }) => id ?? 'nobody');
    assert.deepEqual(whose.toSorted(), ['con_same', 'nobody']);
  },
);

const CONNECTION = {
  kind: 'oidc',
  preset: 'other',
  version: 1,
  issuer: 'https://idp.example',
  client_id: 'c',
  client_secret: 's',
  attributes: '{}',
  jit: 1,
  role_map: '[]',
  default_role: 'viewer',
  on_missing_groups: 'keep',
  session_hours: 1,
  created_by: 'ada',
  created_at: 1,
  updated_at: 1,
} as const;
