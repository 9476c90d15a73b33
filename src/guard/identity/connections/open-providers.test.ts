/** How long a provider is believed, and what of it is not looked at any further. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchUserInfo, type Configuration } from 'openid-client';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import type { Outbound, OutboundRequest } from '../../../engines/outbound/outbound.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { openProviders } from './open-providers.ts';
import { completeClaims, readArrival } from './read-arrival.ts';
import type { ReadConnection } from './read-connection.ts';
import { roleOf } from './role-of.ts';

const ISSUER = 'https://idp.example';
const CONNECTION = {
  id: 'con_1',
  version: 1,
  issuer: ISSUER,
  clientId: 'xplain',
  attributes: { email: 'email', name: 'name', groups: 'groups' },
  roleMap: [{ group: 'staff', role: 'member' }],
  defaultRole: 'viewer',
  onMissingGroups: 'keep',
} as unknown as ReadConnection;

function start(userinfo: unknown = { sub: 'one', email: 'ada@acme.com' }) {
  const clock = fakeClock();
  const sent: OutboundRequest[] = [];
  const outbound: Outbound = {
    check: () => undefined,
    send: async (request) => {
      sent.push(request);
      const body = request.url.endsWith('/userinfo') ? userinfo : METADATA;
      const headers = { 'content-type': 'application/json' };
      return { status: 200, headers, body: Buffer.from(JSON.stringify(body)) };
    },
  };
  return { clock, sent, providers: openProviders({ outbound, clock }) };
}

const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
  userinfo_endpoint: `${ISSUER}/userinfo`,
  id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256', 'ES256'],
};

test('metadata are read again after their time, and for a changed connection', async () => {
  const { clock, sent, providers } = start();

  const first = await providers.configure(CONNECTION, 'secret');
  clock.advance(LIMITS.identity.metadataMs - 1);
  await providers.configure(CONNECTION, 'secret');
  assert.equal(sent.length, 1);
  clock.advance(1);
  await providers.configure(CONNECTION, 'secret');
  assert.equal(sent.length, 2);
  await providers.configure({ ...CONNECTION, version: 2 }, 'secret');
  assert.equal(sent.length, 3);
  assert.equal(sent[0]?.totalMsMax, LIMITS.identity.providerMsMax);
  assert.deepEqual(first.serverMetadata().id_token_signing_alg_values_supported, [
    'RS256',
    'ES256',
  ]);
});

test('what a token lacks is asked for, about the same subject alone, and what is signed counts', async () => {
  const { providers } = start({ sub: 'one', email: 'eve@evil.com', groups: ['staff'] });
  const configuration: Configuration = await providers.configure(CONNECTION, 'secret');
  const complete = (token: Record<string, unknown>) =>
    completeClaims(configuration, CONNECTION, token, 'token');

  const claims = await complete({ sub: 'one', email: 'ada@acme.com' });
  assert.deepEqual(claims, { sub: 'one', email: 'ada@acme.com', groups: ['staff'] });
  const whole = { sub: 'two', email: 'ada@acme.com', groups: [] };
  assert.equal(await complete(whole), whole, 'nobody is asked');
  await assert.rejects(complete({ sub: 'two' }));
  await assert.rejects(fetchUserInfo(configuration, 'token', 'two'));
});

test('of many groups a bounded number is read, and an odd claim is none', () => {
  const { groupsMax } = LIMITS.identity;
  const many = Array.from({ length: groupsMax + 1 }, (_, i) => `g${i}`);
  const groups = (value: unknown) => readArrival(CONNECTION, { sub: 'one', groups: value }).groups;

  assert.equal(groups(many)?.length, groupsMax);
  const long = 'g'.repeat(LIMITS.identity.groupCharactersMax);
  assert.deepEqual(groups(['a', 7, null, long, `${long}g`]), ['a', long]);
  assert.deepEqual([groups('a'), groups([])], [['a'], []]);
  for (const odd of [undefined, 7, {}, null]) assert.equal(groups(odd), undefined);
  for (const sub of ['', 'a b', 'ü', 'x'.repeat(256), 7]) {
    assert.throws(() => readArrival(CONNECTION, { sub }), { code: 'SSO_TOKEN' });
  }
});

test('missing groups are told from none that are mapped, and Owners stay Owners', () => {
  const decide = (
    groups: string[] | undefined,
    present: 'owner' | 'admin' | undefined,
    change = {},
  ) => {
    const { role, isManaged } = roleOf({ ...CONNECTION, ...change }, { groups }, present);
    return `${role} ${isManaged}`;
  };

  assert.equal(decide(undefined, 'admin'), 'admin undefined');
  assert.equal(decide(undefined, 'admin', { onMissingGroups: 'default' }), 'viewer true');
  assert.equal(decide(undefined, undefined), 'viewer true');
  assert.equal(decide([], 'admin'), 'viewer true');
  assert.equal(decide([], 'admin', { defaultRole: 'none' }), 'undefined true');
  assert.equal(decide(['staff'], 'admin'), 'member true');
  assert.equal(decide([], 'owner', { defaultRole: 'none' }), 'owner false');
  assert.equal(decide(['staff'], 'admin', { roleMap: [] }), 'admin false');
  assert.equal(
    decide(['staff'], undefined, { roleMap: [], defaultRole: 'none' }),
    'undefined false',
  );
});
