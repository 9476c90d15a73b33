import { createHash } from 'node:crypto';

/** Keys hold what clients send, so their length must not decide over our memory. */
export function boundedKey(key: string, charactersMax: number): string {
  if (key.length <= charactersMax) return key;
  return `sha256:${createHash('sha256').update(key).digest('base64url')}`;
}
