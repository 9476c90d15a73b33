/** What better-auth asks of the store, asked without a browser. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { openAccountTools } from '../../../test/support/guard/open-account-tools.ts';
import { startAccounts } from '../../../test/support/guard/start-accounts.ts';
import { AppError } from '../../base/errors.ts';
import { organizationId } from '../../base/ids.ts';
import type { AccountTools } from './account-needs.ts';
import { createAuthStore, type SigningIn } from './auth-store.ts';
import { createAuth } from './create-auth.ts';

async function open(t: TestContext) {
  const { accounts, metadata, audit } = await startAccounts(t);
  const forgotten: string[] = [];
  const told: string[] = [];
  const locked: string[] = [];
  const failures: Error[] = [];
  const { cache } = accounts.tools;
  const tools: AccountTools = {
    ...accounts.tools,
    cache: { get: cache.get, forget: (subject) => void forgotten.push(subject) },
    metadata: {
      db: metadata.db,
      transaction: async (work) => {
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        return metadata.transaction((unit) =>
          work({
            ...unit,
            notify: async (channel, subject) => {
              told.push(`${channel} ${subject}`);
              await unit.notify(channel, subject);
            },
            lockRow: async (table, key) => {
              locked.push(table);
              return unit.lockRow(table, key);
            },
          }),
        );
      },
    },
  };
  const visits = new AsyncLocalStorage<SigningIn>();
  const { adapter } = await createAuth(tools, visits, { clients: {} }).$context;
  const on = <T>(change: Partial<SigningIn>, work: () => Promise<T>): Promise<T> => {
    const visit = { ipAddress: '192.0.2.7', userAgent: 'test', signedInWith: 'google' } as const;
    return visits.run({ ...visit, ...change }, work);
  };
  const times = { createdAt: new Date(1_000), updatedAt: new Date(1_000) };
  const newUser = (email: string, emailVerified: boolean): Promise<{ id: string }> =>
    adapter.create({ model: 'user', data: { name: 'Ada', email, emailVerified, ...times } });
  const newSession = (
    userId: string,
    token: string,
  ): Promise<{ id: string; token: string; expiresAt: unknown }> =>
    adapter.create({
      model: 'session',
      data: { userId, token, expiresAt: new Date(5_000), ...times },
    });
  const watched = { forgotten, told, locked, failures };
  return { adapter, metadata, audit, ...watched, on, times, newUser, newSession };
}

test('whoever comes from a provider gets an organization, and the first confirmed one the installation', async (t) => {
  const { metadata, newUser, on } = await open(t);
  const operators = (): Promise<{ user_id: string }[]> =>
    metadata.db.selectFrom('operators').select('user_id').execute();

  const first = await on({}, () => newUser('a@example.com', false));
  assert.deepEqual(await operators(), []);
  const second = await on({}, () => newUser('b@example.com', true));
  assert.deepEqual(await operators(), [{ user_id: second.id }]);
  await on({}, () => newUser('c@example.com', true));
  assert.deepEqual(await operators(), [{ user_id: second.id }]);

  const members = await metadata.db.selectFrom('members').select(['user_id', 'role']).execute();
  assert.equal(members.length, 3);
  assert.ok(members.some(({ user_id, role }) => user_id === first.id && role === 'owner'));
  const entries = await metadata.db.selectFrom('operator_entries').selectAll().execute();
  assert.deepEqual(
    entries.map(({ ip_address, user_agent }) => [ip_address, user_agent]),
    [['192.0.2.7', 'test']],
  );
});

test('a state is found on the way it was begun on, and nowhere else', async (t) => {
  const { adapter, on, times } = await open(t);
  const flows = [
    undefined,
    { provider: 'google', organization: undefined },
    { provider: 'github', organization: undefined },
    { provider: 'google', organization: organizationId('org_1') },
  ] as const;
  const byName = [{ field: 'identifier', value: 'state' }];
  const find = (flow: (typeof flows)[number]): Promise<{ value: string; expiresAt: Date } | null> =>
    on(flow === undefined ? {} : { flow }, () =>
      adapter.findOne({ model: 'verification', where: byName }),
    );

  for (const [index, flow] of flows.entries()) {
    assert.equal(await find(flow), null);
    const data = { identifier: 'state', value: `v${index}`, expiresAt: new Date(9_000), ...times };
    await on(flow === undefined ? {} : { flow }, () =>
      adapter.create({ model: 'verification', data }),
    );
    assert.equal((await find(flow))?.value, `v${index}`);
  }
  assert.deepEqual((await find(flows[1]))?.expiresAt, new Date(9_000));
  const byValue = [{ field: 'value', value: 'v2' }];
  const anywhere = await on({ flow: flows[1] }, () =>
    adapter.findMany({ model: 'verification', where: byValue }),
  );
  assert.equal(anywhere.length, 1);
  const taken = await on({ flow: flows[1] }, () =>
    adapter.consumeOne<{ value: string }>({ model: 'verification', where: byName }),
  );
  assert.equal(taken?.value, 'v1');
  assert.deepEqual([await find(flows[1]), (await find(flows[2]))?.value], [null, 'v2']);
});

test('of what is asked for there come the rows, their number and their order', async (t) => {
  const { adapter, metadata, on, newUser } = await open(t);
  for (const email of ['b@example.com', 'a@example.com', 'c@example.com']) {
    await on({}, () => newUser(email, true));
  }
  const emails = async (sortBy?: { field: string; direction: 'asc' | 'desc' }) => {
    const rows = await adapter.findMany<{ email: string; createdAt: unknown }>({
      model: 'user',
      limit: 2,
      ...(sortBy === undefined ? {} : { sortBy }),
    });
    assert.ok(rows.every(({ createdAt }) => createdAt instanceof Date));
    return rows.map(({ email }) => email);
  };

  assert.equal(await adapter.count({ model: 'user' }), 3);
  assert.equal((await emails()).length, 2);
  assert.deepEqual(await emails({ field: 'email', direction: 'desc' }), [
    'c@example.com',
    'b@example.com',
  ]);
  const confirmed = { field: 'emailVerified', direction: 'desc' } as const;
  await metadata.db
    .updateTable('users')
    .set({ email_verified: 0 })
    .where('email', '=', 'b@example.com')
    .execute();
  assert.deepEqual(new Set(await emails(confirmed)), new Set(['a@example.com', 'c@example.com']));
  const last = await emails({ field: 'emailVerified', direction: 'asc' });
  assert.equal(last[0], 'b@example.com');
  const one = [{ field: 'email', value: 'a@example.com' }];
  const renamed = await adapter.update<{ name: string; emailVerified: unknown }>({
    model: 'user',
    where: one,
    update: { name: 'Grace' },
  });
  assert.deepEqual([renamed?.name, renamed?.emailVerified], ['Grace', true]);
  const nobody = [{ field: 'email', value: 'nobody@example.com' }];
  assert.equal(await adapter.update({ model: 'user', where: nobody, update: { name: 'X' } }), null);
  const everybody = [{ field: 'name', value: 'Ada' }];
  assert.equal(
    await adapter.updateMany({ model: 'user', where: everybody, update: { image: 'i' } }),
    2,
  );
});

test('tokens of a provider are not kept, neither with the account nor later', async (t) => {
  const { adapter, metadata, on, newUser, times } = await open(t);
  const { id } = await on({}, () => newUser('a@example.com', true));
  const tokens = { accessToken: 'a', refreshToken: 'r', idToken: 'i', scope: 's' };
  const kept = async (): Promise<unknown[]> => {
    const rows = await metadata.db.selectFrom('accounts').selectAll().execute();
    return rows.map((row) => [
      row.account_id,
      row.access_token,
      row.refresh_token,
      row.id_token,
      row.scope,
    ]);
  };

  const data = { userId: id, accountId: 'g-1', providerId: 'google', ...tokens, ...times };
  await adapter.create({ model: 'account', data });
  assert.deepEqual(await kept(), [['g-1', null, null, null, null]]);
  const own = [{ field: 'accountId', value: 'g-1' }];
  const found = await adapter.findOne<{ accessTokenExpiresAt: unknown }>({
    model: 'account',
    where: own,
  });
  assert.equal(found?.accessTokenExpiresAt, null);
  await adapter.update({ model: 'account', where: own, update: { ...tokens, accountId: 'g-2' } });
  assert.deepEqual(await kept(), [['g-2', null, null, null, null]]);
});

test('a session begins in a request of somebody, is told of, and ends everywhere', async (t) => {
  const { adapter, metadata, audit, on, newUser, newSession, forgotten, told } = await open(t);
  const { id } = await on({}, () => newUser('a@example.com', true));
  const { organization_id: home } = await metadata.db
    .selectFrom('members')
    .select('organization_id')
    .executeTakeFirstOrThrow();

  await assert.rejects(newSession(id, 't0'), /outside a request/);
  await assert.rejects(
    on({}, () => newSession('usr_nobody', 't0')),
    /without a user/,
  );
  const begun = await on({ signedInWith: 'password' }, () => newSession(id, 't1'));
  assert.equal(begun.token, 't1', 'the cookie is written from this');
  await on({ signedInWith: 'github' }, () => newSession(id, 't2'));
  const rows = await metadata.db
    .selectFrom('sessions')
    .selectAll()
    .orderBy('signed_in_with', 'desc')
    .execute();
  assert.deepEqual(
    rows.map((row) => [
      row.token,
      row.signed_in_with,
      row.active_organization_id,
      row.confined_to,
      row.ip_address,
      row.user_agent,
    ]),
    [
      [sha256('t1'), 'password', home, null, '192.0.2.7', 'test'],
      [sha256('t2'), 'github', home, null, '192.0.2.7', 'test'],
    ],
  );
  assert.deepEqual(
    (await audit()).toSorted((one, other) => one.action.localeCompare(other.action)),
    [
      { action: 'user.login_succeeded', details: {} },
      { action: 'user.oauth_login_succeeded', details: { provider: 'github' } },
    ],
  );

  forgotten.length = 0;
  told.length = 0;
  await adapter.delete({ model: 'verification', where: [{ field: 'value', value: 'x' }] });
  assert.deepEqual([forgotten, told], [[], []]);
  await adapter.delete({ model: 'session', where: [{ field: 'token', value: 't1' }] });
  assert.deepEqual([forgotten, told], [[id], [`access ${id}`]]);
  const removed = await adapter.deleteMany({
    model: 'session',
    where: [{ field: 'userId', value: id }],
  });
  assert.equal(removed, 1);
  assert.equal(await adapter.count({ model: 'session' }), 0);
});

test('sessions are found by their token, never by what the store has of it', async (t) => {
  const { adapter, metadata, on, newUser, newSession } = await open(t);
  const { id } = await on({}, () => newUser('a@example.com', true));
  for (const token of ['t1', 't2', 't3']) await on({}, () => newSession(id, token));
  const find = (value: string) =>
    adapter.findOne<{ token: string }>({ model: 'session', where: [{ field: 'token', value }] });
  const several = async (value: string[]) => {
    const where = [{ field: 'token', operator: 'in', value } as const];
    const rows = await adapter.findMany<{ token: string }>({ model: 'session', where });
    return rows.map(({ token }) => token).toSorted((a, b) => a.localeCompare(b));
  };

  assert.equal((await find('t1'))?.token, 't1', 'the next cookie is written from it');
  assert.equal(await find(sha256('t1')), null);
  assert.deepEqual(await several(['t1', 't2', 'x']), ['t1', 't2']);
  const updated = await adapter.update<{ token: string }>({
    model: 'session',
    where: [{ field: 'token', value: 't2' }],
    update: { updatedAt: new Date(7) },
  });
  assert.equal(updated?.token, 't2');
  const where = [{ field: 'userId', value: id }];
  const all = await adapter.findMany<{ token: string }>({ model: 'session', where });
  assert.deepEqual(
    new Set(all.map(({ token }) => token)),
    new Set(['t1', 't2', 't3'].map(sha256)),
    'who lists them gets no token',
  );
  await adapter.delete({ model: 'session', where: [{ field: 'token', value: sha256('t3') }] });
  assert.equal((await metadata.db.selectFrom('sessions').select('id').execute()).length, 3);
});

test('whoever signs out is told of, and an end without a wish is not', async (t) => {
  const { adapter, audit, on, newUser, newSession } = await open(t);
  const { id } = await on({}, () => newUser('a@example.com', true));
  for (const token of ['t1', 't2']) await on({}, () => newSession(id, token));
  const end = (token: string) =>
    adapter.delete({ model: 'session', where: [{ field: 'token', value: token }] });
  const told = async () =>
    (await audit()).filter(({ action }) => action === 'user.signed_out').length;

  await on({}, () => end('t1'));
  assert.equal(await told(), 0);
  await on({ isSigningOut: true }, () => end('unknown'));
  assert.equal(await told(), 0);
  await on({ isSigningOut: true }, () => end('t2'));
  assert.equal(await told(), 1);
});

test('a session through an organization’s client stays in it, and needs the client to be there', async (t) => {
  const { metadata, audit, on, newUser, newSession } = await open(t);
  const { id } = await on({}, () => newUser('a@example.com', true));
  const row = await metadata.db
    .selectFrom('members')
    .select('organization_id')
    .executeTakeFirstOrThrow();
  const organization = organizationId(row.organization_id);
  const flow = { provider: 'google', organization, clientId: 'client-1' } as const;
  const enter = (change: object, token: string) =>
    on({ flow: { ...flow, ...change } }, () => newSession(id, token));

  await assert.rejects(enter({}, 't1'), { code: 'NOT_FOUND' });
  await metadata.db
    .insertInto('oauth_clients')
    .values({
      organization_id: organization,
      provider: 'google',
      client_id: 'client-1',
      client_secret: 'x',
      secret_set_at: 0,
      secret_set_by: 'ada',
    })
    .execute();
  await assert.rejects(enter({ clientId: 'client-2' }, 't1'), { code: 'NOT_FOUND' });
  await assert.rejects(enter({ provider: 'github' }, 't1'), { code: 'NOT_FOUND' });
  await enter({}, 't1');
  await enter({ organization: undefined }, 't2');

  const sessions = await metadata.db
    .selectFrom('sessions')
    .select(['token', 'confined_to'])
    .orderBy('confined_to', 'desc')
    .execute();
  assert.deepEqual(sessions, [
    { token: sha256('t1'), confined_to: organization },
    { token: sha256('t2'), confined_to: null },
  ]);
  const details = (await audit()).map((entry) => entry.details);
  assert.deepEqual(
    details.find((one) => 'organization' in one),
    { provider: 'google', organization },
  );
  assert.equal(details.length, 2);
});

test('however far it is moved, the end of a session is a fixed age', async (t) => {
  const { adapter, on, newUser, newSession } = await open(t);
  const { id } = await on({}, () => newUser('a@example.com', true));
  const { id: session } = await on({}, () => newSession(id, 't1'));
  const end = 1_000 + LIMITS.sessions.absoluteMsMax;
  const move = async (to: number): Promise<number | undefined> => {
    const moved = await adapter.update<{ expiresAt: Date }>({
      model: 'session',
      where: [{ field: 'id', value: session }],
      update: { expiresAt: new Date(to) },
    });
    return moved?.expiresAt.getTime();
  };

  assert.equal(await move(end - 1), end - 1);
  assert.equal(await move(end), end);
  assert.equal(await move(end + 1), end);
});

test('whoever lost their organization gets one at the sign-in, unless an invitation waits', async (t) => {
  const { metadata, on, newUser, newSession } = await open(t);
  const { id } = await on({}, () => newUser('a@example.com', true));
  const other = await on({}, () => newUser('b@example.com', true));
  const { organization_id: inviting } = await metadata.db
    .selectFrom('members')
    .select('organization_id')
    .where('user_id', '=', other.id)
    .executeTakeFirstOrThrow();
  const organizations = async (): Promise<number> =>
    (await metadata.db.selectFrom('members').select('id').where('user_id', '=', id).execute())
      .length;
  await metadata.db.deleteFrom('members').where('user_id', '=', id).execute();
  const invitation = {
    id: 'inv_1',
    organization_id: inviting,
    email: 'a@example.com',
    role: 'viewer',
    state: 'pending',
    invited_by: other.id,
    created_at: 0,
    sent_at: 0,
    expires_at: Date.now() + 3_600_000,
    ended_at: null,
  } as const;
  await metadata.db.insertInto('invitations').values(invitation).execute();

  await on({}, () => newSession(id, 't1'));
  assert.equal(await organizations(), 0);
  await metadata.db.deleteFrom('invitations').execute();
  await on({}, () => newSession(id, 't2'));
  await on({}, () => newSession(id, 't3'));
  assert.equal(await organizations(), 1);
});

test('two sign-ins at once make one organization, and without one the session begins all the same', async (t) => {
  const { metadata, on, newUser, newSession, locked, failures } = await open(t);
  const { id } = await on({}, () => newUser('a@example.com', true));
  const places = async (): Promise<unknown[]> => {
    const rows = await metadata.db
      .selectFrom('sessions')
      .select('active_organization_id')
      .orderBy('token')
      .execute();
    return rows.map((row) => row.active_organization_id);
  };
  await metadata.db.deleteFrom('members').execute();

  failures.push(new AppError('PLAN_LIMIT_REACHED', 'No more.'));
  await on({}, () => newSession(id, 't1'));
  assert.deepEqual(await places(), [null]);
  failures.push(new Error('away'));
  await assert.rejects(
    on({}, () => newSession(id, 't2')),
    { message: 'away' },
  );
  locked.length = 0;
  await Promise.all(['t3', 't4'].map((token) => on({}, () => newSession(id, token))));
  const members = await metadata.db.selectFrom('members').select('organization_id').execute();
  const [home] = members.map((member) => member.organization_id);
  assert.equal(members.length, 1);
  assert.deepEqual(await places(), [null, home, home]);
  assert.equal(locked.filter((table) => table === 'users').length, 2);
});

test('tables that are not of accounts are nobody’s business here', async (t) => {
  const { tools } = await openAccountTools(t);
  const store = createAuthStore(tools, new AsyncLocalStorage<SigningIn>());
  const adapter = store({ rateLimit: { storage: 'database', modelName: 'organizations' } });

  await assert.rejects(adapter.findMany({ model: 'rateLimit' }), {
    message: 'organizations is no table of accounts',
  });
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
