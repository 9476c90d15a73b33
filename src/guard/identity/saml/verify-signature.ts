/** The only place that calls the signature library. Returns the signed text and nothing else. */
import { X509Certificate } from 'node:crypto';
import type { XmlNode } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { SsoRefusal } from '../connections/sso-refusal.ts';
import { DS } from './namespaces.ts';
import { itemsOf, parseByLibrary } from './parse-by-library.ts';

/**
 * Returns the canonical text of the element with this ID, as signed by one of the certificates. Undefined if the
 * element contains no signature. `text` has passed the gate. Throws an `SsoRefusal` for an invalid signature.
 */
export function signedText(
  text: string,
  id: string,
  certificates: readonly string[],
): string | undefined {
  const signature = findSignature(text, id);
  if (signature === undefined) return undefined;
  for (const certificate of certificates) {
    const signed = tryCertificate(text, signature, certificate);
    if (signed !== undefined) return signed;
  }
  throw new SsoRefusal('SAML_SIGNATURE', 'No certificate of the connection fits the signature.');
}

function findSignature(text: string, id: string): XmlNode | undefined {
  const document = parseByLibrary(text, (message) => {
    throw new SsoRefusal('SAML_FORM', `The library cannot read it: ${message.slice(0, 200)}`);
  });
  return itemsOf(document.getElementsByTagNameNS(DS, 'Signature')).find(
    ({ parentNode }) => parentNode?.getAttribute?.('ID') === id,
  );
}

function tryCertificate(text: string, signature: XmlNode, certificate: string): string | undefined {
  const publicCert = new X509Certificate(certificate).publicKey;
  // Keys included in the message are ignored.
  const verifier = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
  verifier.loadSignature(signature);
  try {
    if (!verifier.checkSignature(text)) return undefined;
  } catch {
    return undefined;
  }
  const signed = verifier.getSignedReferences();
  return signed.length === 1 ? signed[0] : undefined;
}
