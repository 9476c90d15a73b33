import type { Clock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId, userId, type OrganizationId, type UserId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { Request } from '../../../http/gate.ts';
import type { ErrorCode } from '../../../spec/codes.ts';
import {
  OAUTH_TOKEN_PREFIX,
  TOKEN_PREFIX,
  type KeyScope,
  type TokenScope,
} from '../../../spec/roles.ts';
import type { AccessCache, Loaded } from '../access-cache.ts';
import { findConsent, findOauthCredential } from '../oauth/oauth-credentials-table.ts';
import { findTokenByHash, scopesOf } from './access-tokens-table.ts';
import { findKeyByHash } from './api-keys-table.ts';
import { hashCredential, isWellFormedCredential } from './credential-value.ts';

interface CredentialFacts {
  readonly id: string;
  readonly organization: OrganizationId;
  readonly expiresAt: number | null;
  readonly isRevoked: boolean;
}

export type KnownCredential =
  | (CredentialFacts & {
      readonly kind: 'api_key';
      readonly name: string;
      readonly scope: KeyScope;
      readonly isUsed: boolean;
    })
  | (CredentialFacts & {
      readonly kind: 'access_token';
      readonly user: UserId;
      readonly scopes: readonly TokenScope[];
      /** A credential of an OAuth agent, which gives access to tools only. */
      readonly isForTools?: true;
    });

interface FindNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly cache: Pick<AccessCache, 'get'>;
  readonly clock: Clock;
}

/**
 * The valid credential with this value. Revoked, expired and unknown ones are rejected with a 401 that states the
 * reason, which is recorded for the request.
 */
export function findCredential(
  needs: FindNeeds,
  value: string,
  request?: Pick<Request, 'refused'>,
): KnownCredential | Promise<KnownCredential> {
  const isOfAgent = value.startsWith(OAUTH_TOKEN_PREFIX);
  const isToken = isOfAgent || value.startsWith(TOKEN_PREFIX);
  if (!isWellFormedCredential(value)) throw refused(isToken ? 'INVALID_PAT' : 'API_KEY_INVALID');
  const hash = hashCredential(value);
  const found = needs.cache.get<KnownCredential>(`credential:${hash}`, () =>
    isOfAgent
      ? loadAgentToken(needs, hash)
      : isToken
        ? loadToken(needs, hash)
        : loadKey(needs, hash),
  );
  if (!(found instanceof Promise)) return requireActive(needs, found, isToken, request);
  return found.then((known) => requireActive(needs, known, isToken, request));
}

function requireActive(
  { clock }: Pick<FindNeeds, 'clock'>,
  known: KnownCredential | undefined,
  isToken: boolean,
  request: Pick<Request, 'refused'> | undefined,
): KnownCredential {
  if (known === undefined) throw refused(isToken ? 'INVALID_PAT' : 'API_KEY_INVALID');
  const isExpired = known.expiresAt !== null && known.expiresAt <= clock.now();
  if (!known.isRevoked && !isExpired) return known;
  if (request) request.refused = { organization: known.organization, name: known.id };
  if (known.isRevoked) throw refused(isToken ? 'PAT_REVOKED' : 'API_KEY_REVOKED');
  throw refused(isToken ? 'PAT_EXPIRED' : 'API_KEY_EXPIRED');
}

async function loadKey(
  needs: FindNeeds,
  hash: string,
): Promise<Loaded<KnownCredential> | undefined> {
  const row = await findKeyByHash(needs.metadata, hash);
  if (row === undefined) return undefined;
  const organization = organizationId(row.organization_id);
  const value: KnownCredential = {
    kind: 'api_key',
    id: row.id,
    organization,
    name: row.name,
    scope: row.scope,
    isUsed: row.first_used_at !== null,
    expiresAt: row.expires_at,
    isRevoked: row.revoked_at !== null,
  };
  return { subject: organization, value };
}

async function loadToken(
  needs: FindNeeds,
  hash: string,
): Promise<Loaded<KnownCredential> | undefined> {
  const row = await findTokenByHash(needs.metadata, hash);
  if (row === undefined) return undefined;
  const organization = organizationId(row.organization_id);
  const value: KnownCredential = {
    kind: 'access_token',
    id: row.id,
    organization,
    user: userId(row.user_id),
    scopes: scopesOf(row),
    expiresAt: row.expires_at,
    isRevoked: row.revoked_at !== null,
  };
  return { subject: organization, value };
}

/** Ends with the person's consent. */
async function loadAgentToken(
  needs: FindNeeds,
  hash: string,
): Promise<Loaded<KnownCredential> | undefined> {
  const row = await findOauthCredential(needs.metadata, hash);
  if (row?.kind !== 'access') return undefined;
  const organization = organizationId(row.organization_id);
  const consent = await findConsent(needs.metadata, organization, row.token_id);
  if (consent === undefined) return undefined;
  const value: KnownCredential = {
    kind: 'access_token',
    id: consent.id,
    organization,
    user: userId(consent.user_id),
    scopes: scopesOf(consent),
    expiresAt: Math.min(row.expires_at, consent.expires_at ?? row.expires_at),
    isRevoked: consent.revoked_at !== null,
    isForTools: true,
  };
  return { subject: organization, value };
}

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  API_KEY_INVALID: 'Invalid API key.',
  API_KEY_REVOKED: 'This API key has been revoked. Create a new one.',
  API_KEY_EXPIRED: 'This API key has expired. Create a new one.',
  INVALID_PAT: 'Invalid access token.',
  PAT_REVOKED: 'This access token has been revoked. Create a new one.',
  PAT_EXPIRED: 'This access token has expired. Create a new one.',
};

function refused(code: ErrorCode): AppError {
  return new AppError(code, MESSAGES[code] ?? 'Invalid credential.');
}
