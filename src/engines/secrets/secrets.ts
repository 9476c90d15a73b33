/**
 * Secrets that tenants hand to the product, such as that of an OAuth client, kept as text in the metadata store.
 * They are encrypted under a key that is made of the installation's secret, and bound to the place where they
 * are kept: a row that was copied to another organization, row or purpose opens nothing. Whoever keeps one
 * never shows it again and never logs it.
 */
import type { OrganizationId } from '../../base/ids.ts';

/** Where a secret is kept. All three have to be the same when it is read. */
export interface SecretPlace {
  readonly organization: OrganizationId;
  /** What it is for; one word per kind of row, never changed. */
  readonly purpose: string;
  /** Identifies the row within the organization. */
  readonly row: string;
}

export interface Secrets {
  /** The text to keep; a different one each time. */
  encryptSecret(place: SecretPlace, secret: string): string;
  /** What was encrypted for this place; throws `UnreadableSecret` for anything else. */
  decryptSecret(place: SecretPlace, kept: string): string;
  /** How everything begins that was encrypted under the key in force; the rest waits to be renewed. */
  readonly currentPrefix: string;
}

/** Changed, cut, moved from another place, or encrypted under a key that this node does not have. */
export class UnreadableSecret extends Error {
  constructor() {
    super('a kept secret cannot be read');
    this.name = 'UnreadableSecret';
  }
}
