import { randomBytes } from 'node:crypto';
import { LIMITS } from '../../../spec/limits.ts';
import { toBase32 } from './totp.ts';

/** 80 random bits each, so that a hash of one cannot be tried out. */
const CODE_BYTES = 10;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: LIMITS.accounts.recoveryCodesMax }, () => {
    const letters = toBase32(randomBytes(CODE_BYTES)).toLowerCase();
    return (letters.match(/.{4}/g) ?? []).join('-');
  });
}

/** People type them with other signs between, and in capitals. */
export function plainRecoveryCode(text: string): string {
  const letters = text.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
  return (letters.match(/.{1,4}/g) ?? []).join('-');
}
