import type { Log } from '../../../base/log.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { renewSecrets } from '../../../engines/secrets/renew-secrets.ts';
import type { Secrets } from '../../../engines/secrets/secrets.ts';
import { channelSecretKeepers } from '../tables/alert-channels-table.ts';

interface RenewNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly secrets: Secrets;
  readonly log: Log;
}

/** After a change of the installation's secret. */
export async function renewChannelSecrets(needs: RenewNeeds, signal?: AbortSignal): Promise<void> {
  for (const keeper of channelSecretKeepers(needs.metadata)) {
    await renewSecrets(needs, keeper, signal);
  }
}
