/** A user as sent by a directory: what is stored of it and what is returned. */
import { isObject, type JsonObject } from '../../../base/is-object.ts';
import { EMAIL_PATTERN } from '../../../contract/account-fields.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { scimInvalid } from './scim-error.ts';

export interface DirectoryEmail {
  readonly value: string;
  readonly type?: string;
  readonly primary?: boolean;
}

export const NAME_PARTS = ['formatted', 'givenName', 'familyName'] as const;
export type PersonName = { readonly [part in (typeof NAME_PARTS)[number]]?: string };

export interface DirectoryUser {
  readonly userName: string;
  readonly externalId?: string;
  readonly displayName?: string;
  readonly name: PersonName;
  readonly emails: readonly DirectoryEmail[];
  readonly active: boolean;
}

/** Reads a complete user, for creation or replacement. Keeps the active state if the body does not set it. */
export function readUser(body: JsonObject, wasActive: boolean): DirectoryUser {
  const userName = textOf(fieldOf(body, 'userName'), 'userName');
  if (userName === undefined) throw scimInvalid('invalidValue', 'userName is required.');
  const active = fieldOf(body, 'active');
  return {
    userName,
    ...optional('externalId', textOf(fieldOf(body, 'externalId'), 'externalId')),
    ...optional('displayName', textOf(fieldOf(body, 'displayName'), 'displayName')),
    name: nameOf(fieldOf(body, 'name')),
    emails: emailsOf(fieldOf(body, 'emails')),
    active: active === undefined || active === null ? wasActive : flagOf(active, 'active'),
  };
}

/** Names of attributes differ by more than upper and lower case. */
export function fieldOf(object: JsonObject, name: string): unknown {
  const key = Object.keys(object).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
}

/** Undefined if the value is missing. */
export function textOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw scimInvalid('invalidValue', `${name} must be text.`);
  const text = value.trim();
  if (text === '') return undefined;
  const { directoryTextCharactersMax: max } = LIMITS.identity;
  if (text.length <= max && !/\p{Cc}/u.test(text)) return text;
  throw scimInvalid('invalidValue', `${name} can have at most ${max} printable characters.`);
}

/** Entra ID writes "True" and "False". */
export function flagOf(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw scimInvalid('invalidValue', `${name} must be true or false.`);
}

export function nameOf(value: unknown): PersonName {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw scimInvalid('invalidValue', 'name must be an object.');
  const parts = NAME_PARTS.map((part) => [part, textOf(fieldOf(value, part), part)] as const);
  return Object.fromEntries(parts.filter(([, text]) => text !== undefined));
}

export function emailsOf(value: unknown): readonly DirectoryEmail[] {
  if (value === undefined || value === null) return [];
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const { directoryEmailsMax: max } = LIMITS.identity;
  if (given.length > max) {
    throw scimInvalid('invalidValue', `A user can have at most ${max} email addresses.`);
  }
  return given.flatMap((each) => {
    const fields: JsonObject = isObject(each) ? each : { value: each };
    const address = textOf(fieldOf(fields, 'value'), 'emails.value');
    if (address === undefined) return [];
    const primary = fieldOf(fields, 'primary');
    const isPrimary =
      primary === undefined || primary === null ? undefined : flagOf(primary, 'emails.primary');
    return [
      {
        value: address,
        ...optional('type', textOf(fieldOf(fields, 'type'), 'emails.type')),
        ...optional('primary', isPrimary),
      },
    ];
  });
}

/** The address that the user is known by here, in lower case. */
export function addressOf({ emails, userName }: DirectoryUser): string {
  const chosen =
    emails.find(({ primary }) => primary === true) ??
    emails.find(({ type }) => type?.toLowerCase() === 'work') ??
    emails[0];
  const address = chosen?.value ?? userName;
  const isAddress =
    address.length <= LIMITS.mail.addressCharactersMax && new RegExp(EMAIL_PATTERN).test(address);
  if (isAddress) return address.toLowerCase();
  throw scimInvalid(
    'invalidValue',
    'The user has no email address. Send one in emails, or as userName.',
  );
}

/** What people see of the user. */
export function personName({ displayName, name }: DirectoryUser): string {
  const { formatted, givenName = '', familyName = '' } = name;
  const whole = displayName ?? formatted ?? `${givenName} ${familyName}`.trim();
  return Array.from(whole).slice(0, LIMITS.accounts.nameCharactersMax).join('').trim();
}

export function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [key in Name]?: Value });
}
