import { type Configuration, fetchUserInfo } from 'openid-client';
import { EMAIL_PATTERN } from '../../../contract/account-fields.ts';
import { GOOGLE_ISSUER } from '../../../spec/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { ReadConnection } from './read-connection.ts';
import { SsoRefusal } from './sso-refusal.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** The person returning from a provider, as described by the provider. */
export interface Arrival {
  /** The provider's own name for the person; it never changes, as an address may. */
  readonly subject: string;
  /** Lower case; undefined when there is none that can be used. */
  readonly email: string | undefined;
  /** The provider itself reports the address as unconfirmed. */
  readonly isUnconfirmed: boolean;
  readonly name: string;
  /** Undefined if the provider sent no groups, which differs from an empty list. */
  readonly groups: readonly string[] | undefined;
  /** Google only: the organization at Google that the account belongs to. */
  readonly hostedDomain: string | undefined;
}

/** Some providers return more on request than the token contains. The subject stays the same. */
export async function completeClaims(
  configuration: Configuration,
  { attributes, roleMap }: ReadConnection,
  token: Claims,
  accessToken: string,
): Promise<Claims> {
  const { email, groups } = attributes;
  const isComplete = email in token && (roleMap.length === 0 || groups in token);
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return token;
  const more = await fetchUserInfo(configuration, accessToken, String(token['sub']));
  // Signed values win where both have one. The source of the address also decides whether it is confirmed.
  const { email_verified: _ofToken, ...rest } = token;
  return email in token ? { ...more, ...token } : { ...token, ...more, ...rest };
}

export function readArrival({ attributes }: ReadConnection, claims: Claims): Arrival {
  const subject = claims['sub'];
  if (typeof subject !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(subject)) {
    throw new SsoRefusal('SSO_TOKEN', 'The subject is missing or has non-printable characters.');
  }
  const name = claims[attributes.name];
  const verified = claims['email_verified'];
  const hosted = claims['hd'];
  return {
    subject,
    email: emailIn(claims[attributes.email]),
    isUnconfirmed: verified === false || verified === 'false',
    name: typeof name === 'string' ? plainName(name) : '',
    groups: groupsIn(claims[attributes.groups]),
    hostedDomain: typeof hosted === 'string' ? hosted.toLowerCase() : undefined,
  };
}

/** Whether an account at Google is one of a company: others may have any address that they could confirm once. */
export function isOfCompany({ issuer }: ReadConnection, { hostedDomain }: Arrival): boolean {
  return issuer !== GOOGLE_ISSUER || hostedDomain !== undefined;
}

/** As strict as for user input: an address that fails counts as missing. */
function emailIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.length > LIMITS.mail.addressCharactersMax) return undefined;
  return new RegExp(EMAIL_PATTERN).test(value) ? value.toLowerCase() : undefined;
}

function groupsIn(value: unknown): readonly string[] | undefined {
  const given = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(given)) return undefined;
  const { groupsMax, groupCharactersMax } = LIMITS.identity;
  // No connection maps a longer one.
  const isGroup = (group: unknown): group is string =>
    typeof group === 'string' && group.length <= groupCharactersMax;
  return given.filter(isGroup).slice(0, groupsMax);
}

function plainName(name: string): string {
  const characters = Array.from(name.replaceAll(/\p{Cc}/gu, ''));
  return characters.slice(0, LIMITS.accounts.nameCharactersMax).join('').trim();
}
