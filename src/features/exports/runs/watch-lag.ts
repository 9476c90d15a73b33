/** Warns early: an archive that falls behind loses events that its indexes expire meanwhile. */
import { organizationId } from '../../../base/ids.ts';
import type { IndexFacts } from '../../../flow/indexes/index.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, HOUR_MS } from '../../../spec/units.ts';
import { readLagging, updateExport } from '../managing/exports-table.ts';
import { tellOwners } from './failures.ts';
import type { RunNeeds } from './run-needs.ts';

export type LagNeeds = Pick<RunNeeds, 'metadata' | 'clock' | 'enqueueMail' | 'publicOrigin'> & {
  readonly indexesOf: (organization: OrganizationId) => IndexFacts | Promise<IndexFacts>;
};

export async function watchLag(needs: LagNeeds, signal: AbortSignal): Promise<void> {
  const now = needs.clock.now();
  for (const row of await readLagging(needs.metadata, now - DAY_MS)) {
    if (signal.aborted) return;
    const organization = organizationId(row.organization_id);
    const days = Math.min(...(await needs.indexesOf(organization)).values());
    const lagMs = now - (row.watermark ?? now);
    if (lagMs <= (days * DAY_MS) / LIMITS.exports.lagRetentionDivisor) continue;
    const hours = Math.floor(lagMs / HOUR_MS);
    const message = `The export lags ${hours} hours behind, and some events are deleted after ${days} days.`;
    await needs.metadata.transaction(async (unit) => {
      const health = row.health === 'failing' ? 'failing' : 'late';
      await updateExport(unit, organization, row.id, { health, health_detail: message });
      await tellOwners(needs, unit, row, message);
    });
  }
}
