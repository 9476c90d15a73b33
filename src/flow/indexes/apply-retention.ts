import type { Clock } from '../../base/clock.ts';
import { organizationId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import { sql, string, uint32 } from '../../engines/store/sql.ts';
import { type IndexRetention, type LogStore, rowsOf } from '../../engines/store/store.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { dueRetentions, noteRetention } from './retentions-table.ts';

export interface RetentionNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly store: Pick<LogStore, 'query' | 'setRetention'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Indexes one run takes on; the next one is a minute away. */
const PER_RUN_MAX = 200;

/** Events that were on their way when a retention changed arrive within minutes, and are seen to then. */
const LATE_MS_MAX = 10 * MINUTE_MS;

/**
 * Applies the current retention of each index (its own or the organization's) to stored events, regardless of who
 * changed it. Runs on one node at a time. Compares desired with applied retention, so it can stop anywhere and be
 * repeated.
 */
export async function applyRetention(needs: RetentionNeeds, signal: AbortSignal): Promise<void> {
  const lateBefore = needs.clock.now() - LATE_MS_MAX;
  for (const due of await dueRetentions(needs.metadata, lateBefore, PER_RUN_MAX)) {
    if (signal.aborted) return;
    const { organization_id, index_name, retention_days, is_repeated } = due;
    const organization = organizationId(organization_id);
    const retention = { organization, index: index_name, days: retention_days };
    try {
      if (await hasOthers(needs, retention)) await needs.store.setRetention(retention, { signal });
    } catch (error) {
      if (signal.aborted) return;
      // It stays due; the others must not wait for it.
      needs.log.warn({ err: error, organization, index: index_name }, 'setting a retention failed');
      continue;
    }
    await noteRetention(needs.metadata, {
      organization_id,
      index_name,
      retention_days,
      applied_at: needs.clock.now(),
      is_settled: is_repeated ? 1 : 0,
    });
  }
}

/** A new index has no events, and rewriting none of them would still make the store check all of its parts. */
async function hasOthers(
  { store }: RetentionNeeds,
  { organization, index, days }: IndexRetention,
): Promise<boolean> {
  const answer = await store.query(sql`
    SELECT count() AS events FROM logs
    WHERE organization = ${string(organization)} AND index_name = ${string(index)}
      AND retention_days != ${uint32(days)}`);
  return Number(rowsOf(answer)[0]?.['events'] ?? 0) > 0;
}
