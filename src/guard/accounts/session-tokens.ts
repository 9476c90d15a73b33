import { createHash } from 'node:crypto';
import type { Condition, Row } from './account-rows-table.ts';

/**
 * The store contains only the hash of a session's token, so that reading the store allows no sign-in. better-auth
 * queries by the token from a cookie and gets it back with the row: it writes the next cookie from that.
 */
export interface HashedTokens {
  readonly where: readonly Condition[];
  /** Rows with the tokens that the caller queried by. Rows not queried by token keep the hash. */
  readonly show: (rows: readonly Row[]) => Row[];
}

export function hashTokens(where: readonly Condition[]): HashedTokens {
  const known = new Map<string, string>();
  const hashed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(hashed);
    const token = String(value);
    const hash = hashOf(token);
    known.set(hash, token);
    return hash;
  };
  return {
    where: where.map((condition) =>
      condition.field === 'token' ? { ...condition, value: hashed(condition.value) } : condition,
    ),
    show: (rows) =>
      rows.map((row) => ({ ...row, token: known.get(String(row['token'])) ?? row['token'] ?? '' })),
  };
}

export function withHashedToken(row: Row): Row {
  return { ...row, token: hashOf(String(row['token'])) };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
