/** Who manages streams, what is refused, and that nobody sees those of others. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  type AccessUnderTest,
  onBothStores,
  openAccess,
} from '../../../test/support/open-access.ts';
import { startAccess } from '../../../test/support/start-access.ts';
import { isSigned, startStreams } from '../../../test/support/start-streams.ts';
import type { AuditStreamWithSecret } from '../../contract/audit-streams.ts';
import { LIMITS } from '../../spec/limits.ts';
import { ROLES } from '../../spec/roles.ts';
import { streamRoutes } from './stream-routes.ts';

async function start(t: TestContext, access: AccessUnderTest) {
  const streams = await startStreams(t, access);
  const { call } = startAccess(t, access, {
    mount: (app) => streamRoutes(app, streams.needs),
  });
  const draft = { name: 'SIEM', url: streams.receiver.url };
  const create = async (as: Parameters<typeof call>[1], body: object = draft) => {
    const answer = await call('POST /api/v1/audit-streams', { ...as, body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.data as AuditStreamWithSecret;
  };
  return { ...streams, call, create, draft };
}

test('Owners and Admins manage streams, others and other organizations do not', async (t) => {
  const access = await openAccess(t);
  const { call, create, draft } = await start(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const stranger = await access.newOrganization();
  const { id } = await create({ as: owner });
  const one = `/api/v1/audit-streams/${id}`;
  const endpoints: [string, object?][] = [
    ['GET /api/v1/audit-streams'],
    ['POST /api/v1/audit-streams', { ...draft, name: 'another' }],
    [`GET ${one}`],
    [`PATCH ${one}`, { version: 9 }],
    [`POST ${one}/test`],
    [`POST ${one}/replay`, { from: 900, to: 901 }],
    [`DELETE ${one}`],
  ];
  const statuses = async (as: string | typeof owner): Promise<number[]> => {
    const found: number[] = [];
    for (const [endpoint, body] of endpoints.slice(0, -1)) {
      found.push((await call(endpoint, { as, ...(body && { body }) })).status);
    }
    return found;
  };
  for (const role of ROLES) {
    const member = role === 'owner' ? owner : await access.join(organization, role);
    const isAllowed = role === 'owner' || role === 'admin';
    const expected =
      role === 'owner' ? [200, 201, 200, 409, 200, 400] : [200, 409, 200, 409, 200, 400];
    assert.deepEqual(
      await statuses(member),
      isAllowed ? expected : [403, 403, 403, 403, 403, 403],
      role,
    );
    if (!isAllowed) assert.equal((await call(`DELETE ${one}`, { as: member })).status, 403);
  }
  assert.deepEqual(await statuses(stranger.owner), [200, 201, 404, 404, 404, 404]);
  assert.equal((await call(`DELETE ${one}`, { as: stranger.owner })).status, 404);
  const seen = await call('GET /api/v1/audit-streams', { as: stranger.owner });
  assert.ok(!seen.text.includes(id));
  assert.equal((await call(`DELETE ${one}`, { as: owner })).status, 200);
  assert.equal((await call(`GET ${one}`, { as: owner })).status, 404);
});

onBothStores(
  'a secret is shown once, follows its host, and never appears in the log',
  async (t, access) => {
    const { call, create, receiver } = await start(t, access);
    const { id: organization, owner } = await access.newOrganization();
    const { id, secret = '', ...shown } = await create({ as: owner });
    assert.partialDeepStrictEqual(shown, {
      name: 'SIEM',
      version: 1,
      enabled: true,
      kind: 'webhook',
      format: 'json',
      host: new URL(receiver.url).host,
      sentTo: 0,
      waiting: 0,
      failingSince: null,
    });
    const change = async (body: object) =>
      (await call(`PATCH /api/v1/audit-streams/${id}`, { as: owner, body })).body
        .data as AuditStreamWithSecret;
    const same = await change({ version: 1, url: `${receiver.url}/path`, name: 'Other' });
    assert.deepEqual([same.name, same.version, same.secret], ['Other', 2, undefined]);
    const tested = await call(`POST /api/v1/audit-streams/${id}/test`, { as: owner });
    assert.partialDeepStrictEqual(tested.body.data, { ok: true, error: null });
    const [called] = receiver.calls;
    assert.ok(called !== undefined && isSigned(called, secret));
    assert.partialDeepStrictEqual(JSON.parse(called.body), { type: 'audit.test', stream: id });
    receiver.behave(() => ({ status: 401 }));
    const refused = await call(`POST /api/v1/audit-streams/${id}/test`, { as: owner });
    assert.partialDeepStrictEqual(refused.body.data, {
      ok: false,
      error: 'The receiver returned 401.',
    });

    const moved = await change({ version: 2, url: 'https://siem.example.com/secret-path' });
    assert.match(moved.secret ?? '', /^whsec_/);
    assert.notEqual(moved.secret, secret);
    assert.equal((await change({ version: 3, enabled: false })).enabled, false);
    const entries = await access.auditOf(organization);
    assert.deepEqual(
      entries.map(({ action }) => action).toSorted(),
      ['created', 'tested', 'tested', 'updated', 'updated', 'updated'].map(
        (word) => `audit_stream.${word}`,
      ),
    );
    const rows = await access.metadata.db.selectFrom('audit_streams').selectAll().execute();
    const reported = JSON.stringify([entries, rows]);
    assert.doesNotMatch(reported, /whsec_|secret-path|\/path/);
  },
);

test('a token is asked for again before it goes to another origin, plain HTTP included', async (t) => {
  const access = await openAccess(t);
  const { call, create } = await start(t, access);
  const { owner } = await access.newOrganization();
  const splunk = { name: 'Splunk', kind: 'splunk', token: 'hec' };
  const { id } = await create({ as: owner }, { ...splunk, url: 'https://siem.example.com/a' });
  const change = (version: number, body: object) =>
    call(`PATCH /api/v1/audit-streams/${id}`, { as: owner, body: { version, ...body } });
  for (const url of [
    'http://siem.example.com/a',
    'https://siem.example.com:8088/a',
    'https://other.example.com/a',
  ]) {
    const { status, body } = await change(1, { url });
    assert.deepEqual([status, body.details?.[0]?.path], [400, 'token'], url);
  }
  assert.equal((await change(1, { url: 'https://siem.example.com/b' })).status, 200);
  assert.equal((await change(2, { url: 'http://siem.example.com/b', token: 'x' })).status, 200);
});

test('what cannot be is refused with its place', async (t) => {
  const access = await openAccess(t);
  const { call, create, draft, record, ship } = await start(t, access);
  const { owner } = await access.newOrganization();
  await record(owner.actor, 3);
  await ship();
  const refused = async (body: object) => {
    const answer = await call('POST /api/v1/audit-streams', { as: owner, body });
    return [answer.status, answer.body.code, answer.body.details?.[0]?.path];
  };
  assert.deepEqual(await refused({ ...draft, from: 5 }), [400, 'VALIDATION_ERROR', 'from']);
  assert.deepEqual(await refused({ ...draft, from: 0 }), [400, 'VALIDATION_ERROR', 'from']);
  assert.deepEqual(await refused({ ...draft, url: 'ftp://x' }), [400, 'VALIDATION_ERROR', 'url']);
  assert.deepEqual(await refused({ ...draft, url: 'http://10.0.0.1/' }), [
    400,
    'VALIDATION_ERROR',
    'url',
  ]);
  assert.deepEqual(await refused({ ...draft, kind: 'splunk' }), [400, 'VALIDATION_ERROR', 'token']);
  assert.deepEqual(await refused({ ...draft, token: 'x' }), [400, 'VALIDATION_ERROR', 'token']);
  assert.deepEqual(await refused({ ...draft, name: 'x'.repeat(101) }), [
    400,
    'VALIDATION_ERROR',
    'name',
  ]);
  const { streamNameCharactersMax, streamTokenCharactersMax, streamUrlCharactersMax, streamsMax } =
    LIMITS.audit;
  assert.deepEqual([streamNameCharactersMax, streamsMax], [100, 5]);
  const long = (max: number) => `https://siem.example.com/${'x'.repeat(max - 25)}`;
  const token = 't'.repeat(streamTokenCharactersMax);
  assert.deepEqual(await refused({ ...draft, url: long(streamUrlCharactersMax + 1) }), [
    400,
    'VALIDATION_ERROR',
    'url',
  ]);
  assert.deepEqual(await refused({ ...draft, kind: 'splunk', token: `${token}t` }), [
    400,
    'VALIDATION_ERROR',
    'token',
  ]);
  await create(
    { as: owner },
    { name: 'x'.repeat(100), url: long(streamUrlCharactersMax), kind: 'splunk', token },
  );
  assert.equal((await create({ as: owner }, { ...draft, from: 4 })).sentTo, 3);
  assert.deepEqual((await refused(draft)).slice(0, 2), [409, 'CONFLICT']);
  for (let i = 2; i < streamsMax; i++) await create({ as: owner }, { ...draft, name: `s${i}` });
  const full = await call('POST /api/v1/audit-streams', {
    as: owner,
    body: { ...draft, name: 'no' },
  });
  assert.deepEqual([full.body.code, full.body['limit']], ['PLAN_LIMIT_REACHED', 5]);
});
