import { DOMParser, type XmlNode } from '@xmldom/xmldom';

/** Parses the text exactly as the signature library does. `fail` must throw: nothing is silently repaired. */
export function parseByLibrary(text: string, fail: (message: string) => never): XmlNode {
  const errorHandler = { warning: fail, error: fail, fatalError: fail };
  return new DOMParser({ errorHandler }).parseFromString(text, 'text/xml').documentElement;
}

export function itemsOf(list: XmlNode['attributes']): XmlNode[] {
  if (list === undefined) return [];
  return Array.from({ length: list.length }, (_, at) => list.item(at)).filter(
    (node) => node !== null,
  );
}
