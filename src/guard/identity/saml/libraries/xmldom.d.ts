/** As much of the library as is used. Its own types bring those of browsers into all of the server. */
export interface XmlNode {
  readonly nodeType: number;
  readonly namespaceURI?: string | null;
  readonly localName?: string | null;
  readonly prefix?: string | null;
  readonly nodeValue: string | null;
  readonly textContent: string | null;
  readonly parentNode: XmlNode | null;
  readonly childNodes: XmlNodes;
  readonly attributes?: XmlNodes;
  getAttribute?(name: string): string | null;
  getElementsByTagNameNS(namespace: string, local: string): XmlNodes;
}

interface XmlNodes {
  readonly length: number;
  item(at: number): XmlNode | null;
}

type Report = (message: string) => void;

export class DOMParser {
  constructor(options: {
    readonly errorHandler: {
      readonly warning: Report;
      readonly error: Report;
      readonly fatalError: Report;
    };
  });
  parseFromString(text: string, type: 'text/xml'): XmlNode & { readonly documentElement: XmlNode };
}
