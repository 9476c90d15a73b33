import { DAY_MS, HOUR_MS, KB, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Domains of organizations, and the identity providers their people sign in with. */
export const IDENTITY_LIMITS = {
  /** Domains of one organization. */
  domainsMax: 20,
  /** Characters of a domain. */
  domainCharactersMax: 253,
  /** Interval between two checks of a proved domain. */
  domainCheckEveryMs: 1 * DAY_MS,
  /** How long the TXT record of a proved domain may be missing. */
  domainGraceMs: 7 * DAY_MS,
  /** Timeout of a DNS lookup. */
  dnsMsMax: 5 * SECOND_MS,
  /** Connections of one organization to identity providers. */
  connectionsMax: 3,
  /** Characters of the name of a connection. */
  connectionNameCharactersMax: 100,
  /** Groups that a connection maps to roles. */
  roleMapMax: 100,
  /** Characters of a group, or of the name of a claim. */
  groupCharactersMax: 256,
  /** Groups of a person that are read. */
  groupsMax: 1_000,
  /** Longest session of a connection, in hours. */
  sessionHoursMax: 168,
  /** How long a sign-in at an identity provider may take. */
  flowMsMax: 10 * MINUTE_MS,
  /** How long the metadata of an identity provider is used. */
  metadataMs: 1 * HOUR_MS,
  /** Timeout of a request to an identity provider. */
  providerMsMax: 10 * SECOND_MS,
  /** Keys of an identity provider. */
  providerKeysMax: 100,
  /** How long the result of a test is kept. */
  testResultMs: 1 * DAY_MS,
  /** Break-glass Owners of one organization. */
  breakGlassMax: 3,
  /** Networks of one break-glass Owner. */
  breakGlassNetworksMax: 20,
  /** How long ago the sign-in through a connection may be when it becomes required. */
  connectionProofMs: 1 * HOUR_MS,
  /** How long ago the password sign-in of a break-glass Owner may be then. */
  breakGlassProofMs: 1 * DAY_MS,
  /** Time after which Owners are reminded to try an unused break-glass sign-in. */
  breakGlassReminderMs: 180 * DAY_MS,
  /** SCIM tokens of one organization that work at the same time. */
  scimTokensMax: 2,
  /** Longest validity of a SCIM token. */
  scimTokenMsMax: 365 * DAY_MS,
  /** SCIM requests of one organization that are kept. */
  scimRequestsKept: 100,
  /** Resources in a page of a SCIM list. */
  scimPageMax: 100,
  /** Users in the directory of one organization, including suspended ones. */
  directoryUsersMax: 1_000,
  /** Groups in the directory of one organization. */
  directoryGroupsMax: 500,
  /** Members of one group of a directory. */
  directoryGroupMembersMax: 50,
  /** Characters of a name or an ID that a directory sends. */
  directoryTextCharactersMax: 256,
  /** Email addresses of one user in a directory. */
  directoryEmailsMax: 10,
  /** Characters of a SCIM filter or path. */
  scimFilterCharactersMax: 500,
  /** Operations in one SCIM patch. */
  scimOperationsMax: 100,
  /** Bytes of a SAML response, decoded. */
  samlBytesMax: 192 * KB,
  /** Bytes of the form in which a SAML response is sent. */
  samlFormBytesMax: 384 * KB,
  /** Elements of a SAML response. */
  samlElementsMax: 2_000,
  /** Depth of the elements of a SAML response. */
  samlDepthMax: 32,
  /** Age of a SAML assertion. */
  samlAgeMsMax: 5 * MINUTE_MS,
  /** How far the clock of a SAML provider may be off. */
  samlSkewMs: 1 * MINUTE_MS,
  /** How long a checked SAML response waits for the browser. */
  samlArrivalMsMax: 1 * MINUTE_MS,
  /** SAML responses that wait to be read. */
  samlWaitingMax: 50,
  /** Longest time that reading a SAML response may take. */
  samlReadMsMax: 10 * SECOND_MS,
  /** Heap of the thread that reads SAML responses. */
  samlHeapBytesMax: 128 * MB,
  /** Signing certificates of a SAML connection. */
  certificatesMax: 5,
  /** Characters of a certificate. */
  certificateCharactersMax: 16_384,
  /** Characters of the metadata of a SAML provider. */
  samlMetadataCharactersMax: 200_000,
} as const;
