import type { Actor } from '../../../base/actor.ts';
import type { Clock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { Request } from '../../../http/gate.ts';
import { SCIM_TOKEN_PREFIX } from '../../../spec/roles.ts';
import type { AccessCache } from '../access-cache.ts';
import { hashCredential, isWellFormedCredential } from './credential-value.ts';
import { findScimTokenByHash } from './scim-tokens-table.ts';

interface FindNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly cache: Pick<AccessCache, 'get'>;
  readonly clock: Clock;
}

interface KnownDirectory {
  readonly id: string;
  readonly organization: OrganizationId;
  readonly expiresAt: number;
  readonly isRevoked: boolean;
}

/**
 * The directory whose SCIM token the request carries. Such a token is accepted in one header only and opens nothing
 * else.
 */
export async function findDirectory(needs: FindNeeds, request: Request): Promise<Actor> {
  const { authorization = '' } = request.headers;
  const value = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  if (value === undefined) {
    throw refused('Send a SCIM token as "Authorization: Bearer <value>".');
  }
  if (!isWellFormedCredential(value, [SCIM_TOKEN_PREFIX])) throw refused('Invalid SCIM token.');
  const hash = hashCredential(value);
  const known = await needs.cache.get<KnownDirectory>(`scim:${hash}`, async () => {
    const row = await findScimTokenByHash(needs.metadata, hash);
    if (row === undefined) return undefined;
    const organization = organizationId(row.organization_id);
    const { id, expires_at: expiresAt, revoked_at: revokedAt } = row;
    return {
      subject: organization,
      value: { id, organization, expiresAt, isRevoked: revokedAt !== null },
    };
  });
  if (known === undefined) throw refused('Invalid SCIM token.');
  const { id, organization } = known;
  const isExpired = known.expiresAt <= needs.clock.now();
  if (known.isRevoked || isExpired) {
    request.refused = { organization, name: id };
    throw refused(`This SCIM token ${isExpired ? 'has expired' : 'has been revoked'}.`);
  }
  return {
    organization,
    who: { kind: 'system', job: id },
    permissions: new Set(['directory:provision']),
    ipAddress: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
  };
}

function refused(message: string): AppError {
  return new AppError('UNAUTHORIZED', message);
}
