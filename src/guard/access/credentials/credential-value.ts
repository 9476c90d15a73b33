import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BASE62, randomBase62 } from '../../../base/ids.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { KEY_PREFIXES, OAUTH_TOKEN_PREFIX, TOKEN_PREFIX } from '../../../spec/roles.ts';

const { randomCharacters, checksumCharacters } = LIMITS.credentials;
const PREFIXES = [...Object.values(KEY_PREFIXES), TOKEN_PREFIX, OAUTH_TOKEN_PREFIX];

/** A new key or token: prefix, random part, checksum. The caller shows it once and keeps only its hash. */
export function newCredentialValue(prefix: string): string {
  const body = prefix + randomBase62(randomCharacters);
  return body + checksumOf(body);
}

/**
 * Whether a text has the format of a credential. Detects typos and truncated values without a lookup. The checksum is
 * not secret, so the comparison need not be constant-time.
 */
export function isWellFormedCredential(
  value: string,
  prefixes: readonly string[] = PREFIXES,
): boolean {
  const prefix = prefixes.find((known) => value.startsWith(known));
  if (prefix === undefined) return false;
  if (value.length !== prefix.length + randomCharacters + checksumCharacters) return false;
  const body = value.slice(0, -checksumCharacters);
  return checksumOf(body) === value.slice(-checksumCharacters);
}

/** What the database keeps. 190 random bits need no salt and no slow hash. */
export function hashCredential(value: string): string {
  return hash('sha256', value, 'hex');
}

/** The suffix shown in lists, in addition to the prefix. */
export function lastFour(value: string): string {
  return value.slice(-4);
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < checksumCharacters; i++) {
    text = (BASE62[rest % 62] ?? '') + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
