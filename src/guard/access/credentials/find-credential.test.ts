import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId, userId } from '../../../base/ids.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { createAccessToken } from './access-tokens.ts';
import { createApiKey } from './create-api-key.ts';
import { newCredentialValue } from './credential-value.ts';
import { findCredential, type KnownCredential } from './find-credential.ts';

const NOW = 1_763_208_000_000;
const key: KnownCredential = {
  kind: 'api_key',
  id: 'key_1',
  organization: organizationId('org_a'),
  name: 'shipper',
  scope: 'read-only',
  isUsed: true,
  expiresAt: null,
  isRevoked: false,
};
const token: KnownCredential = {
  kind: 'access_token',
  id: 'pat_1',
  organization: organizationId('org_a'),
  user: userId('usr_1'),
  scopes: [],
  expiresAt: null,
  isRevoked: false,
};
const VALUES = {
  key: newCredentialValue('xp_live_'),
  token: newCredentialValue('xpat_'),
} as const;

/** What is said of a value when the cache knows this of it, at once and later. */
async function said(value: string, known: KnownCredential | undefined): Promise<string[]> {
  const answers: string[] = [];
  for (const get of [() => known, async () => known]) {
    const needs = { cache: { get }, clock: { now: () => NOW }, metadata: {} };
    try {
      const found = await findCredential(needs as never, value);
      answers.push(found.id);
    } catch (error) {
      const { code, message } = error as Error & { code: string };
      answers.push(`${code} ${message}`);
    }
  }
  return answers;
}

test('a credential that is gone, revoked or expired is refused in words of its kind', async () => {
  const twice = (text: string) => [text, text];
  const of = (known: KnownCredential, change: Partial<KnownCredential>) =>
    ({ ...known, ...change }) as KnownCredential;

  const cases: readonly (readonly [keyof typeof VALUES, KnownCredential | undefined, string])[] = [
    ['key', key, 'key_1'],
    ['key', of(key, { expiresAt: NOW + 1 }), 'key_1'],
    [
      'key',
      of(key, { expiresAt: NOW }),
      'API_KEY_EXPIRED This API key has expired. Create a new one.',
    ],
    [
      'key',
      of(key, { isRevoked: true }),
      'API_KEY_REVOKED This API key has been revoked. Create a new one.',
    ],
    ['key', undefined, 'API_KEY_INVALID Invalid API key.'],
    ['token', token, 'pat_1'],
    ['token', of(token, { expiresAt: NOW + 1 }), 'pat_1'],
    [
      'token',
      of(token, { expiresAt: NOW }),
      'PAT_EXPIRED This access token has expired. Create a new one.',
    ],
    [
      'token',
      of(token, { isRevoked: true }),
      'PAT_REVOKED This access token has been revoked. Create a new one.',
    ],
    ['token', undefined, 'INVALID_PAT Invalid access token.'],
  ];
  for (const [kind, known, expected] of cases) {
    assert.deepEqual(await said(VALUES[kind], known), twice(expected));
  }
});

test('a value of another form is refused unseen', () => {
  const needs = { cache: { get: () => assert.fail('nobody was to look') } } as never;

  assert.throws(() => findCredential(needs, `${VALUES.key}x`), { code: 'API_KEY_INVALID' });
  assert.throws(() => findCredential(needs, `${VALUES.token}x`), { code: 'INVALID_PAT' });
  assert.throws(() => findCredential(needs, ''), { code: 'API_KEY_INVALID' });
});

test('what is stored of a key and of a token is what is known of it', async (t) => {
  const access = await openAccess(t);
  const { id: organization, owner } = await access.newOrganization();
  const expiresAt = new Date(access.clock.now() + 86_400_000).toISOString();
  const made = await createApiKey(access.needs, owner.actor, {
    name: 'shipper',
    scope: 'ingest-only',
    expiresAt,
  });
  const scopes = ['evaluations:run', 'search:read'] as const;
  const given = await createAccessToken(access.needs, owner.actor, {
    name: 'nightly',
    scopes: [...scopes],
  });

  assert.deepEqual(await findCredential(access, made.value), {
    kind: 'api_key',
    id: made.id,
    organization,
    name: 'shipper',
    scope: 'ingest-only',
    isUsed: false,
    expiresAt: Date.parse(expiresAt),
    isRevoked: false,
  });
  assert.deepEqual(await findCredential(access, given.value), {
    kind: 'access_token',
    id: given.id,
    organization,
    user: owner.id,
    scopes: [...scopes],
    expiresAt: null,
    isRevoked: false,
  });
});
