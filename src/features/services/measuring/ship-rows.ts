import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import { hasOutbox, readOutbox, removeFromOutbox } from './kpi-outbox-table.ts';
import { type KpiIndexRow, recordOf } from './kpi-row.ts';
import type { MeasureNeeds } from './measure-needs.ts';
import type { KpiOutboxRow } from '../../../engines/metadata/tables/services.ts';

type Needs = Pick<MeasureNeeds, 'metadata' | 'clock' | 'log' | 'append'>;

const READ_AT_ONCE_MAX = 200;
/** This many in one run mean that the queue itself is unavailable: the next run retries. */
const HELD_UP_MAX = 100;

export async function hasRowsToShip({ metadata }: Pick<Needs, 'metadata'>): Promise<boolean> {
  return hasOutbox(metadata);
}

/**
 * Moves measurements into the index `_kpi`. They are forgotten here only after the queue has them, so a crash in
 * between sends them twice, the same rows under the same ids, rather than never; readers take one of each.
 */
export async function shipRows(needs: Needs, signal: AbortSignal): Promise<void> {
  const heldUp = new Set<string>();
  while (!signal.aborted && heldUp.size < HELD_UP_MAX) {
    const rows = await readOutbox(needs.metadata, heldUp, READ_AT_ONCE_MAX);
    if (rows.length === 0) return;
    for (const [owner, waiting] of Map.groupBy(rows, (row) => row.organization_id)) {
      const organization = organizationId(owner);
      try {
        await ship(needs, organization, waiting);
      } catch (error) {
        // An organization whose queue rejects everything must not delay the others.
        heldUp.add(owner);
        needs.log.warn({ err: error, organization }, 'measurements not stored, retrying later');
      }
    }
  }
}

async function ship(
  { metadata, clock, append }: Needs,
  organization: OrganizationId,
  waiting: readonly KpiOutboxRow[],
): Promise<void> {
  const now = clock.now();
  const rows = waiting.flatMap(({ records }) => JSON.parse(records) as KpiIndexRow[]);
  await append(
    organization,
    rows.map((row) => recordOf(organization, row, now)),
  );
  await removeFromOutbox(
    metadata,
    organization,
    waiting.map(({ id }) => id),
  );
}
