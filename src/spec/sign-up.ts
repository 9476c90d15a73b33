/** Who may get an account: anybody, whoever was invited, or nobody any more. */
export const SIGN_UP_MODES = ['open', 'invited', 'off'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** Who gets an organization at sign-up: everybody, or only people whom no invitation waits for. */
export const OWN_ORGANIZATION_MODES = ['always', 'uninvited'] as const;
export type OwnOrganizationMode = (typeof OWN_ORGANIZATION_MODES)[number];
