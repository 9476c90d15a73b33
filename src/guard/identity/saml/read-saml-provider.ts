/** SAML provider settings entered by an Owner: three fields, or the metadata that contains them. */
import type { XmlNode } from '@xmldom/xmldom';
import { X509Certificate } from 'node:crypto';
import { isoTime } from '../../../base/clock.ts';
import { invalid } from '../../../base/errors.ts';
import type { ConnectionChange } from '../../../contract/connections.ts';
import { type Outbound, OutboundError } from '../../../engines/outbound/outbound.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { SamlSettings } from '../connections/read-connection.ts';
import { DS } from './namespaces.ts';
import { itemsOf, parseByLibrary } from './parse-by-library.ts';

export interface SamlProvider extends Pick<SamlSettings, 'ssoUrl' | 'certificates'> {
  /** Its entity ID. */
  readonly issuer: string;
}

/** Given values, with the current ones as fallback. */
export function readSamlProvider(
  outbound: Outbound,
  given: ConnectionChange,
  held: SamlProvider | undefined,
): SamlProvider {
  const told = given.metadata === undefined ? undefined : readMetadata(given.metadata);
  const certificates = given.certificates ?? told?.certificates;
  const issuer = given.entityId ?? told?.issuer ?? held?.issuer;
  const ssoUrl = given.ssoUrl ?? told?.ssoUrl ?? held?.ssoUrl;
  if (issuer === undefined) throw invalid('entityId', 'Enter the entity ID of the provider.');
  if (ssoUrl === undefined) throw invalid('ssoUrl', 'Enter the sign-on URL of the provider.');
  const path = given.ssoUrl === undefined && told !== undefined ? 'metadata' : 'ssoUrl';
  if (ssoUrl !== held?.ssoUrl) checkSsoUrl(outbound, path, ssoUrl);
  const place = given.certificates === undefined ? 'metadata' : 'certificates';
  const read = certificates?.map((each, at) => readCertificate(`${place}.${at}`, each));
  const kept = read ?? held?.certificates;
  if (kept === undefined) throw invalid('certificates', 'Enter a certificate of the provider.');
  return { issuer, ssoUrl, certificates: [...new Set(kept)] };
}

export function showCertificate(pem: string) {
  const { subject, validToDate } = new X509Certificate(pem);
  return {
    pem,
    subject: (subject ?? '').replaceAll('\n', ', '),
    validUntil: isoTime(validToDate.getTime()),
  };
}

/** Only browsers go there, so a private address does no harm; plain http is for providers that the operator allows. */
function checkSsoUrl(outbound: Outbound, path: string, text: string): void {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.hash !== '') {
    throw invalid(path, 'The sign-on URL is not a usable address.');
  }
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'https:' || isLocal) return;
  try {
    outbound.check(text);
  } catch (error) {
    if (error instanceof OutboundError) throw invalid(path, error.message);
    throw error;
  }
}

/** The same text for the same certificate, however it was entered. */
function readCertificate(path: string, text: string): string {
  const bare = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(Buffer.from(bare, 'base64'));
  } catch {
    throw invalid(path, 'This is not an X.509 certificate in PEM or Base64.');
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  const isFit = modulusLength >= BITS_MIN && modulusLength <= BITS_MAX;
  // Larger numbers take long to check a signature with.
  if (asymmetricKeyType !== 'rsa' || !isFit || publicExponent > EXPONENT_MAX) {
    throw invalid(path, `The key is not RSA with ${BITS_MIN} to ${BITS_MAX} bits.`);
  }
  return certificate.toString();
}

const BITS_MIN = 2_048;
const BITS_MAX = 4_096;
const EXPONENT_MAX = 0xffff_ffffn;

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

function readMetadata(text: string): { issuer: string; ssoUrl: string; certificates: string[] } {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw unusable('has a document type');
  const document = parseByLibrary(text.trim(), () => {
    throw unusable('is not XML');
  });
  const inside = (node: XmlNode, local: string, namespace = METADATA): XmlNode[] =>
    itemsOf(node.getElementsByTagNameNS(namespace, local));
  const providers = inside(document, 'IDPSSODescriptor');
  const [provider] = providers;
  if (provider === undefined || providers.length > 1) {
    throw unusable('does not describe exactly one identity provider');
  }
  const issuer = provider.parentNode?.getAttribute?.('entityID');
  const service = inside(provider, 'SingleSignOnService').find(
    (each) => each.getAttribute?.('Binding') === REDIRECT,
  );
  const certificates = inside(provider, 'KeyDescriptor')
    .filter((key) => key.getAttribute?.('use') !== 'encryption')
    .flatMap((key) => inside(key, 'X509Certificate', DS))
    .map((certificate) => certificate.textContent ?? '');
  const ssoUrl = service?.getAttribute?.('Location') ?? '';
  if (!issuer) throw unusable('has no entity ID');
  if (ssoUrl === '') throw unusable('has no sign-on URL for redirects');
  const { certificatesMax } = LIMITS.identity;
  if (certificates.length === 0 || certificates.length > certificatesMax) {
    throw unusable(`needs 1 to ${certificatesMax} signing certificates`);
  }
  return { issuer, ssoUrl, certificates };
}

function unusable(reason: string): Error {
  return invalid('metadata', `The metadata ${reason}.`);
}
