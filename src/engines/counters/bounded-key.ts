import { createHash } from 'node:crypto';

/** Keys contain client input, so their length must be bounded. */
export function boundedKey(key: string, charactersMax: number): string {
  if (key.length <= charactersMax) return key;
  return `sha256:${createHash('sha256').update(key).digest('base64url')}`;
}
