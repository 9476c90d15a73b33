import { isObject, type JsonObject } from '../../../base/is-object.ts';
import {
  type DirectoryEmail,
  type DirectoryUser,
  emailsOf,
  fieldOf,
  flagOf,
  NAME_PARTS,
  nameOf,
  optional,
  type PersonName,
  textOf,
} from './directory-user.ts';
import { isKept, type Operation, unknownPath } from './read-operations.ts';
import { scimInvalid } from './scim-error.ts';

/** The user after all operations, or none of them. */
export function patchUser(user: DirectoryUser, operations: readonly Operation[]): DirectoryUser {
  return operations.filter(({ path }) => isKept(path)).reduce(patchOnce, user);
}

function patchOnce(user: DirectoryUser, operation: Operation): DirectoryUser {
  const { op, path, value } = operation;
  switch (path.attribute) {
    case 'username':
      return { ...user, userName: requiredOf(operation, 'userName') };
    case 'externalid':
      return withText(user, operation, 'externalId');
    case 'displayname':
      return withText(user, operation, 'displayName');
    case 'active':
      requireWhole(operation);
      if (op === 'remove') throw scimInvalid('invalidValue', "active can't be removed.");
      return { ...user, active: flagOf(value, 'active') };
    case 'name':
      return { ...user, name: patchName(user.name, operation) };
    case 'emails':
      return { ...user, emails: emailsOf(patchEmails(user.emails, operation)) };
    default:
      throw unknownPath(path);
  }
}

function requireWhole({ path }: Operation): void {
  if (path.filter !== undefined || path.part !== undefined) throw unknownPath(path);
}

function requiredOf(operation: Operation, name: string): string {
  requireWhole(operation);
  const text = operation.op === 'remove' ? undefined : textOf(operation.value, name);
  if (text === undefined) throw scimInvalid('invalidValue', `${name} is required.`);
  return text;
}

function withText(
  user: DirectoryUser,
  operation: Operation,
  name: 'externalId' | 'displayName',
): DirectoryUser {
  requireWhole(operation);
  const { [name]: _before, ...rest } = user;
  const text = operation.op === 'remove' ? undefined : textOf(operation.value, name);
  return { ...rest, ...optional(name, text) };
}

/** Adding to a name keeps its other parts. */
function patchName(name: PersonName, { op, path, value }: Operation): PersonName {
  if (path.filter !== undefined) throw unknownPath(path);
  if (path.part === undefined) return op === 'remove' ? {} : { ...name, ...nameOf(value) };
  const part = NAME_PARTS.find((each) => each.toLowerCase() === path.part);
  // Other parts of the standard, such as the middle name, are not stored.
  if (part === undefined) return name;
  const { [part]: _before, ...rest } = name;
  return { ...rest, ...optional(part, op === 'remove' ? undefined : textOf(value, part)) };
}

type Emails = readonly DirectoryEmail[];

function patchEmails(emails: Emails, operation: Operation): Emails {
  const { op, path, value } = operation;
  const isMeant = (email: DirectoryEmail): boolean => fits(email, path.filter);
  if (path.part !== undefined) return patchPart(emails, operation, isMeant);
  if (op === 'remove') {
    if (path.filter !== undefined) return emails.filter((email) => !isMeant(email));
    // Entra ID names what it removes in the value.
    const named = value === undefined || value === null ? undefined : emailsOf(value);
    return named === undefined
      ? []
      : emails.filter((email) => !named.some((each) => isSame(each, email)));
  }
  const given = emailsOf(withFilter(path.filter, value));
  if (path.filter !== undefined) return [...emails.filter((email) => !isMeant(email)), ...given];
  return op === 'replace' ? given : merged(emails, given);
}

/** Changes a part of the matching emails. Creates an email if none matches, as Entra ID expects. */
function patchPart(
  emails: Emails,
  { op, path, value }: Operation,
  isMeant: (email: DirectoryEmail) => boolean,
): Emails {
  const { part = '', filter } = path;
  if (!['value', 'type', 'primary', 'display'].includes(part)) throw unknownPath(path);
  if (part === 'display') return emails;
  if (op === 'remove') {
    return part === 'value'
      ? emails.filter((email) => !isMeant(email))
      : emails.map((email) => (isMeant(email) ? without(email, part) : email));
  }
  if (!emails.some(isMeant)) {
    const made = emailsOf(withFilter(filter, { [part]: value }));
    return merged(emails, made);
  }
  const changed = emails.map((email) => (isMeant(email) ? { ...email, [part]: value } : email));
  // Emptied ones are none any more.
  return emailsOf(changed);
}

function without(email: DirectoryEmail, part: string): DirectoryEmail {
  const { value, ...rest } = email;
  const kept = Object.entries(rest).filter(([name]) => name !== part);
  return { value, ...Object.fromEntries(kept) };
}

/** Makes a new value satisfy the filter of its path. */
function withFilter(
  filter: { readonly attribute: string; readonly value: string } | undefined,
  value: unknown,
): unknown {
  if (filter === undefined) return value;
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const [first, ...others] = given;
  if (others.length > 0) throw scimInvalid('invalidValue', 'Send one value for one filter.');
  const fields: JsonObject = isObject(first) ? first : { value: first };
  return fieldOf(fields, filter.attribute) === undefined
    ? { ...fields, [filter.attribute]: filter.value }
    : fields;
}

/** One address once, and at most one of them is the primary: the newest. */
function merged(emails: Emails, given: Emails): Emails {
  const hasPrimary = given.some(({ primary }) => primary === true);
  const kept = emails
    .filter((email) => !given.some((each) => isSame(each, email)))
    .map((email) => (hasPrimary && email.primary === true ? { ...email, primary: false } : email));
  return [...kept, ...given];
}

function isSame(one: DirectoryEmail, other: DirectoryEmail): boolean {
  return one.value.toLowerCase() === other.value.toLowerCase();
}

function fits(
  email: DirectoryEmail,
  filter: { readonly attribute: string; readonly value: string } | undefined,
): boolean {
  if (filter === undefined) return true;
  const wanted = filter.value.toLowerCase();
  switch (filter.attribute) {
    case 'type':
      return email.type?.toLowerCase() === wanted;
    case 'value':
      return email.value.toLowerCase() === wanted;
    case 'primary':
      return String(email.primary ?? false) === wanted;
    default:
      throw scimInvalid('invalidFilter', `emails can't be found by ${filter.attribute}.`);
  }
}
