/** All namespaces that a message may use: nobody has to guess the meaning of an unknown name. */
export const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const DS = 'http://www.w3.org/2000/09/xmldsig#';
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const XENC = 'http://www.w3.org/2001/04/xmlenc#';
const XENC11 = 'http://www.w3.org/2009/xmlenc11#';
const SCHEMA = 'http://www.w3.org/2001/XMLSchema';
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
const X500 = 'urn:oasis:names:tc:SAML:2.0:profiles:attribute:X500';

export const NAMESPACES: ReadonlySet<string> = new Set([
  SAMLP,
  SAML,
  DS,
  EXCLUSIVE,
  XENC,
  XENC11,
  SCHEMA,
  INSTANCE,
  X500,
]);
