/** Who may get an account: anybody, whoever was invited, or nobody any more. */
export const SIGN_UP_MODES = ['open', 'invited', 'off'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];
