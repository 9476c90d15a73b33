/** What we send to providers: our metadata, and requests. */
import { createSign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { isoTime } from '../../../base/clock.ts';
import { DS, SAML, SAMLP } from './namespaces.ts';

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const GCM = ['aes256', 'aes128'].map((cipher) => `http://www.w3.org/2009/xmlenc11#${cipher}-gcm`);

interface Ours {
  readonly entityId: string;
  readonly acsUrl: string;
  /** PEM. */
  readonly certificate: string;
}

export function writeMetadata({ entityId, acsUrl, certificate }: Ours): string {
  const bare = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const info = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bare}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
  const methods = GCM.map((method) => `<md:EncryptionMethod Algorithm="${method}"/>`).join('');
  return [
    `<md:EntityDescriptor xmlns:md="${METADATA}" xmlns:ds="${DS}" entityID="${escape(entityId)}">`,
    `<md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="${SAMLP}">`,
    `<md:KeyDescriptor use="signing">${info}</md:KeyDescriptor>`,
    `<md:KeyDescriptor use="encryption">${info}${methods}</md:KeyDescriptor>`,
    `<md:AssertionConsumerService Binding="${POST}" Location="${escape(acsUrl)}" index="0" isDefault="true"/>`,
    '</md:SPSSODescriptor></md:EntityDescriptor>',
  ].join('');
}

interface Asked {
  readonly id: string;
  readonly now: number;
  /** Where the provider takes requests by redirect. */
  readonly ssoUrl: string;
  /** Of the connection, PEM. */
  readonly privateKey: string;
}

/** The address to which the browser is sent, signed as redirects are: over the parameters, in this order. */
export function requestUrl(ours: Ours, { id, now, ssoUrl, privateKey }: Asked): string {
  const request = [
    `<samlp:AuthnRequest xmlns:samlp="${SAMLP}" xmlns:saml="${SAML}" ID="${id}" Version="2.0"`,
    ` IssueInstant="${isoTime(now)}" Destination="${escape(ssoUrl)}"`,
    ` ProtocolBinding="${POST}" AssertionConsumerServiceURL="${escape(ours.acsUrl)}">`,
    `<saml:Issuer>${escape(ours.entityId)}</saml:Issuer></samlp:AuthnRequest>`,
  ].join('');
  const parameters = [
    ['SAMLRequest', deflateRawSync(request).toString('base64')],
    ['SigAlg', RSA_SHA256],
  ] as const;
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const signature = createSign('sha256').update(query).sign(privateKey, 'base64');
  const separator = ssoUrl.includes('?') ? '&' : '?';
  return `${ssoUrl}${separator}${query}&Signature=${encodeURIComponent(signature)}`;
}

function escape(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&apos;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
