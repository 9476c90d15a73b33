/**
 * Reads the signed text twice: with our own reader and with the library's. If the results differ, nobody is signed in.
 */
import type { XmlNode } from '@xmldom/xmldom';
import { isDeepStrictEqual } from 'node:util';
import { SsoRefusal } from '../connections/sso-refusal.ts';
import { itemsOf, parseByLibrary } from './parse-by-library.ts';
import { readXml, type XmlElement } from './read-xml.ts';

export function readSigned(text: string): XmlElement {
  const root = readXml(text);
  requireSameReading(text, root);
  return root;
}

/** `root` is the result of our own reader. */
export function requireSameReading(text: string, root: XmlElement): void {
  if (!isDeepStrictEqual(plain(root), readByLibrary(text))) throw mismatch();
}

/** Reported to operators: either one of the two readers has a bug, or somebody is searching for one. */
function mismatch(): SsoRefusal {
  return new SsoRefusal('SAML_MISMATCH', 'Two readers read the signed text differently.');
}

type Plain = readonly [name: string, attributes: object, children: readonly (Plain | string)[]];

function plain({ namespace, local, attributes, children }: XmlElement): Plain {
  const inside = children.map((child) => (typeof child === 'string' ? child : plain(child)));
  return [`{${namespace}}${local}`, Object.fromEntries(attributes), inside];
}

const ELEMENT = 1;
const TEXT = 3;

function readByLibrary(text: string): Plain {
  return plainOf(
    parseByLibrary(text, () => {
      throw mismatch();
    }),
  );
}

function plainOf(node: XmlNode): Plain {
  const attributes = itemsOf(node.attributes)
    .filter(({ prefix, localName }) => prefix !== 'xmlns' && localName !== 'xmlns')
    .map(({ namespaceURI, localName, nodeValue }): [string, string] => [
      namespaceURI ? `{${namespaceURI}}${localName}` : String(localName),
      nodeValue ?? '',
    ]);
  const children: (Plain | string)[] = [];
  for (const child of itemsOf(node.childNodes)) {
    const before = children.at(-1);
    if (child.nodeType === ELEMENT) children.push(plainOf(child));
    else if (child.nodeType !== TEXT) throw mismatch();
    else if (typeof before === 'string') children[children.length - 1] = before + child.nodeValue;
    else children.push(child.nodeValue ?? '');
  }
  const name = `{${node.namespaceURI ?? ''}}${node.localName}`;
  return [name, Object.fromEntries(attributes), children];
}
