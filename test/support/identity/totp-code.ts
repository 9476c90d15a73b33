import { createHmac } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows at that time; written apart from what checks it. */
export function totpCode(secret: string, now: number): string {
  let number = 0n;
  for (const letter of secret) number = number * 32n + BigInt(LETTERS.indexOf(letter));
  const key = Buffer.from(number.toString(16).padStart((secret.length * 5) / 4, '0'), 'hex');
  const step = Buffer.from(
    Math.floor(now / 30_000)
      .toString(16)
      .padStart(16, '0'),
    'hex',
  );
  const digest = createHmac('sha1', key).update(step).digest('hex');
  const at = 2 * Number.parseInt(digest.slice(-1), 16);
  const value = Number.parseInt(digest.slice(at, at + 8), 16) % 2 ** 31;
  return String(value % 1_000_000).padStart(6, '0');
}
