/** What proves, beside the password, that somebody is who they say. */
export const FACTOR_KINDS = ['totp', 'passkey'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** How a second factor was proved: a recovery code replaces the others when they are lost. */
const FACTOR_PROOFS = [...FACTOR_KINDS, 'recovery_code'] as const;
export type FactorProof = (typeof FACTOR_PROOFS)[number];

/** Who needs one in an organization when they sign in with a password. */
export const FACTOR_RULES = ['optional', 'break_glass', 'everyone'] as const;
export type FactorRule = (typeof FACTOR_RULES)[number];

/** Signatures of passkeys, by their number in the COSE registry: ES256, RS256, EdDSA. */
export const PASSKEY_ALGORITHMS = [-7, -257, -8] as const;

/** Why somebody proves a second factor, or sets one up. */
const FACTOR_PURPOSES = ['sign-in', 'confirm', ...FACTOR_KINDS] as const;
export type FactorPurpose = (typeof FACTOR_PURPOSES)[number];
