/**
 * Parses the small subset of XML that SAML messages may use here. Rejects everything that parsers could read
 * differently: document types, comments, CDATA, processing instructions, entities beyond the five, unknown namespaces.
 */
import { LIMITS } from '../../../spec/limits.ts';
import { SsoRefusal } from '../connections/sso-refusal.ts';
import { DS, NAMESPACES } from './namespaces.ts';

export interface XmlElement {
  readonly namespace: string;
  readonly local: string;
  /** By local name; those with a prefix as `{namespace}local`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
}

interface OpenElement {
  readonly element: XmlElement & { readonly children: (XmlElement | string)[] };
  readonly name: string;
  readonly prefixes: ReadonlyMap<string, string>;
}

interface Cursor {
  readonly text: string;
  at: number;
}

const DECLARATION =
  /<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"UTF-8"|'UTF-8'|"utf-8"|'utf-8'))?(?: standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? ?\?>/y;
const SPACE = /[ \n\t]*/y;
const START = /<((?:[A-Za-z_][A-Za-z0-9_.-]*:)?[A-Za-z_][A-Za-z0-9_.-]*)/y;
const ATTRIBUTE =
  /[ \n\t]+((?:[A-Za-z_][A-Za-z0-9_.-]*:)?[A-Za-z_][A-Za-z0-9_.-]*)=(?:"([^"<\n\t]*)"|'([^'<\n\t]*)')/y;
const START_END = /[ \n\t]*(\/?)>/y;
const END = /<\/((?:[A-Za-z_][A-Za-z0-9_.-]*:)?[A-Za-z_][A-Za-z0-9_.-]*)[ \n\t]*>/y;
const TEXT = /[^<]+/y;
/** Characters that XML does not have, that some read as line ends, or that show nothing. */
// oxlint-disable-next-line no-control-regex -- They are what is refused.
const UNFIT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\ufeff\ufffe\uffff]/;

/** The root, with everything in it; throws an `SsoRefusal`. */
export function readXml(text: string): XmlElement {
  if (UNFIT.test(text)) throw unfit('It has characters that are not allowed.');
  const cursor: Cursor = { text, at: 0 };
  match(cursor, DECLARATION);
  match(cursor, SPACE);
  const root = readElements(cursor);
  match(cursor, SPACE);
  if (cursor.at !== text.length) throw unfit('There is something after the root element.');
  return root;
}

export function unfit(reason: string): SsoRefusal {
  return new SsoRefusal('SAML_FORM', reason);
}

function match(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (found === null) return undefined;
  cursor.at = pattern.lastIndex;
  return found;
}

/** Without recursion, so that the depth of a message is a number of ours. */
function readElements(cursor: Cursor): XmlElement {
  const open: OpenElement[] = [];
  let count = 0;
  for (;;) {
    const inside = open.at(-1);
    const started = match(cursor, START);
    if (started !== undefined) {
      count += 1;
      if (count > LIMITS.identity.samlElementsMax) throw unfit('It has too many elements.');
      if (open.length >= LIMITS.identity.samlDepthMax) throw unfit('It is nested too deeply.');
      const { opened, isEmpty } = readStart(cursor, started[1] ?? '', inside?.prefixes);
      inside?.element.children.push(opened.element);
      if (!isEmpty) open.push(opened);
      else if (inside === undefined) return opened.element;
      continue;
    }
    if (inside === undefined) throw unfit('It does not begin with an element.');
    const text = match(cursor, TEXT);
    if (text !== undefined) {
      inside.element.children.push(readText(text[0], inside.element.namespace === DS));
      continue;
    }
    const ended = match(cursor, END);
    if (ended?.[1] !== inside.name) throw unfit(`Something else than </${inside.name}> follows.`);
    open.pop();
    if (open.length === 0) return inside.element;
  }
}

function readStart(
  cursor: Cursor,
  name: string,
  outer: ReadonlyMap<string, string> | undefined,
): { readonly opened: OpenElement; readonly isEmpty: boolean } {
  const given: [string, string][] = [];
  for (;;) {
    const found = match(cursor, ATTRIBUTE);
    if (found === undefined) break;
    const [, attribute = '', double, single] = found;
    given.push([attribute, decode(double ?? single ?? '', false)]);
  }
  const end = match(cursor, START_END);
  if (end === undefined) throw unfit(`The element ${name} has an attribute that cannot be read.`);
  const prefixes = prefixesOf(given, outer);
  const [prefix, local] = split(name);
  const element = {
    namespace: namespaceOf(prefixes, prefix),
    local,
    attributes: attributesOf(given, prefixes),
    children: [],
  };
  return { opened: { element, name, prefixes }, isEmpty: end[1] === '/' };
}

/** Inner declarations hide outer ones. */
function prefixesOf(
  given: readonly (readonly [string, string])[],
  outer: ReadonlyMap<string, string> | undefined,
): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  for (const [name, value] of given) {
    const [prefix, local] = split(name);
    if (name !== 'xmlns' && prefix !== 'xmlns') continue;
    if (!NAMESPACES.has(value)) throw unfit(`The namespace ${value.slice(0, 100)} is not known.`);
    const short = name === 'xmlns' ? '' : local;
    if (short.toLowerCase().startsWith('xml')) throw unfit('A prefix begins with xml.');
    if (declared.has(short)) throw unfit('A prefix is declared twice.');
    declared.set(short, value);
  }
  if (declared.size === 0 && outer !== undefined) return outer;
  return new Map([...(outer ?? []), ...declared]);
}

function attributesOf(
  given: readonly (readonly [string, string])[],
  prefixes: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [name, value] of given) {
    const [prefix, local] = split(name);
    if (name === 'xmlns' || prefix === 'xmlns') continue;
    const key = prefix === '' ? local : `{${namespaceOf(prefixes, prefix)}}${local}`;
    if (attributes.has(key)) throw unfit(`The attribute ${local} stands twice in an element.`);
    attributes.set(key, value);
  }
  return attributes;
}

function namespaceOf(prefixes: ReadonlyMap<string, string>, prefix: string): string {
  const namespace = prefixes.get(prefix);
  if (namespace === undefined) throw unfit(`The prefix “${prefix}” is not declared.`);
  return namespace;
}

function split(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon === -1 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

function readText(text: string, isOfSignature: boolean): string {
  if (text.includes(']]>')) throw unfit('It has the end of a CDATA section.');
  return decode(text, isOfSignature);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
};
/** Some providers break the lines of signatures and certificates so; nothing else is written by numbers. */
const LINE_ENDS: Readonly<Record<string, string>> = {
  '&#13;': '\r',
  '&#xD;': '\r',
  '&#xd;': '\r',
  '&#10;': '\n',
  '&#xA;': '\n',
  '&#xa;': '\n',
};

function decode(text: string, isOfSignature: boolean): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&[^;&]{0,8};?/g, (entity) => {
    const known = ENTITIES[entity] ?? (isOfSignature ? LINE_ENDS[entity] : undefined);
    if (known === undefined) throw unfit('It has an entity that is not allowed.');
    return known;
  });
}
