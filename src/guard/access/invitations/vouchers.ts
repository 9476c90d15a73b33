import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/**
 * The link in an invitation mail contains this seal: its holder has read the mail, so the address is theirs. If no mail
 * is sent, the operator, who could read every mail of the installation anyway, vouches by sharing the link. Nobody else
 * sees it. Valid while the invitation is pending.
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
