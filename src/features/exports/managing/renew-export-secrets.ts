import type { Log } from '../../../base/log.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { renewSecrets } from '../../../engines/secrets/renew-secrets.ts';
import type { Secrets } from '../../../engines/secrets/secrets.ts';
import { importSecretKeeper } from '../imports/imports-table.ts';
import { exportSecretKeeper } from './exports-table.ts';

interface RenewNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly secrets: Secrets;
  readonly log: Log;
}

/** After a change of the installation's secret: those of exports, and of imports that still wait. */
export async function renewExportSecrets(needs: RenewNeeds, signal?: AbortSignal): Promise<void> {
  await renewSecrets(needs, exportSecretKeeper(needs.metadata), signal);
  await renewSecrets(needs, importSecretKeeper(needs.metadata), signal);
}
