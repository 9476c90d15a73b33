import { organizationId } from '../../../base/ids.ts';
import type { Destination } from '../../../contract/export-destinations.ts';
import type { ExportRow } from '../../../engines/metadata/tables/exports.ts';
import type { Secrets } from '../../../engines/secrets/secrets.ts';
import type { KeptDestination } from '../destinations-port.ts';
import { exportSecretPlace } from './export-secret.ts';

type Columns = Pick<ExportRow, 'id' | 'organization_id' | 'destination' | 'secret'>;

/** Throws `UnreadableSecret` when the key of the installation is another one now. */
export function destinationOf(secrets: Secrets, row: Columns): KeptDestination {
  const shown = JSON.parse(row.destination) as Destination;
  if (row.secret === null) return { shown, secret: undefined };
  const place = exportSecretPlace(organizationId(row.organization_id), row.id);
  return { shown, secret: secrets.decryptSecret(place, row.secret) };
}

export function destinationColumns(
  secrets: Secrets,
  { id, organization_id: organization }: Pick<ExportRow, 'id' | 'organization_id'>,
  { shown, secret }: KeptDestination,
): Pick<ExportRow, 'destination' | 'secret'> {
  const place = exportSecretPlace(organizationId(organization), id);
  return {
    destination: JSON.stringify(shown),
    secret: secret === undefined ? null : secrets.encryptSecret(place, secret),
  };
}
