/** The contents of a signed assertion, read only from the signed text. */
import { SsoRefusal } from '../connections/sso-refusal.ts';
import { SAML } from './namespaces.ts';
import { unfit, type XmlElement } from './read-xml.ts';
import { childOf, childrenOf, elementsIn, requiredChild, textOf } from './tree.ts';

export interface Assertion {
  readonly id: string;
  readonly issuer: string;
  readonly issuedAt: number;
  readonly nameId: string;
  readonly nameIdFormat: string;
  /** From the single bearer confirmation. */
  readonly recipient: string;
  readonly inResponseTo: string | undefined;
  readonly notBefore: number | undefined;
  /** The earliest of all ends. */
  readonly notOnOrAfter: number;
  /** Every one of the restrictions has to name us. */
  readonly audiences: readonly (readonly string[])[];
  /** When the session at the provider ends. */
  readonly sessionEndsAt: number | undefined;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

export function readAssertion(root: XmlElement): Assertion {
  const subject = requiredChild(root, SAML, 'Subject');
  const nameId = requiredChild(subject, SAML, 'NameID');
  const confirmed = bearerOf(subject);
  const conditions = requiredChild(root, SAML, 'Conditions');
  const ends = [timeOf(confirmed, 'NotOnOrAfter'), timeOf(conditions, 'NotOnOrAfter')];
  const end = ends.flatMap((each) => each ?? []).toSorted((a, b) => a - b)[0];
  if (ends[0] === undefined || end === undefined) throw unfit('The confirmation has no end.');
  const statements = childrenOf(root, SAML, 'AuthnStatement');
  const [statement] = statements;
  if (statement === undefined || statements.length > 1) {
    throw unfit('It must have exactly one authentication statement.');
  }
  return {
    id: requiredAttribute(root, 'ID'),
    issuer: textOf(requiredChild(root, SAML, 'Issuer')),
    issuedAt: requiredTime(root, 'IssueInstant'),
    nameId: textOf(nameId),
    nameIdFormat: nameId.attributes.get('Format') ?? UNSPECIFIED,
    recipient: requiredAttribute(confirmed, 'Recipient'),
    inResponseTo: confirmed.attributes.get('InResponseTo'),
    notBefore: timeOf(conditions, 'NotBefore'),
    notOnOrAfter: end,
    audiences: audiencesOf(conditions),
    sessionEndsAt: timeOf(statement, 'SessionNotOnOrAfter'),
    attributes: attributesOf(root),
  };
}

function bearerOf(subject: XmlElement): XmlElement {
  const bearers = childrenOf(subject, SAML, 'SubjectConfirmation').filter(
    ({ attributes }) => attributes.get('Method') === BEARER,
  );
  const [bearer] = bearers;
  if (bearer === undefined || bearers.length > 1) {
    throw unfit('The subject needs exactly one confirmation by its bearer.');
  }
  return requiredChild(bearer, SAML, 'SubjectConfirmationData');
}

const CONDITIONS = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);

/** An unknown condition counts as not fulfilled. */
function audiencesOf(conditions: XmlElement): string[][] {
  const unknown = elementsIn(conditions).find(
    ({ namespace, local }) => namespace !== SAML || !CONDITIONS.has(local),
  );
  if (unknown !== undefined) throw unfit(`The condition ${unknown.local} is not known.`);
  return childrenOf(conditions, SAML, 'AudienceRestriction').map((restriction) =>
    childrenOf(restriction, SAML, 'Audience').map(textOf),
  );
}

/** An attribute that occurs twice has the values of both. */
function attributesOf(root: XmlElement): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, string[]>();
  for (const statement of childrenOf(root, SAML, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, SAML, 'Attribute')) {
      const name = requiredAttribute(attribute, 'Name');
      const values = childrenOf(attribute, SAML, 'AttributeValue').map(valueOf);
      attributes.set(name, [...(attributes.get(name) ?? []), ...values]);
    }
  }
  return attributes;
}

/** Some providers put a NameID into a value. */
function valueOf(value: XmlElement): string {
  const inner = childOf(value, SAML, 'NameID');
  return inner === undefined ? textOf(value) : textOf(inner);
}

function requiredAttribute({ attributes, local }: XmlElement, name: string): string {
  const value = attributes.get(name);
  if (value === undefined || value === '') throw unfit(`${local} has no ${name}.`);
  return value;
}

function requiredTime(element: XmlElement, name: string): number {
  const time = timeOf(element, name);
  if (time === undefined) throw unfit(`${element.local} has no ${name}.`);
  return time;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

function timeOf({ attributes, local }: XmlElement, name: string): number | undefined {
  const value = attributes.get(name);
  if (value === undefined) return undefined;
  const time = INSTANT.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw new SsoRefusal('SAML_FORM', `${local} has no readable ${name}.`);
  return time;
}
