/** Domains and connections of organizations. */

export const DOMAIN_STATES = ['pending', 'proved'] as const;

/** What a check of a domain found instead of the record. */
export const DOMAIN_PROBLEMS = {
  record_missing: 'There is no TXT record with this name.',
  record_wrong: 'The TXT record has another value.',
  dns_failed: "The DNS server of the domain didn't answer.",
} as const;
export type DomainProblem = keyof typeof DOMAIN_PROBLEMS;
export const DOMAIN_PROBLEM_IDS = Object.keys(DOMAIN_PROBLEMS) as readonly DomainProblem[];

/** Before the domain in the name of the record. */
export const DOMAIN_RECORD_LABEL = '_xplain';
/** Before the token in its value. */
export const DOMAIN_RECORD_PREFIX = 'xplain-domain-verification=';

/** Kinds of connections: OpenID Connect and SAML 2.0. */
export const CONNECTION_KINDS = ['oidc', 'saml'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** What a provider calls the parts of a person. */
export interface ClaimNames {
  readonly email: string;
  readonly name: string;
  readonly groups: string;
}

interface PresetFacts {
  /** As people know the provider. */
  readonly name: string;
  readonly claims: ClaimNames;
  /** Names of SAML attributes. */
  readonly samlAttributes: ClaimNames;
  readonly scopes: readonly string[];
}

const USUAL_CLAIMS = { email: 'email', name: 'name', groups: 'groups' } as const;
const CLAIMS_OF_MICROSOFT = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const USUAL_SCOPES = ['openid', 'email', 'profile'] as const;

export const CONNECTION_PRESETS = {
  // Okta sends groups only to whoever asks for them.
  okta: {
    name: 'Okta',
    claims: USUAL_CLAIMS,
    samlAttributes: USUAL_CLAIMS,
    scopes: [...USUAL_SCOPES, 'groups'],
  },
  entra: {
    name: 'Microsoft Entra ID',
    claims: USUAL_CLAIMS,
    samlAttributes: {
      email: `${CLAIMS_OF_MICROSOFT}/emailaddress`,
      name: 'http://schemas.microsoft.com/identity/claims/displayname',
      groups: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
    },
    scopes: USUAL_SCOPES,
  },
  google: {
    name: 'Google',
    claims: USUAL_CLAIMS,
    samlAttributes: USUAL_CLAIMS,
    scopes: USUAL_SCOPES,
  },
  keycloak: {
    name: 'Keycloak',
    claims: USUAL_CLAIMS,
    samlAttributes: USUAL_CLAIMS,
    scopes: USUAL_SCOPES,
  },
  adfs: {
    name: 'AD FS',
    claims: { email: 'upn', name: 'unique_name', groups: 'group' },
    samlAttributes: {
      email: `${CLAIMS_OF_MICROSOFT}/emailaddress`,
      name: `${CLAIMS_OF_MICROSOFT}/name`,
      groups: 'http://schemas.xmlsoap.org/claims/Group',
    },
    scopes: USUAL_SCOPES,
  },
  other: {
    name: 'Other',
    claims: USUAL_CLAIMS,
    samlAttributes: USUAL_CLAIMS,
    scopes: USUAL_SCOPES,
  },
} as const satisfies Record<string, PresetFacts>;
export type ConnectionPreset = keyof typeof CONNECTION_PRESETS;
export const CONNECTION_PRESET_IDS = Object.keys(CONNECTION_PRESETS) as readonly ConnectionPreset[];

/** Roles that a provider can give: who owns an organization is decided by its Owners. */
export const MAPPED_ROLES = ['admin', 'member', 'viewer'] as const;
export type MappedRole = (typeof MAPPED_ROLES)[number];

/** For people without a mapped group. */
export const DEFAULT_ROLES = ['viewer', 'member', 'none'] as const;
export type DefaultRole = (typeof DEFAULT_ROLES)[number];

/** What happens where a provider sends no groups at all. */
export const MISSING_GROUPS = ['keep', 'default'] as const;
export type MissingGroups = (typeof MISSING_GROUPS)[number];

/** How ID tokens may be signed. */
export const ID_TOKEN_ALGORITHMS = ['RS256', 'PS256', 'ES256'] as const;

/** What happens to a SAML response that nobody asked for: refused, replaced by a sign-in of ours, or confirmed by the person. */
export const IDP_INITIATED = ['off', 'bounce', 'confirm'] as const;
export type IdpInitiated = (typeof IDP_INITIATED)[number];

export const GOOGLE_ISSUER = 'https://accounts.google.com';

/** Days before the end of a SCIM token on which Owners get an email. */
export const SCIM_TOKEN_WARNING_DAYS = [30, 7, 1] as const;
