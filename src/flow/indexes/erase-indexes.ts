import type { Clock } from '../../base/clock.ts';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import { instant, sql, string } from '../../engines/store/sql.ts';
import type { LogStore } from '../../engines/store/store.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { forgetErasure, readErasures } from './indexes-table.ts';

/** Removes events of the index received before a moment; later events belong to an index created since. */
export async function eraseEvents(
  { store }: { readonly store: Pick<LogStore, 'command'> },
  organization: OrganizationId,
  name: string,
  before: number,
): Promise<void> {
  await store.command(
    sql`DELETE FROM logs WHERE organization = ${string(organization)} AND index_name = ${string(name)} AND received_at < ${instant(before)}`,
  );
}

export interface IndexErasureNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly store: Pick<LogStore, 'command'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What was on its way into the store when the index was deleted arrives within minutes. */
const LATE_MS_MAX = 10 * MINUTE_MS;

/** Finishes deletions of indexes; run by the scheduler. Repeating it does no harm. */
export async function eraseDeletedIndexes(needs: IndexErasureNeeds): Promise<void> {
  for (const row of await readErasures(needs.metadata)) {
    const { organization_id: organization, index_name: index, requested_at: requestedAt } = row;
    try {
      await eraseEvents(needs, organizationId(organization), index, requestedAt);
    } catch (error) {
      // It stays on the list; the others must not wait for it.
      needs.log.warn({ err: error, organization, index }, 'erasing a deleted index failed');
      continue;
    }
    if (requestedAt <= needs.clock.now() - LATE_MS_MAX) await forgetErasure(needs.metadata, row);
  }
}
