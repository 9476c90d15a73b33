/** How a client is registered at each provider, step by step. The values to copy stand beside. */
import type { ConnectionPreset } from '../../../../../src/spec/identity.ts';

interface Guide {
  /** The form of its issuer. */
  readonly issuer: string;
  readonly steps: readonly string[];
}

export const GUIDES: Readonly<Record<ConnectionPreset, Guide>> = {
  okta: {
    issuer: 'https://acme.okta.com',
    steps: [
      'Applications → Create App Integration → OIDC, Web Application.',
      'Sign-in redirect URI: the redirect URL. Initiate login URI: the start URL.',
      'Assignments: assign the people or groups who use Xplain.',
      'Sign On → OpenID Connect ID Token → Groups claim filter: groups, matches regex, .*',
    ],
  },
  entra: {
    issuer: 'https://login.microsoftonline.com/<tenant ID>/v2.0',
    steps: [
      'App registrations → New registration, single tenant. Redirect URI: Web, the redirect URL.',
      'Certificates & secrets → New client secret. Copy its value, not its ID.',
      'Token configuration → add the optional claim email, and the groups claim (security groups).',
      'Groups arrive as object IDs: use the IDs below, not the names.',
    ],
  },
  google: {
    issuer: 'https://accounts.google.com',
    steps: [
      'Google Cloud console → Credentials → Create OAuth client ID → Web application.',
      'Authorized redirect URI: the redirect URL.',
      'Google sends no groups. People get the default role.',
    ],
  },
  keycloak: {
    issuer: 'https://keycloak.example.com/realms/acme',
    steps: [
      'Clients → Create client → OpenID Connect. Turn on Client authentication and Standard flow.',
      'Valid redirect URIs: the redirect URL.',
      'Client scopes → dedicated scope → Add mapper → Group Membership: claim groups, Full group path off.',
    ],
  },
  adfs: {
    issuer: 'https://adfs.example.com/adfs',
    steps: [
      'Application Groups → Add → Server application accessing a web API.',
      'Redirect URI: the redirect URL. Generate a shared secret.',
      'Issuance rules of the web API: send upn, unique_name, and group from token groups.',
    ],
  },
  other: {
    issuer: 'https://idp.example.com',
    steps: [
      'Register a web application with the authorization code flow and a client secret.',
      'Redirect URI: the redirect URL.',
      'The ID token must be signed with RS256, PS256 or ES256.',
    ],
  },
};
