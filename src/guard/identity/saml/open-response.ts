/** From the text of a response to an assertion that the provider has signed. Nothing is believed before. */
import { SsoRefusal } from '../connections/sso-refusal.ts';
import { checkAssertion, checkResponse, SUCCESS } from './check-form.ts';
import { decryptAssertion } from './decrypt-assertion.ts';
import { SAML, SAMLP } from './namespaces.ts';
import { type Assertion, readAssertion } from './read-assertion.ts';
import { readSigned, requireSameReading } from './read-signed.ts';
import { unfit, type XmlElement } from './read-xml.ts';
import type { Envelope, SamlJob } from './saml-job.ts';
import { allIn, childOf, is, requiredChild, textOf } from './tree.ts';
import { signedText } from './verify-signature.ts';

export function readEnvelope(text: string): Envelope & { readonly root: XmlElement } {
  const root = checkResponse(text);
  const issuer = childOf(root, SAML, 'Issuer');
  return {
    root,
    inResponseTo: root.attributes.get('InResponseTo'),
    destination: root.attributes.get('Destination'),
    issuer: issuer && textOf(issuer),
  };
}

type Keys = Pick<SamlJob, 'certificates' | 'privateKey' | 'encrypted'>;

/** Throws an `SsoRefusal`. */
export function openResponse(text: string, root: XmlElement, keys: Keys): Assertion {
  requireSuccess(root);
  const signedResponse = signedText(text, idOf(root), keys.certificates);
  const outer = signedResponse === undefined ? root : checkResponse(signedResponse);
  if (signedResponse !== undefined) requireSameReading(signedResponse, outer);
  const encrypted = childOf(outer, SAML, 'EncryptedAssertion');
  if (encrypted !== undefined) {
    const inner = decryptAssertion(encrypted, keys.privateKey);
    const held = checkAssertion(inner);
    const signed = signedText(inner, idOf(held), keys.certificates);
    return readSure(signed ?? (signedResponse === undefined ? undefined : inner));
  }
  if (keys.encrypted) throw unfit('The assertion is not encrypted, which the connection demands.');
  const held = requiredChild(outer, SAML, 'Assertion');
  // Signatures are computed over the text as it came.
  const signed = signedText(text, idOf(held), keys.certificates);
  if (signed !== undefined) return readSure(signed);
  if (signedResponse === undefined) return readSure(undefined);
  return readAssertion(held);
}

function readSure(signed: string | undefined): Assertion {
  if (signed === undefined) {
    throw new SsoRefusal('SAML_SIGNATURE', 'Neither the response nor the assertion is signed.');
  }
  const root = readSigned(signed);
  if (!is(root, SAML, 'Assertion')) throw unfit('What was signed is not an assertion.');
  return readAssertion(root);
}

function requireSuccess(root: XmlElement): void {
  const codes = allIn(requiredChild(root, SAMLP, 'Status'))
    .filter((each) => is(each, SAMLP, 'StatusCode'))
    .map(({ attributes }) => attributes.get('Value') ?? '');
  if (codes[0] === SUCCESS) return;
  const said = codes.map((code) => code.replace(/^.*:/, '').slice(0, 60)).join(', ');
  throw new SsoRefusal('SSO_DENIED', `The provider answered with the status ${said}.`);
}

function idOf({ attributes, local }: XmlElement): string {
  const id = attributes.get('ID');
  if (id === undefined) throw unfit(`${local} has no ID.`);
  return id;
}
