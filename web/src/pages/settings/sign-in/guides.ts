/** Step-by-step instructions for registering a client at each provider. The values to copy are shown alongside. */
import type { ConnectionPreset } from '../../../../../src/spec/identity.ts';

interface Guide {
  /** The form of its issuer. */
  readonly issuer: string;
  readonly steps: readonly string[];
  /** The same with SAML. */
  readonly saml: readonly string[];
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
    saml: [
      'Applications → Create App Integration → SAML 2.0. Enter any URLs for now, then copy the metadata from Sign On → Metadata URL into the field below.',
      'After you create the connection: Single sign-on URL: the ACS URL. Audience URI: the entity ID. Name ID format: Persistent.',
      'Attribute statements: email = user.email, name = user.displayName. Group attribute statement: groups, matches regex, .*',
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
    saml: [
      'Enterprise applications → New application → Create your own, non-gallery. Single sign-on → SAML → download Federation Metadata XML.',
      'After you create the connection: Identifier: the entity ID. Reply URL: the ACS URL. Sign on URL: the start URL.',
      'Attributes & Claims: Unique User Identifier = user.objectid, format Persistent. Keep emailaddress, and add a group claim with the source Group ID.',
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
    saml: [
      'Admin console → Apps → Web and mobile apps → Add custom SAML app → Download metadata.',
      'After you create the connection: ACS URL and entity ID as shown. Name ID format: PERSISTENT, or EMAIL with Basic Information → Primary email. Turn on Signed response.',
      'Attribute mapping: Primary email = email. Group membership: select the groups, app attribute groups.',
    ],
  },
  keycloak: {
    issuer: 'https://keycloak.example.com/realms/acme',
    steps: [
      'Clients → Create client → OpenID Connect. Turn on Client authentication and Standard flow.',
      'Valid redirect URIs: the redirect URL.',
      'Client scopes → dedicated scope → Add mapper → Group Membership: claim groups, Full group path off.',
    ],
    saml: [
      'Realm settings → Endpoints → SAML 2.0 Identity Provider Metadata: copy the XML into the field below.',
      'After you create the connection: Clients → Import client, with the file at the metadata URL. Turn on Sign assertions or Sign documents, and set Name ID format to persistent.',
      'Client scopes → dedicated scope → Add mapper: User Property email (attribute email), and Group list (attribute groups, Single Group Attribute on, Full group path off).',
    ],
  },
  adfs: {
    issuer: 'https://adfs.example.com/adfs',
    steps: [
      'Application Groups → Add → Server application accessing a web API.',
      'Redirect URI: the redirect URL. Generate a shared secret.',
      'Issuance rules of the web API: send upn, unique_name, and group from token groups.',
    ],
    saml: [
      'Copy the XML from https://<host>/FederationMetadata/2007-06/FederationMetadata.xml into the field below.',
      'After you create the connection: Relying Party Trusts → Add → import data from the metadata URL. Advanced: secure hash algorithm SHA-256.',
      'Claim issuance policy: send LDAP attributes as claims: the mail attribute as the email claim, Display-Name as Name, Token-Groups - Unqualified Names as Group. Transform objectGUID or the user SID into a Name ID with the format Persistent Identifier.',
    ],
  },
  other: {
    issuer: 'https://idp.example.com',
    steps: [
      'Register a web application with the authorization code flow and a client secret.',
      'Redirect URI: the redirect URL.',
      'The ID token must be signed with RS256, PS256 or ES256.',
    ],
    saml: [
      'Copy the metadata of the provider into the field below.',
      'After you create the connection, register the ACS URL (HTTP POST binding) and the entity ID, or import the metadata URL.',
      'Sign the response or the assertion with RSA-SHA256. NameID: persistent, or the email address. Attributes: email, name and groups.',
    ],
  },
};
