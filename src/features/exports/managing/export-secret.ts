import type { OrganizationId } from '../../../base/ids.ts';
import type { SecretPlace } from '../../../engines/secrets/secrets.ts';

/** Where the secret part of a destination is kept. */
export function exportSecretPlace(organization: OrganizationId, id: string): SecretPlace {
  return { organization, purpose: 'export', row: id };
}

/** Where the secret part of the source of an import is kept. */
export function importSecretPlace(organization: OrganizationId, id: string): SecretPlace {
  return { organization, purpose: 'import', row: id };
}
