/** The gate: what a message has to look like before any library sees it. */
import { LIMITS } from '../../../spec/limits.ts';
import { DS, EXCLUSIVE, SAML, SAMLP, XENC } from './namespaces.ts';
import { readXml, unfit, type XmlElement } from './read-xml.ts';
import { allIn, childOf, elementsIn, is, requiredChild, textOf } from './tree.ts';

/** The text of a response, as it came in a form. */
export function decodeMessage(field: string): string {
  const packed = field.replaceAll(/\r?\n/g, '');
  const bytes = Buffer.from(packed, 'base64');
  if (packed === '' || bytes.toString('base64') !== packed) throw unfit('It is not Base64.');
  if (bytes.byteLength > LIMITS.identity.samlBytesMax) throw unfit('It is too large.');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unfit('It is not UTF-8.');
  }
}

/** A response with one assertion, readable or encrypted, each part of it signed at most once and in one way. */
export function checkResponse(text: string): XmlElement {
  const root = readXml(text);
  if (!is(root, SAMLP, 'Response')) throw unfit('It is not a response.');
  const all = allIn(root);
  requireUniqueIds(all);
  const status = requiredChild(requiredChild(root, SAMLP, 'Status'), SAMLP, 'StatusCode');
  const holders = elementsIn(root).filter(isAssertion);
  const isFailure = status.attributes.get('Value') !== SUCCESS;
  const wanted = isFailure ? 0 : 1;
  if (holders.length !== wanted || all.filter(isAssertion).length !== wanted) {
    throw unfit(isFailure ? 'A failure has an assertion.' : 'It needs exactly one assertion.');
  }
  if (all.filter((each) => is(each, SAMLP, 'Response')).length !== 1) {
    throw unfit('There is a response in the response.');
  }
  requireChildren(root, RESPONSE_PARTS);
  checkSignatures(all, [root, ...holders]);
  return root;
}

/** Checks a single assertion after decryption. */
export function checkAssertion(text: string): XmlElement {
  const root = readXml(text);
  if (!is(root, SAML, 'Assertion')) throw unfit('What was encrypted is not an assertion.');
  const all = allIn(root);
  requireUniqueIds(all);
  if (all.filter(isAssertion).length !== 1) throw unfit('There is an assertion in the assertion.');
  checkSignatures(all, [root]);
  return root;
}

export const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

const RESPONSE_PARTS = new Set([
  'Issuer',
  'Signature',
  'Status',
  'Assertion',
  'EncryptedAssertion',
]);

function requireChildren(element: XmlElement, known: ReadonlySet<string>): void {
  const other = elementsIn(element).find(({ local }) => !known.has(local));
  if (other !== undefined) throw unfit(`${element.local} has an unknown part: ${other.local}.`);
}

function isAssertion(element: XmlElement): boolean {
  return is(element, SAML, 'Assertion') || is(element, SAML, 'EncryptedAssertion');
}

/** Some readers look an element up by any of these names, so each value must be unique across all of them. */
function requireUniqueIds(all: readonly XmlElement[]): void {
  const ids = all.flatMap(({ attributes }) =>
    [...attributes]
      .filter(([name]) => /(?:^|\})(?:id|assertionid)$/i.test(name))
      .map(([, id]) => id),
  );
  if (ids.some((id) => !/^[A-Za-z_][A-Za-z0-9_.-]{0,255}$/.test(id))) {
    throw unfit('An ID is not a plain name.');
  }
  if (new Set(ids).size !== ids.length) throw unfit('An ID is used twice.');
}

/** Signatures are direct children of what they sign, one each. */
function checkSignatures(all: readonly XmlElement[], holders: readonly XmlElement[]): void {
  const signatures = holders.flatMap((holder) => {
    const signature = childOf(holder, DS, 'Signature');
    if (signature !== undefined) checkSignature(signature, holder);
    return signature === undefined ? [] : [signature];
  });
  if (all.filter((each) => is(each, DS, 'Signature')).length !== signatures.length) {
    throw unfit('There is a signature where none belongs.');
  }
}

const ENVELOPED = `${DS}enveloped-signature`;
const SIGNATURE_METHODS = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]);
const DIGEST_METHODS = new Set([`${XENC}sha256`, `${XENC}sha512`]);

function checkSignature(signature: XmlElement, holder: XmlElement): void {
  const names = (element: XmlElement): string =>
    elementsIn(element)
      .map(({ namespace, local }) => (namespace === DS ? local : `other ${local}`))
      .join(' ');
  if (!/^SignedInfo SignatureValue(?: KeyInfo)?$/.test(names(signature))) {
    throw unfit('A signature has unknown parts.');
  }
  const info = requiredChild(signature, DS, 'SignedInfo');
  if (names(info) !== 'CanonicalizationMethod SignatureMethod Reference') {
    throw unfit('A signature does not have exactly one reference.');
  }
  requireMethod(requiredChild(info, DS, 'CanonicalizationMethod'), new Set([EXCLUSIVE]));
  requireMethod(requiredChild(info, DS, 'SignatureMethod'), SIGNATURE_METHODS);
  const reference = requiredChild(info, DS, 'Reference');
  const id = holder.attributes.get('ID');
  if (id === undefined || reference.attributes.get('URI') !== `#${id}`) {
    throw unfit('A signature signs something else than what holds it.');
  }
  if (names(reference) !== 'Transforms DigestMethod DigestValue') {
    throw unfit('A reference has unknown parts.');
  }
  requireMethod(requiredChild(reference, DS, 'DigestMethod'), DIGEST_METHODS);
  const transforms = elementsIn(requiredChild(reference, DS, 'Transforms'));
  const [enveloped, exclusive, ...more] = transforms;
  if (enveloped === undefined || exclusive === undefined || more.length > 0) {
    throw unfit('A reference has other transforms than the usual two.');
  }
  requireMethod(enveloped, new Set([ENVELOPED]));
  requireMethod(exclusive, new Set([EXCLUSIVE]));
  if (!is(enveloped, DS, 'Transform') || !is(exclusive, DS, 'Transform')) {
    throw unfit('A transform is not one.');
  }
  // One text each: where a value is put together from parts, readers differ.
  for (const value of [
    requiredChild(reference, DS, 'DigestValue'),
    requiredChild(signature, DS, 'SignatureValue'),
  ]) {
    if (!/^[A-Za-z0-9+/=\s]+$/.test(textOf(value))) throw unfit('A signature is not Base64.');
  }
}

/** Nothing but a list of prefixes goes with a method. */
function requireMethod(element: XmlElement, allowed: ReadonlySet<string>): void {
  const algorithm = element.attributes.get('Algorithm') ?? '';
  if (!allowed.has(algorithm)) throw unfit(`${algorithm.slice(0, 100)} is not accepted here.`);
  const isList = (child: XmlElement): boolean => is(child, EXCLUSIVE, 'InclusiveNamespaces');
  const inside = elementsIn(element);
  const isPlain = inside.every(isList) && inside.length <= (algorithm === EXCLUSIVE ? 1 : 0);
  if (!isPlain) throw unfit(`${element.local} has unknown parts.`);
}
