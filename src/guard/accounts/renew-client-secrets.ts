import type { Log } from '../../base/log.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import { renewSecrets } from '../../engines/secrets/renew-secrets.ts';
import type { Secrets } from '../../engines/secrets/secrets.ts';
import { clientSecretKeeper } from './oauth-clients-table.ts';
import { totpSecretKeeper } from './second-factor/second-factors-table.ts';

interface RenewNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly secrets: Secrets;
  readonly log: Log;
}

/** After a change of the installation's secret. */
export async function renewClientSecrets(needs: RenewNeeds, signal?: AbortSignal): Promise<void> {
  await renewSecrets(needs, clientSecretKeeper(needs.metadata), signal);
  await renewSecrets(needs, totpSecretKeeper(needs.metadata), signal);
}
