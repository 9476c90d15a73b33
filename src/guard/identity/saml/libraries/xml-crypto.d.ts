/** As much of the library as is used. Its own types bring those of browsers into all of the server. */
import type { KeyObject } from 'node:crypto';
import type { XmlNode } from './xmldom.d.ts';

export class SignedXml {
  constructor(options: { readonly publicCert: KeyObject; readonly getCertFromKeyInfo: () => null });
  loadSignature(signature: XmlNode): void;
  checkSignature(text: string): boolean;
  getSignedReferences(): string[];
}
