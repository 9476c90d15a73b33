import { randomBytes } from 'node:crypto';
import { organizationId } from '../../../base/ids.ts';
import type { Destination } from '../../../contract/export-destinations.ts';
import type { ExportRow } from '../../../engines/metadata/tables/exports.ts';
import type { Secrets } from '../../../engines/secrets/secrets.ts';
import type { KeptDestination } from '../destinations-port.ts';
import { exportSecretPlace } from './export-secret.ts';

type Place = Pick<ExportRow, 'id' | 'organization_id'>;

/** The encrypted part of an export. */
interface ExportSecret {
  /** Signs manifests. It is the export's own, so that another secret of the installation changes nothing. */
  readonly key: string;
  readonly destination?: string;
}

const KEY_PREFIX = 'xak_';
const KEY_BYTES = 32;

export function newArchiveKey(): string {
  return KEY_PREFIX + randomBytes(KEY_BYTES).toString('hex');
}

/** Throws `UnreadableSecret` when the key of the installation is another one now. */
export function destinationOf(
  secrets: Secrets,
  row: Place & Pick<ExportRow, 'destination' | 'secret'>,
): KeptDestination {
  const shown = JSON.parse(row.destination) as Destination;
  return { shown, secret: openSecret(secrets, row).destination };
}

export function archiveKeyOf(secrets: Secrets, row: Place & Pick<ExportRow, 'secret'>): string {
  return openSecret(secrets, row).key;
}

export function destinationColumns(
  secrets: Secrets,
  place: Place,
  { shown, secret }: KeptDestination,
  key: string,
): Pick<ExportRow, 'destination' | 'secret'> {
  const kept: ExportSecret = { key, ...(secret === undefined ? {} : { destination: secret }) };
  return {
    destination: JSON.stringify(shown),
    secret: secrets.encryptSecret(placeOf(place), JSON.stringify(kept)),
  };
}

function openSecret(secrets: Secrets, row: Place & Pick<ExportRow, 'secret'>): ExportSecret {
  return JSON.parse(secrets.decryptSecret(placeOf(row), row.secret)) as ExportSecret;
}

function placeOf({ id, organization_id: organization }: Place) {
  return exportSecretPlace(organizationId(organization), id);
}
