/**
 * Secrets that tenants provide, such as that of an OAuth client, kept as text in the metadata store. They are encrypted
 * with a key derived from the installation's secret, and bound to the place where they are kept: a row copied to
 * another organization, row or purpose cannot be decrypted. Callers that keep one never display or log it.
 */
import type { OrganizationId } from '../../base/ids.ts';

/** Where a secret is kept. All three must be the same when it is read. */
export interface SecretPlace {
  readonly organization: OrganizationId;
  /** Its purpose; one word per kind of row, never changed. */
  readonly purpose: string;
  /** Identifies the row within the organization. */
  readonly row: string;
}

export interface Secrets {
  /** The text to keep; a different one each time. */
  encryptSecret(place: SecretPlace, secret: string): string;
  /** Decrypts a secret encrypted for this place; throws `UnreadableSecret` for anything else. */
  decryptSecret(place: SecretPlace, kept: string): string;
  /** How everything begins that was encrypted under the key in force; the rest waits to be renewed. */
  readonly currentPrefix: string;
}

/** Changed, truncated, moved from another place, or encrypted with a key that this node does not have. */
export class UnreadableSecret extends Error {
  constructor() {
    super('a kept secret cannot be read');
    this.name = 'UnreadableSecret';
  }
}
