import type { Claims } from '../connections/read-arrival.ts';
import type { ReadConnection } from '../connections/read-connection.ts';
import type { Assertion } from './read-assertion.ts';

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/** Converts the statements of an assertion about a person into token claims. */
export function claimsOf(
  { attributes }: Pick<ReadConnection, 'attributes'>,
  assertion: Assertion,
): Claims {
  const { nameId, nameIdFormat } = assertion;
  const given = new Map<string, string | readonly string[]>();
  for (const [name, values] of assertion.attributes) {
    const [only, ...more] = values;
    // An attribute with one value may be a text or a list of one: both are read alike.
    if (only !== undefined) given.set(name, more.length === 0 ? only : values);
    else given.set(name, []);
  }
  if (!given.has(attributes.email) && nameIdFormat === EMAIL_FORMAT) {
    given.set(attributes.email, nameId);
  }
  // No attribute can replace the provider's identifier for the person.
  given.set('sub', nameId);
  return Object.fromEntries(given);
}
