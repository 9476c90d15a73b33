import type { Clock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { Plans } from '../../limits/index.ts';
import type { AccessCache } from '../access-cache.ts';

export interface CredentialNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly cache: Pick<AccessCache, 'forget'>;
  readonly clock: Clock;
  readonly plans: Plans;
}

/** Parses the expiry of a credential, or null; a time in the past is rejected. */
export function readExpiry(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at) || at <= now) {
    const message = 'The expiration date must be in the future.';
    throw new AppError('VALIDATION_ERROR', message, { details: [{ path: 'expiresAt', message }] });
  }
  return at;
}

export function credentialState(
  row: { readonly expires_at: number | null; readonly revoked_at: number | null },
  now: number,
): 'active' | 'revoked' | 'expired' {
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at !== null && row.expires_at <= now ? 'expired' : 'active';
}
