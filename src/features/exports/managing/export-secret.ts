import type { OrganizationId } from '../../../base/ids.ts';
import type { SecretPlace } from '../../../engines/secrets/secrets.ts';

/** Storage place of the secret part of a destination. */
export function exportSecretPlace(organization: OrganizationId, id: string): SecretPlace {
  return { organization, purpose: 'export', row: id };
}

/** Storage place of the secret part of an import's source. */
export function importSecretPlace(organization: OrganizationId, id: string): SecretPlace {
  return { organization, purpose: 'import', row: id };
}
