import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId, userId } from '../../base/ids.ts';
import type { EndpointConfig } from '../../contract/endpoint.ts';
import { createAuthenticate, type Session } from './create-guard.ts';
import { newCredentialValue } from './credentials/credential-value.ts';
import { readNetworks } from './organizations/networks.ts';

const ACME = organizationId('org_acme');
const ADA = userId('usr_ada');
const KEY = newCredentialValue('xp_live_');
const TOKEN = newCredentialValue('xpat_');
const ENDPOINT = { permission: 'logs:read', rate: 'search', body: 'none' } as EndpointConfig;
const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'test/1.0' };
const FACTS = { allowedNetworks: undefined, oauthProviders: { google: true, github: false } };
const SESSION: Session = {
  id: ADA,
  email: 'ada@example.com',
  sessionId: 'ses_1',
  activeOrganization: ACME,
  signedInWith: 'password',
  confinedTo: undefined,
  connection: undefined,
  hasSecondFactor: false,
};

/** What the cache and the stores would say; whatever is not named is as usual. */
interface World {
  readonly value?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly config?: Partial<EndpointConfig>;
  readonly facts?: object | undefined;
  readonly membership?: object | undefined;
  readonly isOperator?: boolean;
  readonly email?: string | undefined;
  readonly session?: Session | undefined;
  /** The cache has to ask the store first. */
  readonly isSlow?: boolean;
}

function enter(world: World) {
  const given = {
    facts: FACTS as object,
    membership: { memberId: 'mem_1', role: 'member', ownRole: 'member' } as object,
    email: 'ada@example.com',
    session: SESSION,
    ...world,
  };
  const noted: unknown[] = [];
  const known = (key: string): unknown => {
    if (key.startsWith('organization:')) return given.facts;
    if (key.startsWith('member:')) return given.membership;
    if (key.startsWith('operator:')) return given.isOperator;
    const common = { organization: ACME, expiresAt: null, isRevoked: false };
    return given.value === TOKEN
      ? { ...common, kind: 'access_token', id: 'pat_1', user: ADA, scopes: ['search:read'] }
      : { ...common, kind: 'api_key', id: 'key_1', name: 'k', scope: 'ingest-only', isUsed: true };
  };
  const get = (key: string): unknown =>
    given.isSlow === true ? Promise.resolve(known(key)) : known(key);
  const authenticate = createAuthenticate({
    metadata: {},
    cache: { get },
    clock: { now: () => 0 },
    publicOrigin: () => 'https://logs.example.com',
    readSession: async () => given.session,
    emailOf: async () => given.email,
    noteUse: (credential: { id: string }, origin: unknown) =>
      void noted.push([credential.id, origin]),
  } as never);
  const bearer = given.value === undefined ? {} : { authorization: `Bearer ${given.value}` };
  const request = {
    headers: { 'user-agent': 'test/1.0', ...bearer, ...given.headers },
    ip: '192.0.2.1',
    method: given.method ?? 'GET',
    raw: {},
  };
  const answer = () => authenticate(request as never, { ...ENDPOINT, ...given.config });
  return { answer, noted };
}

/** The code and the message of the refusal, or who was let in. */
async function said(world: World): Promise<string> {
  try {
    const { actor, user } = await enter(world).answer();
    return actor === undefined
      ? `person ${user?.id}`
      : `${actor.who.kind} in ${actor.organization}`;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === undefined) throw error;
    return `${code} ${message}`;
  }
}

test('a key that is known is let in at once, else as soon as it is; both are noted', async () => {
  const expected = {
    actor: {
      organization: ACME,
      who: { kind: 'api_key', id: 'key_1', name: 'k' },
      permissions: new Set(['logs:write', 'receipts:read']),
      ...ORIGIN,
    },
  };
  const quick = enter({ value: KEY });
  const slow = enter({ value: KEY, isSlow: true });

  assert.deepEqual(quick.answer(), expected, 'no promise');
  const later = slow.answer();
  assert.ok(later instanceof Promise);
  assert.deepEqual(await later, expected);
  for (const { noted } of [quick, slow]) assert.deepEqual(noted, [['key_1', ORIGIN]]);
});

test('a token is its owner, with the role they have now', async () => {
  const { answer, noted } = enter({ value: TOKEN });

  assert.deepEqual(await answer(), {
    actor: {
      organization: ACME,
      who: {
        kind: 'access_token',
        id: 'pat_1',
        user: ADA,
        email: 'ada@example.com',
        role: 'member',
      },
      permissions: new Set(['logs:read', 'receipts:read']),
      ...ORIGIN,
    },
  });
  assert.deepEqual(noted, [['pat_1', ORIGIN]]);
});

test('a session is its person, in the organization that was chosen last', async () => {
  const { answer } = enter({ headers: { 'user-agent': undefined as never } });
  const { user, actor } = await answer();

  assert.equal(user, SESSION);
  assert.deepEqual(
    [actor?.organization, actor?.who, actor?.ipAddress, actor?.userAgent],
    [ACME, { kind: 'user', id: ADA, email: 'ada@example.com', role: 'member' }, '192.0.2.1', ''],
  );
  assert.equal(actor?.permissions.has('logs:write'), true);
  assert.equal(actor?.permissions.has('keys:create'), false);
});

test('what is gone, has left or calls from elsewhere is refused', async () => {
  const elsewhere = { ...FACTS, allowedNetworks: readNetworks(['10.0.0.0/8']) };
  const here = { ...FACTS, allowedNetworks: readNetworks(['192.0.2.0/24']) };
  const outside = 'IP_NOT_ALLOWED Your IP address is not on the allowlist of this organization.';
  const left = 'PAT_REVOKED The owner of this access token has left the organization.';
  const missing = 'NOT_FOUND No such organization.';
  const cases: readonly (readonly [World, string])[] = [
    [{ value: KEY, facts: undefined }, 'UNAUTHORIZED The organization of this key was deleted.'],
    [
      { value: KEY, facts: undefined, isSlow: true },
      'UNAUTHORIZED The organization of this credential was deleted.',
    ],
    [
      { value: TOKEN, facts: undefined },
      'UNAUTHORIZED The organization of this credential was deleted.',
    ],
    [{ value: TOKEN, membership: undefined }, left],
    [{ value: TOKEN, email: undefined }, left],
    [{ membership: undefined }, missing],
    [{ facts: undefined }, missing],
    [{ value: KEY, facts: elsewhere }, outside],
    [{ value: KEY, facts: elsewhere, isSlow: true }, outside],
    [{ value: TOKEN, facts: elsewhere }, outside],
    [{ facts: elsewhere }, outside],
    [{ value: KEY, facts: here }, 'api_key in org_acme'],
    [{ facts: here }, 'user in org_acme'],
    [{ value: 'Basic' }, 'UNAUTHORIZED This credential is neither an API key nor an access token.'],
    [{ session: undefined }, 'UNAUTHORIZED Send an API key or an access token, or sign in.'],
    [
      { session: { ...SESSION, activeOrganization: undefined } },
      'NOT_FOUND Choose an organization first.',
    ],
    [
      { session: { ...SESSION, signedInWith: 'github' } },
      'FORBIDDEN This organization has disabled sign-in with GitHub. Use another sign-in method.',
    ],
    [{ session: { ...SESSION, signedInWith: 'google' } }, 'user in org_acme'],
  ];
  for (const [world, expected] of cases) assert.equal(await said(world), expected);
});

test('a credential opens the organization it belongs to, whatever the request names', async () => {
  for (const value of [KEY, TOKEN]) {
    const named = (organization: string) =>
      said({ value, headers: { 'x-organization-id': organization } });
    const kind = value === KEY ? 'api_key' : 'access_token';

    assert.equal(await named('org_other'), 'NOT_FOUND No such organization.');
    assert.equal(await named(''), `${kind} in org_acme`);
    assert.equal(await named('org_acme'), `${kind} in org_acme`);
  }
});

test('an endpoint takes the kinds of credentials that it names', async () => {
  const onlyPeople = 'INSUFFICIENT_SCOPE This endpoint requires a signed-in user.';
  const onlyTokens = 'UNAUTHORIZED This endpoint requires an access token, not an API key.';
  const noSession = 'UNAUTHORIZED Send a credential as "Authorization: Bearer <value>".';
  const [key, token, user] = ['api_key', 'access_token', 'user'].map(
    (kind) => `${kind} in org_acme`,
  );
  const cases: readonly (readonly [readonly string[] | undefined, readonly unknown[]])[] = [
    [undefined, [key, token, user]],
    [['api_key'], [key, onlyPeople, noSession]],
    [['access_token'], [onlyTokens, token, noSession]],
    [
      ['api_key', 'access_token'],
      [key, token, noSession],
    ],
    [['session'], [onlyPeople, onlyPeople, user]],
    [
      ['access_token', 'session'],
      [onlyTokens, token, user],
    ],
  ];
  for (const [credentials, expected] of cases) {
    const config = { credentials } as Partial<EndpointConfig>;
    const answers = [{ value: KEY }, { value: TOKEN }, {}].map((world) =>
      said({ ...world, ...(credentials === undefined ? {} : { config }) }),
    );
    assert.deepEqual(await Promise.all(answers), expected, String(credentials));
  }
});

test('what is for people takes no credential, and what is for operators takes those', async () => {
  const onlyPeople = 'INSUFFICIENT_SCOPE This endpoint requires a signed-in user.';
  for (const permission of ['session', 'installation'] as const) {
    const config = { permission } as Partial<EndpointConfig>;
    assert.equal(await said({ config, value: KEY }), onlyPeople);
    assert.equal(await said({ config, value: TOKEN }), onlyPeople);
    assert.equal(await said({ config, isOperator: true, facts: undefined }), 'person usr_ada');
    const confined = { ...SESSION, confinedTo: ACME };
    assert.equal(
      await said({ config, isOperator: true, session: confined }),
      'FORBIDDEN You signed in with the link of an organization, which gives access to that organization only. Sign in without the link for this.',
    );
  }
  const config = { permission: 'installation' } as Partial<EndpointConfig>;
  assert.equal(
    await said({ config, isOperator: false }),
    'FORBIDDEN Only operators of the installation can do this.',
  );
});

test('a page of another site changes nothing with the cookie that the browser adds', async () => {
  const from = (origin: string) => said({ method: 'POST', headers: { origin } });

  assert.equal(await from('https://evil.example.com'), 'FORBIDDEN Cross-origin request refused.');
  assert.equal(await from('https://logs.example.com'), 'user in org_acme');
});
