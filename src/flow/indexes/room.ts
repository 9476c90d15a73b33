import type { OrganizationId } from '../../base/ids.ts';
import * as indexes from '../../contract/indexes.ts';
import type { LogStore } from '../../engines/store/store.ts';
import { sql, string } from '../../engines/store/sql.ts';
import type { Room } from '../../room.ts';
import { AUDIT_INDEX } from '../../spec/audit.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { applyRetention } from './apply-retention.ts';
import { eraseDeletedIndexes } from './erase-indexes.ts';
import { indexKind } from './index-kind.ts';
import { countIndexes } from './indexes-table.ts';
import type { IndexNeeds } from './manage-indexes.ts';
import { indexRoutes } from './routes.ts';
import { settleIndexes } from './restored-indexes-table.ts';

type Needs = IndexNeeds & { readonly store: LogStore };

export const indexesRoom = {
  contract: [indexes],
  counts: { indexes: countIndexes },
  afterRestore: settleIndexes,
  open: (needs) => ({
    routes: (app) => indexRoutes(app, needs),
    jobs: [
      {
        name: 'index-retention',
        everyMs: MINUTE_MS,
        run: (signal) => applyRetention(needs, signal),
      },
      { name: 'index-erasure', everyMs: MINUTE_MS, run: () => eraseDeletedIndexes(needs) },
    ],
    erase: (organization) => eraseLogs(needs, organization),
    kinds: [indexKind(needs)],
  }),
} as const satisfies Room<Needs>;

/** Erases the logs in all indexes except the audit log, which operators can read until its retention ends. */
async function eraseLogs({ store }: Needs, organization: OrganizationId): Promise<void> {
  await store.command(
    sql`DELETE FROM logs WHERE organization = ${string(organization)} AND index_name <> ${string(AUDIT_INDEX)}`,
  );
}
