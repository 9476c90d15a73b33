import { createHash } from 'node:crypto';
import { AppError } from '../../../base/errors.ts';
import { organizationId, userId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type {
  AccessTokenRow,
  OauthCredentialRow,
} from '../../../engines/metadata/tables/access.ts';
import { LIMITS } from '../../../spec/limits.ts';
import {
  OAUTH_CODE_PREFIX,
  OAUTH_REFRESH_PREFIX,
  OAUTH_TOKEN_PREFIX,
} from '../../../spec/roles.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { recordAuditFor } from '../../audit/index.ts';
import { changeAccess } from '../change-access.ts';
import { revokeToken } from '../credentials/access-tokens-table.ts';
import {
  hashCredential,
  isWellFormedCredential,
  newCredentialValue,
} from '../credentials/credential-value.ts';
import { membershipOf } from '../members/membership.ts';
import type { Origin } from '../note-use.ts';
import {
  extendConsent,
  findConsent,
  findOauthCredential,
  insertOauthCredential,
  useOauthCredential,
} from './oauth-credentials-table.ts';
import type { OauthNeeds } from './oauth-needs.ts';
import { isResource, readForm } from './read-request.ts';

export interface IssuedToken {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

type OauthError = 'invalid_request' | 'invalid_grant' | 'invalid_target' | 'unsupported_grant_type';

type Form = ReadonlyMap<string, string>;

/**
 * Exchanges a code or refresh token for a new pair, once. A second use, or a use by another client, may mean theft, and
 * the first user may have been the thief: the connection is revoked.
 */
export async function exchangeToken(
  needs: OauthNeeds,
  body: string,
  origin: Origin,
): Promise<IssuedToken> {
  const form = readForm(body);
  const kind = kindOf(form);
  if (!isResource(needs.publicOrigin(), form.get('resource'))) {
    throw refused('invalid_target', 'resource must be the address of this MCP server.');
  }
  const prefix = kind === 'code' ? OAUTH_CODE_PREFIX : OAUTH_REFRESH_PREFIX;
  const value = form.get(kind === 'code' ? 'code' : 'refresh_token') ?? '';
  if (!isWellFormedCredential(value, [prefix])) throw invalidGrant();
  const hash = hashCredential(value);
  const known = await findOauthCredential(needs.metadata, hash);
  if (known?.kind !== kind) throw invalidGrant();
  const organization = organizationId(known.organization_id);
  const consent = await findConsent(needs.metadata, organization, known.token_id);
  if (consent === undefined) throw invalidGrant();
  const member = await membershipOf(needs, organization, userId(consent.user_id));
  if (member === undefined) throw invalidGrant();
  const issued = await changeAccess(needs, organization, async (unit) => {
    const now = needs.clock.now();
    const isFirst = await useOauthCredential(unit, organization, hash, now);
    if (isFirst && isGood(known, consent, form, now)) return issue(unit, consent, now);
    await endConsent(unit, consent, origin, now);
    return undefined;
  });
  // Throws after the transaction, so that the revocation is committed.
  if (issued === undefined) throw invalidGrant();
  return issued;
}

function kindOf(form: Form): 'code' | 'refresh' {
  const grant = form.get('grant_type');
  if (grant === 'authorization_code') return 'code';
  if (grant === 'refresh_token') return 'refresh';
  throw refused(
    'unsupported_grant_type',
    'grant_type must be authorization_code or refresh_token.',
  );
}

function isGood(
  known: OauthCredentialRow,
  consent: AccessTokenRow,
  form: Form,
  now: number,
): boolean {
  if (known.expires_at <= now || consent.revoked_at !== null) return false;
  if (consent.client_id !== form.get('client_id')) return false;
  if (known.kind !== 'code') return true;
  const verifier = form.get('code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const isProven = /^[\w.~-]{43,128}$/.test(verifier) && challenge === known.challenge;
  return isProven && form.get('redirect_uri') === known.redirect_uri;
}

async function issue(unit: Unit, consent: AccessTokenRow, now: number): Promise<IssuedToken> {
  const { accessMs, refreshMs } = LIMITS.oauth;
  const access = newCredentialValue(OAUTH_TOKEN_PREFIX);
  const refresh = newCredentialValue(OAUTH_REFRESH_PREFIX);
  for (const [value, kind, lasts] of [
    [access, 'access', accessMs],
    [refresh, 'refresh', refreshMs],
  ] as const) {
    await insertOauthCredential(unit, {
      hash: hashCredential(value),
      organization_id: consent.organization_id,
      token_id: consent.id,
      kind,
      redirect_uri: null,
      challenge: null,
      expires_at: now + lasts,
      used_at: null,
    });
  }
  await extendConsent(unit, organizationId(consent.organization_id), consent.id, now + refreshMs);
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: accessMs / SECOND_MS,
    refresh_token: refresh,
    scope: consent.scopes,
  };
}

async function endConsent(
  unit: Unit,
  consent: AccessTokenRow,
  origin: Origin,
  now: number,
): Promise<void> {
  if (consent.revoked_at !== null) return;
  const organization = organizationId(consent.organization_id);
  await revokeToken(unit, organization, consent.id, now);
  const subject = { organization, actorName: consent.id, ...origin };
  const details = { name: consent.name, client: consent.client_id ?? '', reason: 'reused' };
  const event = { action: 'oauth_client.revoked', resource: consent.id, details } as const;
  await recordAuditFor(unit, subject, event, now);
}

function invalidGrant(): AppError {
  return refused('invalid_grant', 'The code or refresh token is not valid for this client.');
}

function refused(error: OauthError, message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { fields: { oauth: error } });
}
