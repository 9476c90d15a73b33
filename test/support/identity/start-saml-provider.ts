/** A SAML provider without a server: it reads requests from addresses and writes responses, good ones and all kinds of others. */
import {
  createCipheriv,
  createHash,
  createSign,
  publicEncrypt,
  randomBytes,
  constants,
} from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { type KeyPair, makeKeys } from '../../../src/guard/identity/saml/make-keys.ts';
import { DS, EXCLUSIVE, SAML, SAMLP, XENC } from '../../../src/guard/identity/saml/namespaces.ts';

export const PROVIDER_ID = 'https://idp.example/metadata';
const MINUTE_MS = 60_000;

export interface ResponseParts {
  readonly acsUrl: string;
  readonly audience: string;
  readonly inResponseTo?: string | undefined;
  readonly issuer?: string;
  readonly nameId?: string;
  readonly format?: string;
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
  readonly now?: number;
  /** Which parts are signed. */
  readonly sign?: readonly ('assertion' | 'response')[];
  readonly keys?: KeyPair;
  /** Our certificate: the assertion is encrypted for it. */
  readonly encryptFor?: string;
  readonly id?: string;
  /** Changes the assertion before it is signed. */
  readonly forge?: (assertion: string) => string;
  /** Changes the whole text afterwards. */
  readonly tamper?: (text: string) => string;
  readonly sessionEndsAt?: number;
}

export const providerKeys = await makeKeys('idp.example', Date.now());

/** ID of the request that an address carries. */
export function requestIn(address: string): { readonly id: string; readonly text: string } {
  const { searchParams } = new URL(address);
  const packed = Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64');
  const text = inflateRawSync(packed).toString();
  return { text, id: / ID="([^"]+)"/.exec(text)?.[1] ?? '' };
}

/** As it stands in the field of the form. */
export function samlResponse(parts: ResponseParts): string {
  return Buffer.from(responseText(parts)).toString('base64');
}

/** Written in canonical form, so that what is signed is what stands there. */
export function responseText(parts: ResponseParts): string {
  const { sign = ['assertion'], keys = providerKeys, tamper = (text) => text } = parts;
  const plain = (parts.forge ?? ((text: string) => text))(assertionText(parts));
  const signed = sign.includes('assertion') ? signElement(plain, keys) : plain;
  const held = parts.encryptFor === undefined ? signed : encrypt(signed, parts.encryptFor);
  const response = [
    `<samlp:Response xmlns:samlp="${SAMLP}" Destination="${parts.acsUrl}" ID="_r${parts.id ?? randomBytes(16).toString('hex')}"`,
    parts.inResponseTo === undefined ? '' : ` InResponseTo="${parts.inResponseTo}"`,
    ` IssueInstant="${instant(parts.now ?? Date.now())}" Version="2.0">`,
    `<saml:Issuer xmlns:saml="${SAML}">${parts.issuer ?? PROVIDER_ID}</saml:Issuer>`,
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>',
    `${held}</samlp:Response>`,
  ].join('');
  return tamper(sign.includes('response') ? signElement(response, keys) : response);
}

function assertionText(parts: ResponseParts): string {
  const now = parts.now ?? Date.now();
  const [from, to] = [instant(now - MINUTE_MS), instant(now + 5 * MINUTE_MS)];
  const { attributes = { email: ['ada@acme.com'] }, inResponseTo } = parts;
  const format = parts.format ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  const answers = inResponseTo === undefined ? '' : ` InResponseTo="${inResponseTo}"`;
  const ends =
    parts.sessionEndsAt === undefined
      ? ''
      : ` SessionNotOnOrAfter="${instant(parts.sessionEndsAt)}"`;
  const values = Object.entries(attributes).map(
    ([name, each]) =>
      `<saml:Attribute Name="${name}">${each.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  );
  return [
    `<saml:Assertion xmlns:saml="${SAML}" ID="_a${parts.id ?? randomBytes(16).toString('hex')}" IssueInstant="${instant(now)}" Version="2.0">`,
    `<saml:Issuer>${parts.issuer ?? PROVIDER_ID}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${format}">${parts.nameId ?? 'ada'}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData${answers} NotOnOrAfter="${to}" Recipient="${parts.acsUrl}"></saml:SubjectConfirmationData>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${to}"><saml:AudienceRestriction><saml:Audience>${parts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${instant(now)}"${ends}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    `<saml:AttributeStatement>${values.join('')}</saml:AttributeStatement></saml:Assertion>`,
  ].join('');
}

/** Signs the outermost element; the signature stands behind its issuer. */
export function signElement(text: string, { privateKey }: KeyPair): string {
  const id = / ID="([^"]+)"/.exec(text)?.[1] ?? '';
  const digest = createHash('sha256').update(text).digest('base64');
  const method = (name: string, algorithm: string): string =>
    `<ds:${name} Algorithm="${algorithm}"></ds:${name}>`;
  const body = [
    method('CanonicalizationMethod', EXCLUSIVE),
    method('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'),
    `<ds:Reference URI="#${id}"><ds:Transforms>${method('Transform', `${DS}enveloped-signature`)}${method('Transform', EXCLUSIVE)}</ds:Transforms>`,
    `${method('DigestMethod', `${XENC}sha256`)}<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`,
  ].join('');
  const info = `<ds:SignedInfo xmlns:ds="${DS}">${body}</ds:SignedInfo>`;
  const value = createSign('sha256').update(info).sign(privateKey, 'base64');
  const signature = `<ds:Signature xmlns:ds="${DS}"><ds:SignedInfo>${body}</ds:SignedInfo><ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
  const at = text.indexOf('</saml:Issuer>') + '</saml:Issuer>'.length;
  return text.slice(0, at) + signature + text.slice(at);
}

function encrypt(text: string, certificate: string): string {
  const [key, nonce] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const packed = Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  const wrapped = publicEncrypt(
    { key: certificate, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
    key,
  );
  const value = (bytes: Buffer): string =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
  return [
    `<saml:EncryptedAssertion xmlns:saml="${SAML}"><xenc:EncryptedData xmlns:xenc="${XENC}" Type="${XENC}Element">`,
    '<xenc:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"></xenc:EncryptionMethod>',
    `<ds:KeyInfo xmlns:ds="${DS}"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${XENC}rsa-oaep-mgf1p"><ds:DigestMethod Algorithm="${DS}sha1"></ds:DigestMethod></xenc:EncryptionMethod>${value(wrapped)}</xenc:EncryptedKey></ds:KeyInfo>`,
    `${value(packed)}</xenc:EncryptedData></saml:EncryptedAssertion>`,
  ].join('');
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
