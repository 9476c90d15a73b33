/** Operations of a PATCH (RFC 7644, 3.5.2), in the forms that Okta and Entra ID send. */
import { isObject, type JsonObject } from '../../../base/is-object.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { fieldOf } from './directory-user.ts';
import { scimInvalid } from './scim-error.ts';

export interface Path {
  /** In lower case. */
  readonly attribute: string;
  readonly filter?: { readonly attribute: string; readonly value: string };
  /** In lower case. */
  readonly part?: string;
}

export interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: Path;
  readonly value: unknown;
}

/** Returns one operation per attribute: an object without a path yields one for each of its fields. */
export function readOperations(body: JsonObject): readonly Operation[] {
  const given = fieldOf(body, 'Operations');
  const { scimOperationsMax: max } = LIMITS.identity;
  if (!Array.isArray(given) || given.length === 0 || given.length > max) {
    throw scimInvalid('invalidSyntax', `Send 1 to ${max} Operations.`);
  }
  return given.flatMap((each: unknown) => operationsOf(each));
}

function operationsOf(given: unknown): Operation[] {
  if (!isObject(given)) throw scimInvalid('invalidSyntax', 'An operation must be an object.');
  const op = opOf(fieldOf(given, 'op'));
  const path = fieldOf(given, 'path');
  const value = fieldOf(given, 'value');
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw scimInvalid('invalidPath', 'path must be text.');
    return [{ op, path: readPath(path), value }];
  }
  if (op === 'remove') throw scimInvalid('noTarget', 'remove needs a path.');
  if (!isObject(value)) {
    throw scimInvalid('invalidValue', 'Without a path, value must be an object.');
  }
  return Object.entries(value).flatMap(([name, part]) => fieldsOf(op, name, part));
}

/** An extension comes as an object under its name. */
function fieldsOf(op: Operation['op'], name: string, value: unknown): Operation[] {
  if (/^schemas$/i.test(name) || /^meta$/i.test(name) || /^id$/i.test(name)) return [];
  if (/^urn:/i.test(name) && isObject(value)) {
    return Object.entries(value).flatMap(([inner, part]) => fieldsOf(op, `${name}:${inner}`, part));
  }
  return [{ op, path: readPath(name), value }];
}

function opOf(given: unknown): Operation['op'] {
  const op = typeof given === 'string' ? given.toLowerCase() : '';
  if (op === 'add' || op === 'replace' || op === 'remove') return op;
  throw scimInvalid('invalidSyntax', 'op must be add, replace or remove.');
}

const PATH =
  /^([A-Za-z][\w-]*)(?:\[\s*([A-Za-z][\w-]*)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*\])?(?:\.([A-Za-z][\w-]*))?$/i;
const SCHEMA = /^(urn:ietf:params:scim:schemas:[\w.:-]*:)(.*)$/i;
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):$/i;
const EXTENSION = 'urn:';

function readPath(text: string): Path {
  const unknown = () =>
    scimInvalid('invalidPath', `The path ${text.slice(0, 200)} isn't supported.`);
  if (text.length > LIMITS.identity.scimFilterCharactersMax) throw unknown();
  const [, schema, inner = ''] = SCHEMA.exec(text) ?? [];
  // Attributes of extensions are not stored.
  if (schema !== undefined && !CORE.test(schema)) return { attribute: EXTENSION };
  const found = PATH.exec(schema === undefined ? text : inner);
  if (found === null) throw unknown();
  const [, attribute = '', name, literal, part] = found;
  return {
    attribute: attribute.toLowerCase(),
    ...(name === undefined || literal === undefined
      ? {}
      : { filter: { attribute: name.toLowerCase(), value: valueOf(literal, unknown) } }),
    ...(part === undefined ? {} : { part: part.toLowerCase() }),
  };
}

function valueOf(literal: string, unknown: () => Error): string {
  if (!literal.startsWith('"')) return literal.toLowerCase();
  try {
    return String(JSON.parse(literal));
  } catch {
    throw unknown();
  }
}

/** Standard attributes that are not stored: changes to them are ignored. */
const NOT_KEPT = new Set([
  EXTENSION,
  'addresses',
  'entitlements',
  'ims',
  'locale',
  'nickname',
  'phonenumbers',
  'photos',
  'preferredlanguage',
  'profileurl',
  'roles',
  'timezone',
  'title',
  'usertype',
  'x509certificates',
]);

export function isKept({ attribute }: Path): boolean {
  return !NOT_KEPT.has(attribute);
}

export function unknownPath({ attribute, part }: Path): Error {
  const path = part === undefined ? attribute : `${attribute}.${part}`;
  return scimInvalid('invalidPath', `The attribute ${path} can't be changed.`);
}
