import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/**
 * The link in the mail of an invitation carries this seal: whoever has it has read the mail, so the address is theirs.
 * Where no mail is sent, an operator, who could read every mail of the installation anyway, vouches for the address by
 * handing that link over. Nobody else ever sees it. It counts as long as the invitation waits.
 */
export interface Vouchers {
  seal(invitation: string, email: string): string;
  isGood(invitation: string, email: string, seal: string): boolean;
}

export function createVouchers(secret: string): Vouchers {
  const key = createSecretKey(createHmac('sha256', secret).update('vouchers').digest());
  const sealOf = (invitation: string, email: string): Buffer =>
    createHmac('sha256', key).update(`${invitation}\n${email.toLowerCase()}`).digest();
  return {
    seal: (invitation, email) => sealOf(invitation, email).toString('base64url'),
    isGood(invitation, email, seal) {
      const given = Buffer.from(seal, 'base64url');
      const right = sealOf(invitation, email);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
